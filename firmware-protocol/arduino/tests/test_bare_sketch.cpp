// BareSketch, whose device role is written out by hand, against a host.
#include <math.h>

#include "board.h"

static void itGreetsAndMoves() {
    setup();
    run(2000000);
    const mq_hello hello = lastHello();
    CHECK(hello.role == MQ_ROLE_DEVICE && hello.channel_count == 6 && hello.capabilities == 0);
    CHECK(fabsf(hello.rate - 50) < 1e-3f && hello.session != 0);
    const std::vector<SentFrame> frames = sentOf(MQ_TYPE_DATA);
    CHECK(frames.size() >= 99 && frames.size() <= 101);
    int least[6], most[6];
    for (int i = 0; i < 6; i++) least[i] = 32767, most[i] = -32768;
    for (const SentFrame &frame : frames) {
        mq_data view;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.header.count, &view) && view.channels == 6);
        for (uint8_t i = 0; i < 6; i++) {
            const int count = mq_data_count(&view, 0, i);
            if (count < least[i]) least[i] = count;
            if (count > most[i]) most[i] = count;
        }
    }
    for (int i : {0, 1, 4, 5}) CHECK(most[i] > 3900 && most[i] <= 4096 && least[i] < -3900 && least[i] >= -4096);
    CHECK(most[2] == 8192 && least[2] == 8192 && most[3] == 0 && least[3] == 0);
    CHECK(board.link.lost_samples == 0 && board.link.sessions == 1);
    CHECK(sentOf(MQ_TYPE_HEARTBEAT).size() == 1 || sentOf(MQ_TYPE_HEARTBEAT).size() == 2);
}

static void itAnswersHelloOnceAndNotAnswers() {
    size_t from = board.sent.size();
    tellHello(9);
    run(50000);
    CHECK(sentOf(MQ_TYPE_HELLO, from).size() == 1 && (sentOf(MQ_TYPE_HELLO, from)[0].header.flags & MQ_FLAG_REPLY));
    from = board.sent.size();
    mq_hello hello = mq_hello();
    hello.role = MQ_ROLE_HOST;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_HELLO, MQ_FLAG_REPLY, payload, mq_hello_encode(&hello, payload));
    run(50000);
    CHECK(sentOf(MQ_TYPE_HELLO, from).empty());
}

static void itAnswersTimesync() {
    mq_timesync request = mq_timesync();
    request.t1 = 0x123456789ABCull;
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t from = board.sent.size();
    tell(MQ_TYPE_TIMESYNC, 0, payload, mq_timesync_encode(&request, payload));
    run(50000);
    const std::vector<SentFrame> answers = sentOf(MQ_TYPE_TIMESYNC, from);
    mq_timesync answer = mq_timesync();
    CHECK(answers.size() == 1 && mq_timesync_decode(answers[0].payload.data(), answers[0].payload.size(), &answer));
    CHECK((answers[0].header.flags & MQ_FLAG_REPLY) && answer.t1 == request.t1);
    CHECK(answer.t2 >> 32 == 1 && answer.t3 >= answer.t2 && answer.t3 - answer.t2 < 1000);
}

static void itRefusesWhatItCannotDo() {
    mq_feedback feedback = mq_feedback();
    feedback.sequence = 0x1234;
    feedback.time_to_live = 100;
    feedback.actuator = MQ_ACTUATOR_LED;
    uint8_t payload[MQ_PAYLOAD_MAX];
    size_t from = board.sent.size();
    tell(MQ_TYPE_FEEDBACK, 0, payload, mq_feedback_encode(&feedback, payload));
    run(20000);
    CHECK(onlyAck(from).status == MQ_ACK_UNSUPPORTED && onlyAck(from).sequence == 0x1234 && onlyAck(from).type == MQ_TYPE_FEEDBACK);
    from = board.sent.size();
    const uint8_t broken[] = {7, 0, MQ_CONFIG_RATE, 3, 0, 0, 0};
    tell(MQ_TYPE_CONFIG, 0, broken, sizeof broken);
    run(20000);
    CHECK(onlyAck(from).status == MQ_ACK_REFUSED && onlyAck(from).sequence == 7 && onlyAck(from).type == MQ_TYPE_CONFIG);
    from = board.sent.size();
    const uint8_t text[] = {1, 'x'};
    tell(MQ_TYPE_LOG, 0, text, sizeof text);  // Only a device may.
    tell(MQ_TYPE_HELLO, 0, nullptr, 0, 2);    // Another major version is answered once a second.
    tell(MQ_TYPE_HELLO, 0, nullptr, 0, 2);
    run(1100000);
    CHECK(sentOf(MQ_TYPE_HELLO, from).size() == 1 || sentOf(MQ_TYPE_HELLO, from).size() == 2);  // One may be due.
    CHECK(lastHeartbeat().not_understood == 4 && lastHeartbeat().crc_errors == 0);
}

static void aLoopThatWasHeldUpIsAGap() {
    run(1000000);
    const uint32_t dropped = lastHeartbeat().samples_dropped;
    board.now += 210000;  // Ten periods and a half.
    run(1100000);
    const uint32_t missed = lastHeartbeat().samples_dropped - dropped;
    CHECK(missed >= 9 && missed <= 11 && board.link.lost_samples == missed);
}

int main() {
    board.now = 0xFFFF0000u;  // micros() wraps soon.
    board.room = 64;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    itGreetsAndMoves();
    itAnswersHelloOnceAndNotAnswers();
    itAnswersTimesync();
    itRefusesWhatItCannotDo();
    aLoopThatWasHeldUpIsAGap();
    return finish("BareSketch");
}
