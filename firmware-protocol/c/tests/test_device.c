// What a device sends by itself and in reply, with a clock moved by hand.
#include <stdio.h>

#include "check.h"
#include "device_world.h"

static void a_device_announces_itself_at_boot(void) {
    boot(77);
    CHECK("boot", world.delimiters == 1 && world.sent_count == 1);
    CHECK("boot", last()->header.type == MQ_TYPE_HELLO && last()->header.flags == 0 && last()->header.index == 0);
    CHECK("boot", last()->header.time == 77);
    mq_hello hello;
    CHECK("boot", mq_hello_decode(last()->payload, last()->header.length, &hello));
    CHECK("boot", hello.session == 1 && hello.channel_count == 6);
    mq_hello incomplete = described();
    incomplete.rate = 0;
    const uint8_t units[MQ_ACTUATOR_KINDS] = {0};
    const mq_device_board board = device.board;
    CHECK("a description without a rate", !mq_device_boot(&device, &board, &incomplete, units) && world.sent_count == 1);
}

static void it_repeats_hello_every_5_s_and_a_heartbeat_every_second(void) {
    boot(0);
    run(20000000);
    CHECK("HELLO", sent_of(MQ_TYPE_HELLO, 0) == 5);
    CHECK("HEARTBEAT", sent_of(MQ_TYPE_HEARTBEAT, 0) == 20);
    CHECK("session", world.link.sessions == 1 && world.link.restarts == 0 && world.link.lost_samples == 0);
}

static void it_answers_a_hosts_hello_but_not_an_answer(void) {
    boot(0);
    CHECK("HELLO", tell_hello(5, 0) == 1 && last()->header.type == MQ_TYPE_HELLO && last()->header.flags == MQ_FLAG_REPLY);
    CHECK("answer", tell_hello(5, MQ_FLAG_REPLY) == 0);
}

static void hello_waits_for_room_and_data_for_hello(void) {
    boot(0);
    world.no_room = true;
    const mq_config request = {.present = MQ_HAS(MQ_CONFIG_RATE), .sequence = 1, .rate = 100.0f};
    tell_config(&request);
    push_samples(4, 10000);
    CHECK("no room", world.sent_count == 1 && device.samples_dropped == 4 && device.next_index == 4);
    world.no_room = false;
    push_samples(2, 10000);
    CHECK("room", sent_of(MQ_TYPE_HELLO, 1) == 1 && sent_of(MQ_TYPE_DATA, 1) == 1 && last()->header.type == MQ_TYPE_DATA);
    CHECK("the new session begins after the dropped samples", world.link.sessions == 2 && last()->header.index == 4);
}

static void hello_and_heartbeat_without_room_leave_at_the_first_poll_with_room(void) {
    boot(0);
    run(4995000);
    world.no_room = true;
    run(20000);
    const unsigned before = world.sent_count;
    world.no_room = false;
    run(5000);
    CHECK("both", sent_of(MQ_TYPE_HELLO, before) == 1 && sent_of(MQ_TYPE_HEARTBEAT, before) == 1);
    run(995000);
    CHECK("the second counts from the one that left", sent_of(MQ_TYPE_HEARTBEAT, before) == 1);
    run(5000);
    CHECK("the next", sent_of(MQ_TYPE_HEARTBEAT, before) == 2);
}

static void samples_leave_before_the_first_is_20_ms_old(void) {
    const struct {
        float rate;
        uint32_t period;
        unsigned samples;
    } table[] = {{200.0f, 5000, 4},  {1000.0f, 1000, 20}, {25.0f, 40000, 1},
                 {100.0f, 10000, 2}, {104.0f, 9615, 3},   {50.0f, 20000, 1}};
    for (size_t row = 0; row < sizeof table / sizeof table[0]; row++) {
        boot(0xFFFFFF00u);  // Device time wraps meanwhile.
        device.description.rate = table[row].rate;
        push_samples(10 * table[row].samples, table[row].period);
        CHECK("frames", sent_of(MQ_TYPE_DATA, 0) == 10);
        CHECK("samples", last()->header.count == table[row].samples && last()->header.index == 9 * table[row].samples);
        CHECK("time", last()->header.time == (uint32_t)world.now - (table[row].samples - 1) * table[row].period);
        CHECK("nothing lost", world.link.lost_samples == 0 && world.link.restarts == 0);
    }
    mq_data view;
    CHECK("counts", mq_data_decode(last()->payload, last()->header.length, last()->header.count, &view));
    CHECK("counts", view.channels == CHANNELS && mq_data_count(&view, 0, 5) == -500 - 9);
}

static void a_batch_whose_next_sample_does_not_come_leaves_by_itself(void) {
    boot(0);
    push_samples(2, 5000);
    const unsigned before = world.sent_count;
    run(10000);
    CHECK("15 ms old", world.sent_count == before);
    run(5000);
    CHECK("20 ms old", world.sent_count == before + 1 && last()->header.count == 2);
    push_samples(1, 5000);
    push_samples(1, 13000);
    CHECK("a gap in time parts the batch", last()->header.count == 1 && device.pending_samples == 1);
}

static void a_heartbeat_inside_a_batch_is_no_loss_and_no_restart(void) {
    boot(0);
    run(995000);
    push_samples(1, 1000);
    run(4000);
    CHECK("heartbeat", last()->header.type == MQ_TYPE_HEARTBEAT && last()->header.index == 0);
    push_samples(3, 5000);
    CHECK("data", last()->header.type == MQ_TYPE_DATA && last()->header.index == 0);
    CHECK("link", world.link.lost_samples == 0 && world.link.restarts == 0);
}

static void dropped_samples_are_seen_as_a_gap(void) {
    boot(0);
    push_samples(2, 5000);
    mq_device_drop(&device, 3);
    CHECK("what waited leaves first", last()->header.count == 2);
    world.now += 15000;
    push_samples(4, 5000);
    CHECK("gap", world.link.lost_samples == 3 && device.samples_dropped == 3);
}

static void timesync_is_answered_with_two_times(void) {
    boot(0x500000000u);
    uint8_t payload[MQ_PAYLOAD_MAX];
    const mq_timesync request = {.t1 = 0x1122334455667788u};
    const size_t length = mq_timesync_encode(&request, payload);
    mq_timesync answer;
    CHECK("answer", tell_raw(1, 0, MQ_TYPE_TIMESYNC, payload, length) == 1 && last()->header.flags == MQ_FLAG_REPLY);
    CHECK("answer", mq_timesync_decode(last()->payload, last()->header.length, &answer));
    CHECK("times", answer.t1 == request.t1 && answer.t2 == 0x500000000u && answer.t3 == 0x500000000u);
    CHECK("an answer is not answered", tell_raw(1, MQ_FLAG_REPLY, MQ_TYPE_TIMESYNC, payload, length) == 0);
    CHECK("it comes from the wrong side", device.wrong_side == 1);
}

static void config_begins_a_session_only_if_something_changed(void) {
    boot(0);
    push_samples(6, 5000);
    mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE), .sequence = 9, .rate = 100.0f};
    const unsigned before = world.sent_count;
    world.now += 1000;
    CHECK("changed", tell_config(&config) == 3);
    CHECK("what waits leaves first", world.sent[before].header.type == MQ_TYPE_DATA && world.sent[before].header.count == 2);
    CHECK("then the ACK", world.sent[before + 1].header.type == MQ_TYPE_ACK && world.sent[before + 1].header.index == 6);
    CHECK("then HELLO", last()->header.type == MQ_TYPE_HELLO && last()->header.index == 6 && mq_session_tag(&last()->header) == 1);
    CHECK("nothing is lost", world.link.sessions == 2 && world.link.lost_samples == 0);
    CHECK("repeated", acknowledged(tell_config(&config)).status == MQ_ACK_OK);
    config.rate = 5000.0f;
    mq_ack ack = acknowledged(tell_config(&config));
    CHECK("unsupported", ack.status == MQ_ACK_UNSUPPORTED && ack.type == MQ_TYPE_CONFIG && ack.sequence == 9 && ack.applied == 0);
    const unsigned configured = world.configured;
    config.rate = -1.0f;
    ack = acknowledged(tell_config(&config));
    CHECK("out of range is not shown to the board", ack.status == MQ_ACK_UNSUPPORTED && world.configured == configured);
    config.present = MQ_HAS(MQ_CONFIG_MOST_SAMPLES);
    config.most_samples = 1;
    ack = acknowledged(tell_config(&config));
    CHECK("most samples", ack.status == MQ_ACK_OK && world.configured == configured && world.link.sessions == 2);
    push_samples(1, 10000);
    CHECK("one sample in a frame", last()->header.type == MQ_TYPE_DATA && last()->header.count == 1);
    const uint8_t broken[] = {9, 0, MQ_CONFIG_RATE, 4, 0};
    CHECK("broken", acknowledged(tell_raw(1, 0, MQ_TYPE_CONFIG, broken, sizeof broken)).status == MQ_ACK_REFUSED);
}

static void another_major_version_is_answered_once_a_second(void) {
    boot(0);
    CHECK("first", tell_raw(2, 0, MQ_TYPE_HELLO, NULL, 0) == 1 && last()->header.type == MQ_TYPE_HELLO);
    world.now += 999999;
    CHECK("999,999 µs", tell_raw(2, 0, MQ_TYPE_HELLO, NULL, 0) == 0);
    world.now += 1;
    CHECK("a second", tell_raw(2, 0, MQ_TYPE_HELLO, NULL, 0) == 1);
}

static void a_device_sends_and_takes_predictions(void) {
    boot(0);
    uint8_t payload[MQ_PAYLOAD_MAX];
    const mq_prediction prediction = {.class_index = 3, .confidence = 30000};
    const size_t length = mq_prediction_encode(&prediction, payload);
    CHECK("taken", tell_raw(1, 0, MQ_TYPE_PREDICTION, payload, length) == 0 && world.predicted == 3);
    const int16_t scores[] = {0, 32767, 12};
    CHECK("sent", mq_device_send_prediction(&device, &prediction, scores, 3) && last()->header.type == MQ_TYPE_PREDICTION);
    CHECK("with scores", last()->header.length == 18 && mq_prediction_score_count(18) == 3);
    CHECK("each at its place", mq_prediction_score(last()->payload, 1) == 32767 && mq_prediction_score(last()->payload, 2) == 12);
    static const int16_t many[MQ_SCORES_MAX + 1];
    CHECK("sent", mq_device_send_prediction(&device, &prediction, many, MQ_SCORES_MAX + 1) && last()->header.length == 12);
    CHECK("sent", mq_device_send_event(&device, &(mq_event){1, 0, 1}) && last()->header.type == MQ_TYPE_EVENT);
    CHECK("sent", mq_device_send_log(&device, &(mq_log){2, payload, 5}) && last()->header.length == 6);
    world.no_room = true;
    CHECK("no room", !mq_device_send_event(&device, &(mq_event){1, 0, 0}));
}

static void a_device_survives_garbage(void) {
    enum { ROUNDS = 3000 };
    boot(0);
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t payload[64];
        for (size_t i = 0; i < sizeof payload; i++) {
            payload[i] = (uint8_t)(random_u32() % 2 ? random_u32() % 12 : random_u32() >> 24);
        }
        const uint8_t major = random_u32() % 16 == 0 ? 2 : 1;
        const uint8_t flags = (uint8_t)(random_u32() & 15u);
        const uint8_t type = (uint8_t)(random_u32() % 14);
        const size_t length = random_u32() % 64;
        CHECK("at most DATA, ACK and HELLO", tell_raw(major, flags, type, payload, length) <= 3);
        push_samples(random_u32() % 3, 5000);
        run(random_u32() % 3 * 5000);
    }
    CHECK("no gaps but announced ones", world.link.restarts == 0 && world.link.lost_samples == device.samples_dropped);
    printf("device: %d rounds of random frames survived, %u sent in return\n", (int)ROUNDS, world.sent_count);
}

void test_device(void) {
    a_device_announces_itself_at_boot();
    it_repeats_hello_every_5_s_and_a_heartbeat_every_second();
    it_answers_a_hosts_hello_but_not_an_answer();
    hello_waits_for_room_and_data_for_hello();
    hello_and_heartbeat_without_room_leave_at_the_first_poll_with_room();
    samples_leave_before_the_first_is_20_ms_old();
    a_batch_whose_next_sample_does_not_come_leaves_by_itself();
    a_heartbeat_inside_a_batch_is_no_loss_and_no_restart();
    dropped_samples_are_seen_as_a_gap();
    timesync_is_answered_with_two_times();
    config_begins_a_session_only_if_something_changed();
    another_major_version_is_answered_once_a_second();
    a_device_sends_and_takes_predictions();
    a_device_survives_garbage();
}
