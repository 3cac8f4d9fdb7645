// Actuators go off in time, whatever holds up the loop: the interrupt of port_world stands in for a timer of the board's. Each test
// has a device of its own. The argument is the name of one test, or none for all.
#include "port_world.h"

static const uint64_t FAILSAFE = 2100000;                                     // Microseconds after the last valid frame.
static const uint8_t PINS[] = {LED_PIN, RED_PIN, BUZZER_PIN, VIBRATION_PIN};  // One of each actuator, in their order.

static void switchOn(MotionQ15Device &device, uint8_t actuator, uint8_t pattern = MQ_PATTERN_ON, uint16_t duration = 0) {
    tellCommand(actuator, pattern, duration);
    run(device, 20000);
    CHECK(world->pins[PINS[actuator - 1]]);
}

// The next write of the device waits for so long.
static void blockWrites(uint64_t microseconds) {
    world->port.writing = Writing::BLOCKING;
    world->port.blockedUntil = world->now + microseconds;
}

static void runUntilBlocked(MotionQ15Device &device, uint64_t patience) {
    world->limit = world->now + patience;
    try {
        run(device, patience);
        CHECK(!"a write should have blocked");
    } catch (const NeverReturned &) {}
}

static void everyActuatorGoesOffWhileAWriteBlocksForEver(MotionQ15Device &device) {
    for (uint8_t actuator = MQ_ACTUATOR_LED; actuator <= MQ_ACTUATOR_VIBRATION; actuator++) switchOn(device, actuator);
    blockWrites(3600000000u);
    runUntilBlocked(device, 5000000);
    CHECK(!anythingOn() && world->longestOn <= FAILSAFE);
}

static void everyActuatorGoesOffWhileTheSketchDoesNotReturn(MotionQ15Device &device) {
    for (uint8_t actuator = MQ_ACTUATOR_LED; actuator <= MQ_ACTUATOR_VIBRATION; actuator++) switchOn(device, actuator);
    pass(5000000);
    CHECK(!anythingOn() && world->longestOn <= FAILSAFE);
}

static void aDurationEndsWhileAWriteBlocks(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_VIBRATION, MQ_PATTERN_ON, 200);
    blockWrites(3600000000u);
    runUntilBlocked(device, 300000);
    CHECK(!anythingOn());
}

static void theFailsafeStaysInTimeWhileTheLoopRuns(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_LED);
    run(device, 3000000);
    CHECK(!anythingOn() && world->longestOn >= 1990000 && world->longestOn <= FAILSAFE);
}

static void whatTheInterruptTurnedOffDoesNotBlinkOn(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_LED, MQ_PATTERN_BLINK);
    pass(2300000);
    const uint64_t before = world->longestOn;
    run(device, 3000000);
    CHECK(world->longestOn == before);
}

static void aHeartbeatTellsThatTheFailsafeActed(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_LED);
    pass(2300000);
    const size_t from = world->heard.size();
    run(device, 1100000);
    unsigned told = 0;
    for (size_t i = from; i < world->heard.size(); i++) {
        if (world->heard[i].type == MQ_TYPE_HEARTBEAT) told += (world->heard[i].payload[28] & MQ_HEARTBEAT_FAILSAFE) != 0;
    }
    CHECK(told == 1);
}

static void aBuzzerSoundsAgainAfterTheInterruptSilencedIt(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_BUZZER);
    pass(2300000);
    run(device, 100000);
    CHECK(!anythingOn());
    switchOn(device, MQ_ACTUATOR_BUZZER);
}

static void aLightOfAHostThatIsThereStaysOn(MotionQ15Device &device) {
    switchOn(device, MQ_ACTUATOR_LED);
    for (unsigned i = 0; i < 100; i++) {
        tellHeartbeat();
        run(device, 100000);
        CHECK(world->pins[LED_PIN]);
    }
}

// Wherever in the handling of the frame it comes.
static void anInterruptWhileACommandIsAppliedLeavesItOn(MotionQ15Device &device) {
    for (uint32_t tickEvery = 1; tickEvery < 60; tickEvery++) {
        world->tickEvery = 10000;
        run(device, 3000000);
        world->tickEvery = tickEvery;
        switchOn(device, MQ_ACTUATOR_RGB);
        CHECK(world->pins[RED_PIN] && world->pins[GREEN_PIN]);
    }
}

static size_t warnings() {
    size_t count = 0;
    for (const HeardFrame &frame : world->heard) count += frame.type == MQ_TYPE_LOG && frame.payload[0] == 1;
    return count;
}

static void aCoreWithoutAnInterruptIsToldToItsHost(MotionQ15Device &device) {
    world->interrupts = false;
    tellHello(7);
    run(device, 3000000);
    CHECK(warnings() == 1);
}

static void aCoreWithAnInterruptHasNothingToTell(MotionQ15Device &device) {
    tellHello(7);
    run(device, 3000000);
    CHECK(warnings() == 0);
}

static const Test TESTS[] = {
    TEST(everyActuatorGoesOffWhileAWriteBlocksForEver),
    TEST(everyActuatorGoesOffWhileTheSketchDoesNotReturn),
    TEST(aDurationEndsWhileAWriteBlocks),
    TEST(theFailsafeStaysInTimeWhileTheLoopRuns),
    TEST(whatTheInterruptTurnedOffDoesNotBlinkOn),
    TEST(aHeartbeatTellsThatTheFailsafeActed),
    TEST(aBuzzerSoundsAgainAfterTheInterruptSilencedIt),
    TEST(aLightOfAHostThatIsThereStaysOn),
    TEST(anInterruptWhileACommandIsAppliedLeavesItOn),
    TEST(aCoreWithoutAnInterruptIsToldToItsHost),
    TEST(aCoreWithAnInterruptHasNothingToTell),
};

int main(int count, char **arguments) {
    return runTests("failsafe", TESTS, sizeof TESTS / sizeof TESTS[0], count > 1 ? arguments[1] : nullptr);
}
