// A whole sensor sketch against a board on the host: NANO, MPU or LSM says which.
#include <math.h>

#include "board.h"
#include "sensors.h"

static const int16_t COUNTS[6] = {1000, -2, -32768, 32767, -255, 256};
static uint16_t sequence;

// A sensor as after power-up, with counts that tell every byte and axis apart.
static void connectSensor() {
    memset(board.registers, 0, sizeof board.registers);
    board.registers[IDENTITY_AT] = IDENTITY;
    board.registers[READY_AT] = READY;
    for (int i = 0; i < 6; i++) {
        uint8_t *place = board.registers + (i < 3 ? ACCELERATION_AT + 2 * i : ROTATION_AT + 2 * (i - 3));
        place[HIGH_FIRST ? 0 : 1] = (uint8_t)((uint16_t)COUNTS[i] >> 8);
        place[HIGH_FIRST ? 1 : 0] = (uint8_t)COUNTS[i];
    }
    board.answers = true;
}

static unsigned samplesSince(size_t from) {
    unsigned samples = 0;
    for (const SentFrame &frame : sentOf(MQ_TYPE_DATA, from)) {
        mq_data view;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.header.count, &view) && view.channels == 6);
        for (uint8_t sample = 0; sample < view.samples; sample++, samples++) {
            for (uint8_t channel = 0; channel < 6; channel++) CHECK(mq_data_count(&view, sample, channel) == COUNTS[channel]);
        }
    }
    return samples;
}

static size_t logsSince(size_t from, uint8_t level) {
    size_t count = 0;
    for (const SentFrame &frame : sentOf(MQ_TYPE_LOG, from)) count += frame.payload[0] == level;
    return count;
}

// Commands actuator `kind` for `duration` ms; the host sends heartbeats only if told.
static mq_ack command(uint8_t kind, uint8_t pattern, uint16_t duration) {
    mq_feedback feedback = mq_feedback();
    feedback.sequence = ++sequence;
    feedback.issued = board.now;
    feedback.time_to_live = 300;
    feedback.actuator = kind;
    feedback.pattern = pattern;
    feedback.level = 200;
    feedback.red = 255;
    feedback.period = 200;
    feedback.duration = duration;
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t length = mq_feedback_encode(&feedback, payload), from = board.sent.size();
    tell(MQ_TYPE_FEEDBACK, 0, payload, length);
    run(10000);
    return onlyAck(from);
}

static void aMissingSensorIsReportedAndNothingIsStreamed() {
    setup();
    run(2500000);
    CHECK(samplesSince(0) == 0);
    CHECK(logsSince(0, 0) >= 2 && logsSince(0, 2) == 0);
    CHECK(lastHeartbeat().samples_dropped > 100);
    const mq_hello hello = lastHello();
    CHECK(hello.channel_count == 6 && hello.capabilities == CAPABILITIES);
    CHECK(fabsf(hello.rate - 100) < 1e-3f);
    CHECK(hello.minor == MQ_MINOR_VERSION && hello.units[MQ_ACTUATOR_LED - 1] == 1 && hello.units[MQ_ACTUATOR_BUZZER - 1] == 0);
    for (int i = 0; i < 6; i++) {
        const mq_channel &channel = hello.channels[i];
        CHECK(channel.kind == (i < 3 ? 0x10 + i : 0x20 + i - 3));
        CHECK(channel.unit == (i < 3 ? MQ_UNIT_G : MQ_UNIT_DEGREE_PER_SECOND));
        CHECK(fabsf(channel.scale / (i < 3 ? G_PER_COUNT : DEGREES_PER_COUNT) - 1) < 1e-6f);
        CHECK(fabsf(channel.full_scale - (i < 3 ? 4 : 500)) < 1e-3f);
    }
}

static void aSensorThatIsThereIsSetUpAndStreamed() {
    const size_t from = board.sent.size();
    connectSensor();
    run(1100000);  // Within a second it is tried again.
    CHECK(logsSince(from, 2) == 1);
    for (const uint8_t *setting : SETTINGS) CHECK((board.registers[setting[0]] & setting[1]) == setting[2]);
    const size_t streaming = board.sent.size();
    const uint32_t lost = board.link.lost_samples, dropped = lastHeartbeat().samples_dropped;
    run(2000000);
    const unsigned samples = samplesSince(streaming);
    CHECK(samples >= 198 && samples <= 202);
    CHECK(board.link.lost_samples == lost && lastHeartbeat().samples_dropped - dropped <= 100);
}

static void aSensorThatStopsAnsweringIsAGapNotAHang() {
    run(1000000);
    const uint32_t dropped = lastHeartbeat().samples_dropped, lost = board.link.lost_samples;
    const size_t from = board.sent.size();
    board.answers = false;
    run(500000);
    CHECK(logsSince(from, 0) >= 1);
    CHECK(samplesSince(from) <= 2);  // What waited.
    connectSensor();
    run(2000000);
    for (const uint8_t *setting : SETTINGS) CHECK((board.registers[setting[0]] & setting[1]) == setting[2]);
    const uint32_t missed = lastHeartbeat().samples_dropped - dropped;
    CHECK(missed >= 50 && missed <= 160);
    CHECK(board.link.lost_samples - lost == missed);
    CHECK(samplesSince(from) >= 90);
}

static void theHostChoosesAmongTheRates() {
    mq_config config = mq_config();
    config.present = MQ_HAS(MQ_CONFIG_RATE);
    config.sequence = 5;
    config.rate = 170;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_CONFIG, 0, payload, mq_config_encode(&config, payload));
    const size_t from = board.sent.size();
    const uint32_t session = lastHello().session, lost = board.link.lost_samples;
    run(100000);
    CHECK(onlyAck(from).status == MQ_ACK_OK);
    CHECK(fabsf(lastHello().rate - 200) < 1e-3f && lastHello().session != session);
    const size_t changed = board.sent.size();
    run(1000000);
    const unsigned samples = samplesSince(changed);
    CHECK(samples >= 198 && samples <= 204 && board.link.lost_samples == lost);

    config.present = MQ_HAS(MQ_CONFIG_RATE) | MQ_HAS(MQ_CONFIG_ACCELERATION);
    config.acceleration_full_scale = 2;
    const size_t again = board.sent.size();
    tell(MQ_TYPE_CONFIG, 0, payload, mq_config_encode(&config, payload));
    run(10000);
    CHECK(onlyAck(again).status == MQ_ACK_UNSUPPORTED);
}

static void actuatorsObeyBlinkEndAndFailSafe() {
    tellHello(77);
    run(10000);
    CHECK(board.pins[LED_BUILTIN] == 0);
    CHECK(command(MQ_ACTUATOR_LED, MQ_PATTERN_BLINK, 0).status == MQ_ACK_OK);
    CHECK(board.pins[LED_BUILTIN] == 200);
    run(100000);  // Half a period on, half off.
    CHECK(board.pins[LED_BUILTIN] == 0);
    run(100000);
    CHECK(board.pins[LED_BUILTIN] == 200);
    CHECK(command(MQ_ACTUATOR_LED, MQ_PATTERN_ON, 100).status == MQ_ACK_OK);
    CHECK(board.pins[LED_BUILTIN] == 200);
    run(110000);
    CHECK(board.pins[LED_BUILTIN] == 0);
    CHECK(command(MQ_ACTUATOR_LED, MQ_PATTERN_ON, 0).status == MQ_ACK_OK);
    run(1900000);
    CHECK(board.pins[LED_BUILTIN] == 200);
    run(200000);  // The host fell silent.
    CHECK(board.pins[LED_BUILTIN] == 0);
    CHECK(command(MQ_ACTUATOR_BUZZER, MQ_PATTERN_ON, 0).status == MQ_ACK_UNSUPPORTED);
#if defined(NANO)
    CHECK(board.pins[LEDR] == 255 && board.pins[LEDG] == 255);  // Dark when high.
    CHECK(command(MQ_ACTUATOR_RGB, MQ_PATTERN_ON, 0).status == MQ_ACK_OK);
    CHECK(board.pins[LEDR] == 55 && board.pins[LEDG] == 255 && board.pins[LEDB] == 255);
#else
    CHECK(command(MQ_ACTUATOR_RGB, MQ_PATTERN_ON, 0).status == MQ_ACK_UNSUPPORTED);
#endif
}

static void goodbyeTurnsLightsOff() {
    CHECK(command(MQ_ACTUATOR_LED, MQ_PATTERN_ON, 0).status == MQ_ACK_OK);
    tell(MQ_TYPE_GOODBYE, 0, nullptr, 0);
    run(1000);
    CHECK(board.pins[LED_BUILTIN] == 0);
}

static void deviceTimeGoesOnBeyondThirtyTwoBits() {
    mq_timesync request = mq_timesync();
    request.t1 = 42;
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t from = board.sent.size();
    tell(MQ_TYPE_TIMESYNC, 0, payload, mq_timesync_encode(&request, payload));
    run(10000);
    const std::vector<SentFrame> answers = sentOf(MQ_TYPE_TIMESYNC, from);
    mq_timesync answer = mq_timesync();
    CHECK(answers.size() == 1 && mq_timesync_decode(answers[0].payload.data(), answers[0].payload.size(), &answer));
    CHECK(answer.t1 == 42 && answer.t2 >> 32 == 1 && answer.t3 >= answer.t2 && answer.t3 - answer.t2 < 1000);
}

static void aPortWithoutRoomDropsSamplesAndDoesNotWait() {
    run(1000000);
    const uint32_t dropped = lastHeartbeat().samples_dropped, lost = board.link.lost_samples;
    board.room = 0;
    run(2000000);
    board.room = 64;
    run(2000000);
    const uint32_t missed = lastHeartbeat().samples_dropped - dropped;
    CHECK(missed > 300 && missed < 402 && board.link.lost_samples - lost == missed);
    CHECK(board.longWrites == 0);
}

int main() {
    board.now = 0xFFFF0000u;  // micros() wraps soon.
    board.room = 64;
    board.bus = BUS;
    board.address = ADDRESS;
    for (int &pin : board.pins) pin = -1;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    aMissingSensorIsReportedAndNothingIsStreamed();
    aSensorThatIsThereIsSetUpAndStreamed();
    aSensorThatStopsAnsweringIsAGapNotAHang();
    theHostChoosesAmongTheRates();
    actuatorsObeyBlinkEndAndFailSafe();
    goodbyeTurnsLightsOff();
    deviceTimeGoesOnBeyondThirtyTwoBits();
    aPortWithoutRoomDropsSamplesAndDoesNotWait();
    return finish(NAME);
}
