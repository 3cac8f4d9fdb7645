// A device that dozes, on each example's sensor as registers: when it may, what wakes it, and how late the first sample then is.
// NANO, MPU or LSM says which; WIRED has its line on a pin.
#include <stdio.h>

#include "wake_world.h"

static void itStaysAwakeUntilItLayStillAndNoHostWasHeard() {
    move(0.2, 1);
    runFor(6);
    CHECK(!doze.dozing() && doze.count() == 0);
    move(0, 0);
    runFor(STILL - 0.1);
    CHECK(!doze.dozing());
    runFor(0.5);
    CHECK(doze.dozing() && doze.count() == 1);
    CHECK(watchPeriod() > 0 && !streams() && microamperes() <= MOST_MICROAMPERES);
}

static void dozingItIsTheSameDeviceButForSamples() {
    const size_t from = board.sent.size();
    const uint32_t dropped = lastHeartbeat().samples_dropped;
    const uint64_t slept = board.slept;
    const unsigned transfers = board.transfers;
    runFor(20);
    const double share = (double)(board.slept - slept) / 20e6, asked = (board.transfers - transfers) / 20.0;
    printf(
        "%s%s dozes: asleep %.1f %% of the time, %.0f transfers a second; ", NAME, IS_WIRED ? ", wired," : "", share * 100, asked);
    CHECK(doze.dozing() && doze.count() == 1 && samplesSince(from) == 0);
    CHECK(share > 0.9 && asked <= (IS_WIRED ? 2 : 21));
    CHECK(sentOf(MQ_TYPE_HEARTBEAT, from).size() >= 19 && sentOf(MQ_TYPE_HELLO, from).size() >= 3);
    const uint32_t missed = lastHeartbeat().samples_dropped - dropped;
    CHECK(missed >= 19 * HERTZ && missed <= 21 * HERTZ);
}

// Two or four steps of a threshold are as much as 62.5 or 64 mg, on each axis.
static void theThresholdIsWhereItShouldBe() {
    move(0.02, 1);
    runFor(10);
    CHECK(doze.dozing() && doze.count() == 1);
    for (double &axis : lean) {
        layDown();
        const uint32_t before = doze.count();
        axis = 0.05;
        runFor(3);
        axis = 0;
        runFor(3);
        CHECK(doze.dozing() && doze.count() == before);
        axis = 0.08;
        runFor(0.3);
        CHECK(!doze.dozing());
    }
}

static void motionWakesIt() {
    int32_t latest = 0, latestFound = 0;
    for (unsigned turn = 0; turn < 20; turn++) {
        layDown();
        const uint32_t before = doze.count();
        runFor(0.0137 * turn);
        const size_t from = board.sent.size();
        const uint32_t movedAt = board.now;
        move(0.3, 2);
        while (doze.dozing() && board.now - movedAt < 1000000) run(500);
        const int32_t foundAfter = (int32_t)(board.now - movedAt);
        if (foundAfter > latestFound) latestFound = foundAfter;
        CHECK(!doze.dozing() && streams());
        runFor(1);
        uint32_t first = movedAt - 1;
        CHECK(samplesSince(from, &first) >= 0.75 * HERTZ && doze.count() == before);
        const int32_t late = (int32_t)(first - movedAt);
        CHECK(late > 0 && late <= LATEST);
        if (late > latest) latest = late;
        for (const uint8_t *setting : SETTINGS) CHECK((board.registers[setting[0]] & setting[1]) == setting[2]);
    }
    printf("moved, it wakes within %d ms, the first sample is of %d ms at the latest; ", latestFound / 1000, latest / 1000);
    const uint64_t slept = board.slept;
    runFor(5);
    printf("streaming it sleeps %.0f %%\n", (double)(board.slept - slept) / 5e4);
    CHECK(board.slept > slept);
}

static void aHostThatGreetsWakesItAndKeepsItAwake() {
    layDown();
    const size_t from = board.sent.size();
    tellHello(5);
    runFor(0.03);
    CHECK(!doze.dozing() && sentOf(MQ_TYPE_HELLO, from).size() >= 1 && sentOf(MQ_TYPE_LOG, from).size() == 1);
    const uint8_t payload[32] = {0};
    const uint32_t before = doze.count();
    for (unsigned second = 0; second < 10; second++) {
        tell(MQ_TYPE_HEARTBEAT, 0, payload, sizeof payload);
        runFor(1);
        CHECK(!doze.dozing());
    }
    CHECK(samplesSince(from) >= 9.7 * HERTZ && board.longWrites == 0 && doze.count() == before);
    runFor(HOST + 0.5);
    CHECK(doze.dozing());
}

// A serial port's buffer is small: a host's bytes end a sleep that an interrupt of theirs has interrupted.
static unsigned ticks, sleptOn;
static bool sleepATick(uint32_t) {
    board.now += 1000;
    if (!board.toDevice.empty()) sleptOn++;
    if (++ticks == 20) tellHello(4);
    return true;
}
static void bytesOfAHostEndASleep() {
    layDown();
    doze.sleepBy(sleepATick);
    runFor(0.1);
    CHECK(ticks >= 20 && sleptOn == 0 && !doze.dozing());
    doze.sleepBy(motionq15Sleep);
}

static void nothingThatIsOnSleepsThroughItsEnd() {
    doze.begin(1, 1);  // Sooner than the failsafe.
    runFor(1.5);
    mq_feedback feedback = mq_feedback();
    feedback.issued = board.now;
    feedback.time_to_live = 300;
    feedback.actuator = MQ_ACTUATOR_LED;
    feedback.pattern = MQ_PATTERN_ON;
    feedback.level = 200;
    uint8_t payload[MQ_PAYLOAD_MAX];
    CHECK(doze.dozing());
    tell(MQ_TYPE_FEEDBACK, 0, payload, mq_feedback_encode(&feedback, payload));
    runFor(0.03);
    CHECK(board.pins[LED_BUILTIN] == 200 && !doze.dozing());
    const uint32_t litAt = board.now;
    while (board.pins[LED_BUILTIN] != 0 && board.now - litAt < 3000000) {
        run(1000);
        CHECK(board.pins[LED_BUILTIN] == 0 || !doze.dozing());
    }
    CHECK(board.now - litAt < 2050000);
    runFor(0.5);
    CHECK(doze.dozing());
}

static void aLabelThatIsActiveKeepsItAwake() {
    doze.begin(STILL, HOST);
    tellHello(6);
    runFor(0.1);
    active = true;
    runFor(STILL + HOST + 2);
    CHECK(!doze.dozing());
    active = false;
    runFor(STILL + 0.1);
    CHECK(doze.dozing());
}

static void aSensorThatFallsSilentMeanwhileIsFoundAndStartedAgain() {
    layDown();
    board.answers = false;
    runFor(1.3);
    CHECK(!doze.dozing() && !found);
    memset(board.registers, 0, sizeof board.registers);
    board.registers[IDENTITY_AT] = IDENTITY;
    board.answers = true;
    runFor(1.5);
    CHECK(found && streams());
}

static void aBoardThatWasResetFindsItsSensorDozing() {
    layDown();
    startSensor();
    CHECK(streams() && watchPeriod() * (tellsMotion() || NAME[0] == 'N') <= 0);
    doze.begin(0);
    runFor(20);
    CHECK(!doze.dozing());
    doze.begin(STILL, HOST);
}

int main() {
    board.now = 0xFFFF0000u;  // micros() wraps soon.
    board.room = 256;
    board.bus = BUS;
    board.address = ADDRESS;
#if defined(SUCCESSOR)
    board.registers[IDENTITY_AT] = SUCCESSOR;
#else
    board.registers[IDENTITY_AT] = IDENTITY;
#endif
    board.answers = true;
    board.passed = moveSensor;
    board.sensor = [](uint8_t first) { live.asked(first); };
    live.wired = IS_WIRED;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    setup();
    itStaysAwakeUntilItLayStillAndNoHostWasHeard();
    dozingItIsTheSameDeviceButForSamples();
    theThresholdIsWhereItShouldBe();
    motionWakesIt();
    aHostThatGreetsWakesItAndKeepsItAwake();
    bytesOfAHostEndASleep();
    nothingThatIsOnSleepsThroughItsEnd();
    aLabelThatIsActiveKeepsItAwake();
    aSensorThatFallsSilentMeanwhileIsFoundAndStartedAgain();
    aBoardThatWasResetFindsItsSensorDozing();
    return finish(NAME);
}
