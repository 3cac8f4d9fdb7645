// Commands, durations and the failsafe, with a clock moved by hand.
#include "check.h"
#include "device_world.h"

static mq_ack tell_command(mq_feedback command) {
    uint8_t payload[MQ_PAYLOAD_MAX];
    return acknowledged(tell_raw(1, 0, MQ_TYPE_FEEDBACK, payload, mq_feedback_encode(&command, payload)));
}

static mq_feedback led(uint16_t sequence, uint16_t duration) {
    return (mq_feedback){
        .sequence = sequence,
        .issued = (uint32_t)world.now,
        .time_to_live = 300,
        .actuator = MQ_ACTUATOR_LED,
        .pattern = MQ_PATTERN_ON,
        .level = 255,
        .duration = duration};
}

static void a_command_is_applied_once(void) {
    boot(0xFFFFFFF0u);
    const mq_feedback command = led(65535, 0);
    mq_ack ack = tell_command(command);
    const uint32_t first = (uint32_t)world.now;
    CHECK("ok", ack.status == MQ_ACK_OK && ack.applied == first && ack.type == MQ_TYPE_FEEDBACK && world.applied == 1);
    world.now += 100000;
    ack = tell_command(command);
    CHECK("duplicate", ack.status == MQ_ACK_DUPLICATE && ack.applied == first && ack.sequence == 65535 && world.applied == 1);
    world.now += 900000;
    CHECK("a duplicate is one even when late", tell_command(command).status == MQ_ACK_DUPLICATE);
    CHECK("the next sequence wraps", tell_command(led(0, 0)).status == MQ_ACK_OK && world.applied == 2);
    mq_feedback older = led(65534, 0);
    CHECK("superseded", tell_command(older).status == MQ_ACK_LATE && world.applied == 2);
    older.actuator = MQ_ACTUATOR_BUZZER;
    CHECK("another actuator is not", tell_command(older).status == MQ_ACK_OK && world.applied == 3);
}

static void the_memory_holds_eight_commands(void) {
    boot(0);
    const mq_feedback first = led(1, 0);
    tell_command(first);
    mq_feedback buzzer = led(2, 0);
    buzzer.actuator = MQ_ACTUATOR_BUZZER;
    for (buzzer.sequence = 2; buzzer.sequence <= 8; buzzer.sequence++) tell_command(buzzer);
    CHECK("seven later", tell_command(first).status == MQ_ACK_DUPLICATE);
    tell_command(buzzer);
    CHECK("eight later it is forgotten, and late", tell_command(first).status == MQ_ACK_LATE && world.applied == 9);
}

static void time_decides(void) {
    boot(0xFFFFFF00u);
    mq_feedback command = led(1, 0);
    world.now += 299999;
    CHECK("just in time", tell_command(command).status == MQ_ACK_OK);
    command = led(2, 0);
    world.now += 300000;
    const mq_ack ack = tell_command(command);
    CHECK("at the time to live", ack.status == MQ_ACK_LATE && ack.applied == 0);
    command = led(3, 0);
    command.issued += 1000000;
    CHECK("a second ahead", tell_command(command).status == MQ_ACK_OK);
    command.sequence = 4;
    command.issued += 1;
    CHECK("more than a second ahead", tell_command(command).status == MQ_ACK_LATE);
}

static void what_is_not_there_is_unsupported_and_what_is_broken_refused(void) {
    boot(0);
    mq_feedback command = led(1, 0);
    command.unit = 1;
    CHECK("unit", tell_command(command).status == MQ_ACK_UNSUPPORTED);
    command.unit = 0;
    for (unsigned actuator = 0; actuator < 256; actuator++) {
        if (actuator == MQ_ACTUATOR_LED || actuator == MQ_ACTUATOR_BUZZER) continue;
        command.actuator = (uint8_t)actuator;
        CHECK("actuator", tell_command(command).status == MQ_ACK_UNSUPPORTED);
    }
    const uint8_t broken[22] = {0x34, 0x12};
    const mq_ack ack = acknowledged(tell_raw(1, 0, MQ_TYPE_FEEDBACK, broken, sizeof broken));
    CHECK("broken", ack.status == MQ_ACK_REFUSED && ack.sequence == 0x1234);
    CHECK("no sequence", tell_raw(1, 0, MQ_TYPE_FEEDBACK, broken, 1) == 0 && world.applied == 0);
}

static void a_new_host_session_and_a_new_device_session_clear_the_memory(void) {
    boot(0);
    tell_hello(1, 0);
    tell_command(led(500, 0));
    tell_hello(1, 0);
    CHECK("the same session", tell_command(led(500, 0)).status == MQ_ACK_DUPLICATE);
    tell_hello(2, 0);
    CHECK("another host session", tell_command(led(0, 0)).status == MQ_ACK_OK && tell_command(led(500, 0)).status == MQ_ACK_OK);
    const mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE), .rate = 50.0f};
    tell_config(&config);
    CHECK("a new device session", tell_command(led(0, 0)).status == MQ_ACK_OK);
}

static void a_duration_ends_by_itself(void) {
    boot(0xFFFFFF00u);
    tell_command(led(1, 500));
    run(495000);
    CHECK("still on", world.applied == 1);
    run(5000);
    CHECK("off", world.applied == 2 && world.last_applied.pattern == MQ_PATTERN_OFF);
    CHECK("an end is no failsafe", !device.failsafe_acted);
    CHECK("the LED", world.last_applied.actuator == MQ_ACTUATOR_LED);
    tell_command(led(2, 500));
    run(200000);
    tell_command(led(3, 0));
    run(1000000);
    CHECK("a new command replaces the old duration", world.applied == 4);
    mq_feedback off = led(4, 100);
    off.pattern = MQ_PATTERN_OFF;
    tell_command(off);
    run(1000000);
    CHECK("off has no end", world.applied == 5);
}

static void the_failsafe_acts_after_two_silent_seconds(void) {
    boot(0);
    tell_command(led(1, 0));
    run(1995000);
    CHECK("1,995 ms", world.applied == 1);
    tell_heartbeat();
    run(1995000);
    CHECK("a heartbeat holds it", world.applied == 1);
    const uint8_t ack[8] = {0};
    tell_raw(1, 0, MQ_TYPE_ACK, ack, sizeof ack);
    tell_raw(1, 0, 0x42, ack, sizeof ack);
    run(5000);
    CHECK("2,000 ms; frames of a device and unknown ones do not count", world.applied == 2);
    CHECK("off", world.last_applied.pattern == MQ_PATTERN_OFF && device.wrong_side == 1);
    run(3000000);
    mq_heartbeat heartbeat = {0};
    unsigned told = 0;
    for (unsigned i = 0; i < world.sent_count; i++) {
        if (world.sent[i].header.type != MQ_TYPE_HEARTBEAT) continue;
        mq_heartbeat_decode(world.sent[i].payload, 32, &heartbeat);
        told += (heartbeat.flags & MQ_HEARTBEAT_FAILSAFE) != 0;
    }
    CHECK("told once", told == 1 && (heartbeat.flags & MQ_HEARTBEAT_ACTUATOR_ON) == 0 && world.applied == 2);
    tell_heartbeat();
    CHECK("nothing is resumed", world.applied == 2);
    CHECK("until the next command", tell_command(led(2, 0)).status == MQ_ACK_OK && world.applied == 3);
    world.now += 3000000;
    tell_heartbeat();
    CHECK("a frame that comes too late does not undo it", world.applied == 4);
}

static void a_command_that_comes_too_late_does_not_undo_the_failsafe(void) {
    boot(0);
    tell_command(led(1, 0));
    world.now += 3000000;
    CHECK("ok", tell_command(led(2, 0)).status == MQ_ACK_OK);
    CHECK("off, and on again", world.applied == 3 && device.failsafe_acted);
}

static void goodbye_turns_off_what_commands_switched_on(void) {
    boot(0);
    tell_hello(1, 0);
    tell_command(led(5, 0));
    mq_feedback buzzer = led(6, 1000);
    buzzer.actuator = MQ_ACTUATOR_BUZZER;
    tell_command(buzzer);
    CHECK("it is not answered", tell_raw(1, 0, MQ_TYPE_GOODBYE, NULL, 0) == 0 && world.goodbyes == 1);
    CHECK("both at once", world.applied == 4 && world.last_applied.pattern == MQ_PATTERN_OFF);
    CHECK("it is no failsafe", !device.failsafe_acted && device.wrong_side == 0);
    CHECK("sequences are forgotten", tell_command(led(5, 0)).status == MQ_ACK_OK);
    tell_hello(1, 0);
    CHECK("the next HELLO is another host's", tell_command(led(5, 0)).status == MQ_ACK_OK);
    tell_raw(1, 0, MQ_TYPE_GOODBYE, NULL, 0);
    run(3000000);
    CHECK("nothing is left to the failsafe", world.applied == 7 && !device.failsafe_acted);
}

static void goodbye_after_too_long_a_silence_leaves_the_failsafe_its_turn(void) {
    boot(0);
    tell_command(led(1, 0));
    world.now += 2000000;
    tell_raw(1, 0, MQ_TYPE_GOODBYE, NULL, 0);
    CHECK("off once, by the failsafe", world.applied == 2 && device.failsafe_acted);
}

void test_actuators(void) {
    a_command_is_applied_once();
    the_memory_holds_eight_commands();
    time_decides();
    what_is_not_there_is_unsupported_and_what_is_broken_refused();
    a_new_host_session_and_a_new_device_session_clear_the_memory();
    a_duration_ends_by_itself();
    the_failsafe_acts_after_two_silent_seconds();
    a_command_that_comes_too_late_does_not_undo_the_failsafe();
    goodbye_turns_off_what_commands_switched_on();
    goodbye_after_too_long_a_silence_leaves_the_failsafe_its_turn();
}
