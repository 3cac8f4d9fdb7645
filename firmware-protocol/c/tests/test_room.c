// A line without room: what a device still does with each poll, and what becomes of frames that were taken and did not leave.
#include "check.h"
#include "device_world.h"

static void stall(void) {
    world.no_room = true;
    world.tries = 0;
}

static void a_poll_without_room_encodes_nothing(void) {
    boot_telling_room(0);
    run(4995000);
    stall();
    run(20000);  // HELLO and HEARTBEAT are due at each of these polls.
    CHECK("frames that were encoded for nothing", world.tries == 0);
}

static void samples_without_room_are_dropped_before_they_are_encoded(void) {
    boot_telling_room(0);
    stall();
    push_samples(8, 5000);
    CHECK("frames that were encoded for nothing", world.tries == 0);
    CHECK("dropped", device.samples_dropped == 8 && device.next_index == 8);
}

static void a_request_without_room_costs_no_answer(void) {
    boot_telling_room(0);
    stall();
    tell_hello(5, 0);
    tell_config(&(mq_config){.present = MQ_HAS(MQ_CONFIG_MOST_SAMPLES), .most_samples = 3});
    CHECK("frames that were encoded for nothing", world.tries == 0);
}

static void what_was_due_leaves_at_the_first_poll_with_room(void) {
    boot_telling_room(0);
    run(4995000);
    stall();
    run(20000);
    const unsigned before = world.sent_count;
    world.no_room = false;
    run(5000);
    CHECK("both", sent_of(MQ_TYPE_HELLO, before) == 1 && sent_of(MQ_TYPE_HEARTBEAT, before) == 1);
}

static void samples_that_were_taken_and_did_not_leave_count_as_dropped(void) {
    boot(0);
    push_samples(4, 5000);
    const uint16_t next = device.next_index;
    mq_device_unsent(&device, MQ_TYPE_DATA, 4);
    CHECK("dropped", device.samples_dropped == 4 && device.next_index == next);
}

static void a_hello_that_did_not_leave_is_due_again(void) {
    boot(0);
    const unsigned before = world.sent_count;
    mq_device_unsent(&device, MQ_TYPE_HELLO, 0);
    run(5000);
    CHECK("HELLO", sent_of(MQ_TYPE_HELLO, before) == 1);
}

static void a_heartbeat_that_did_not_leave_is_due_again(void) {
    boot(0);
    run(1000000);
    const unsigned before = world.sent_count;
    mq_device_unsent(&device, MQ_TYPE_HEARTBEAT, 0);
    run(5000);
    CHECK("HEARTBEAT", sent_of(MQ_TYPE_HEARTBEAT, before) == 1);
}

// The host must hear of it: what it lit is dark.
static void the_failsafe_in_a_heartbeat_that_did_not_leave_is_told_by_the_next(void) {
    boot(0);
    device.failsafe_acted = true;
    run(1000000);
    const unsigned before = world.sent_count;
    mq_device_unsent(&device, MQ_TYPE_HEARTBEAT, 0);
    run(5000);
    mq_heartbeat heartbeat = {0};
    CHECK("HEARTBEAT", mq_heartbeat_decode(last()->payload, last()->header.length, &heartbeat));
    CHECK("the failsafe", world.sent_count > before && (heartbeat.flags & MQ_HEARTBEAT_FAILSAFE) != 0);
}

static void a_heartbeat_that_left_tells_the_failsafe_once(void) {
    boot(0);
    device.failsafe_acted = true;
    run(2000000);
    mq_device_unsent(&device, MQ_TYPE_HEARTBEAT, 0);
    run(5000);
    mq_heartbeat heartbeat = {0};
    CHECK("HEARTBEAT", mq_heartbeat_decode(last()->payload, last()->header.length, &heartbeat));
    CHECK("the failsafe", (heartbeat.flags & MQ_HEARTBEAT_FAILSAFE) == 0);
}

void test_room(void) {
    a_poll_without_room_encodes_nothing();
    samples_without_room_are_dropped_before_they_are_encoded();
    a_request_without_room_costs_no_answer();
    what_was_due_leaves_at_the_first_poll_with_room();
    samples_that_were_taken_and_did_not_leave_count_as_dropped();
    a_hello_that_did_not_leave_is_due_again();
    a_heartbeat_that_did_not_leave_is_due_again();
    the_failsafe_in_a_heartbeat_that_did_not_leave_is_told_by_the_next();
    a_heartbeat_that_left_tells_the_failsafe_once();
}
