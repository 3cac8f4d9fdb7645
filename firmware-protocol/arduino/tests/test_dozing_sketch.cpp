// RecogniseOnBoard on a battery: it dozes on an MPU-6050 as registers, wakes by its motion and recognises what it was moved for.
// What it sends is held against the C classifier, as in test_recogniser_sketch.cpp. WIRED has the sensor's INT on a pin.
#include <math.h>
#include <stdio.h>

#include "reference.h"
#include "wake_sensors.h"

#if defined(WIRED)
static const bool IS_WIRED = true;
#else
static const bool IS_WIRED = false;
#endif

static LiveSensor live;
static float swing, turning, hertz;  // In g about x, in degrees per second about x.
static uint64_t swingAt;

static void moveSensor() {
    static bool moving;
    if (moving) return;
    moving = true;
    const double angle = 6.283185307 * (double)hertz * (double)(live.elapsed - swingAt) * 1e-6;
    live.g[0] = (double)swing * sin(angle);
    live.g[2] = 1;
    live.degrees = (double)turning * cos(angle);
    live.live();
    moving = false;
}

static bool dozing() { return watchPeriod() > 0 && !streams(); }

static void runFor(double seconds) {
    const uint32_t begun = board.now;
    while (board.now - begun < (uint32_t)(seconds * 1e6)) {
        run(5000);
        follow();
    }
}

static void move(float g, float degrees, float perSecond) {
    swing = g;
    turning = degrees;
    hertz = perSecond;
    swingAt = live.elapsed;
}
static void rest(double seconds) {
    move(0, 0, 1);
    runFor(seconds);
}

struct Recognised {
    bool entered;
    double seconds;    // From the beginning of the motion until the window that entered it ended.
    unsigned windows;  // Decided until then.
};

// What the demo's network takes for shaking. Every PREDICTION is the reference's, or `follow` says so.
static Recognised shake() {
    const unsigned before = entered, windowsBefore = windows;
    const uint32_t begun = board.now;
    move(0.5f, 300, 4);
    while (entered == before && board.now - begun < 4000000) runFor(0.005);
    const Recognised recognised = {entered > before, ((double)(uint32_t)sampleTime - begun) * 1e-6, windows - windowsBefore};
    CHECK(board.pins[LED_BUILTIN] == (recognised.entered ? HIGH : LOW));
    rest(2);
    CHECK(board.pins[LED_BUILTIN] == LOW);
    return recognised;
}

static void aGestureAfterADozeIsRecognised() {
    double awake = 0, dozed = 0;
    const double hop = motionq_network.hop / (double)MOTIONQ_NETWORK_RATE;
    for (unsigned turn = 0; turn < 10; turn++) {
        rest(3 + 0.013 * turn);
        CHECK(!dozing());
        const Recognised ready = shake();
        rest(13 + 0.017 * turn);
        CHECK(dozing() && board.pins[LED_BUILTIN] == LOW);
        const unsigned restartsBefore = restarts;
        const Recognised late = shake();
        CHECK(ready.entered && late.entered && restarts == restartsBefore + 1);
        awake = fmax(awake, ready.seconds);
        dozed = fmax(dozed, late.seconds);
    }
    printf(
        "RecogniseOnBoard%s: a gesture is entered within %.2f s, after a doze %.2f: %.0f windows later\n",
        IS_WIRED ? ", wired," : "", awake, dozed, ceil((dozed - awake) / hop - 1e-9));
    CHECK(dozed < 2.2 && labelsEntered == 1u << 1);
}

// What it decides of rest after it was picked up and laid down again, too.
static void theFirstDecisionAfterItIsRight() {
    rest(13);
    CHECK(dozing());
    const unsigned before = windows, enteredBefore = entered;
    move(0.15f, 0, 1);
    runFor(0.3);
    CHECK(!dozing());
    rest(3);
    CHECK(windows > before && entered == enteredBefore);
}

static void aHostThatGreetsSeesSamplesAndPredictions() {
    rest(11);
    CHECK(dozing());
    const size_t from = board.sent.size();
    const unsigned before = windows;
    tellHello(9);
    runFor(3);
    CHECK(!dozing() && sentOf(MQ_TYPE_HELLO, from).size() >= 1 && sentOf(MQ_TYPE_DATA, from).size() > 130 && windows > before);
}

static void asleepMostOfTheTime() {
    rest(12);
    uint64_t slept = board.slept;
    runFor(20);
    const double dozes = (double)(board.slept - slept) / 2e5;
    CHECK(dozing());
    move(0.15f, 0, 1);
    runFor(1);
    slept = board.slept;
    runFor(20);
    const double streaming = (double)(board.slept - slept) / 2e5;
    printf(
        "RecogniseOnBoard%s: asleep %.0f %% of the time while it streams, %.0f while it dozes; ", IS_WIRED ? ", wired," : "",
        streaming, dozes);
    CHECK(!dozing() && streaming > 45 && dozes > 95);
}

int main() {
    board.now = 0u - 20000000u;  // micros() wraps soon.
    board.room = 64;
    board.bus = BUS;
    board.address = ADDRESS;
    board.registers[IDENTITY_AT] = IDENTITY;
    board.answers = true;
    board.passed = moveSensor;
    board.sensor = [](uint8_t first) { live.asked(first); };
    live.wired = IS_WIRED;
    for (int &pin : board.pins) pin = -1;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    setup();
    aGestureAfterADozeIsRecognised();
    theFirstDecisionAfterItIsRight();
    aHostThatGreetsSeesSamplesAndPredictions();
    asleepMostOfTheTime();
    return finish("RecogniseOnBoard, dozing");
}
