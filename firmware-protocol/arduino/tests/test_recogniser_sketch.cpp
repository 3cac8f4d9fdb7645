// RecogniseOnBoard against a board on the host, with the demo's network. What it sends is held against the C classifier, which gets
// the counts that the sketch streamed: a host could do the same. Once more with a network that reads what is derived of six axes.
#include <math.h>
#include <stdio.h>

#include "reference.h"

static void show(const float *values) {
    for (int i = 0; i < 6; i++) {
        const float count = i < 3 ? values[i] * 8192 : values[i] * 65.5f;
        const int16_t whole = (int16_t)(count > 32767 ? 32767 : count < -32768 ? -32768 : count);
        uint8_t *place = board.registers + (i < 3 ? 0x3B + 2 * i : 0x43 + 2 * (i - 3));
        place[0] = (uint8_t)((uint16_t)whole >> 8);
        place[1] = (uint8_t)whole;
    }
}

static bool lit() { return board.pins[LED_BUILTIN] == HIGH; }

// Moves the sensor for a time: gravity, and a swing of one axis in g and of another in degrees per second. Returns for how many
// steps of 5 ms the LED was lit.
static unsigned move(float seconds, int axis, float g, int turn, float degrees, float hertz, bool compares = true) {
    unsigned lights = 0;
    bool differed = false;
    for (int step = 0; step < (int)(seconds * 200); step++) {
        const float angle = 2 * 3.14159265f * hertz * (float)step / 200;
        float values[6] = {0, 0, 1, 0, 0, 0};
        values[axis] += g * sinf(angle);
        values[3 + turn] += degrees * cosf(angle);
        show(values);
        run(5000);
        lights += lit();
        if (!compares) continue;
        follow();
        // A frame takes more than a round to leave: for one step the LED may be ahead.
        const bool differs = lit() != (running && reference.decisions.active >= 0);
        CHECK(!differs || !differed);
        differed = differs;
    }
    return lights;
}

static unsigned rest(float seconds) { return move(seconds, 0, 0, 0, 0, 1); }

// What the demo's network takes for its gestures: swings that are far simpler than those of people.
static unsigned shake(float seconds, bool compares = true) { return move(seconds, 0, 0.5f, 0, 300, 4, compares); }

static void gestures() {
    shake(2);
    rest(1.5f);
    move(2, 0, 1.5f, 1, 300, 4);  // Chop.
    rest(1.5f);
    move(2, 0, 0.5f, 0, 300, 2);  // Drive.
    rest(1.5f);
}

static void configure(float rate) {
    mq_config config = mq_config();
    config.present = MQ_HAS(MQ_CONFIG_RATE);
    config.rate = rate;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_CONFIG, 0, payload, mq_config_encode(&config, payload));
}

#if !defined(MOTIONQ_NETWORK_DERIVES)
// Before and after micros() wraps.
static void gesturesLightTheLedWithoutAHost() {
    rest(1);
    CHECK(windows > 0 && !lit() && lastHello().capabilities == (SETS_RATE | PREDICTS));
    gestures();
    CHECK(board.now > 0x80000000u && entered == 3 && left == 3 && labelsEntered == 0xE);
    rest(8);
    const unsigned before = entered;
    gestures();
    CHECK(board.now < 0x80000000u && entered == before + 3);
    CHECK(restarts == 0 && lastHeartbeat().samples_dropped == 0);
}

static void missingSamplesBeginTheWindowsAnew() {
    const unsigned before = restarts, windowsBefore = windows;
    board.answers = false;  // Three samples, or two.
    rest(0.055f);
    board.answers = true;
    rest(2);
    CHECK(restarts == before + 1 && windows > windowsBefore);
    board.now += 210000;  // A loop that was held up.
    shake(2);
    CHECK(restarts == before + 2);
    shake(1);
    CHECK(lit());
    board.answers = false;  // For so long that the sketch gives up: it holds nothing.
    move(2, 0, 0, 0, 0, 1, false);
    CHECK(!lit());
    memset(board.registers, 0, sizeof board.registers);
    board.registers[0x75] = 0x68;
    board.registers[0x3A] = 1;  // A measurement is always ready.
    board.answers = true;
    move(2, 0, 0, 0, 0, 1, false);
    rest(2);
    CHECK(restarts > before + 2);
}

static void itPredictsWhileTheRateIsTheNetworks() {
    configure(200);
    rest(0.1f);
    const unsigned before = windows;
    CHECK(lastHello().capabilities == SETS_RATE && fabsf(lastHello().rate - 200) < 1e-3f);
    shake(2);
    CHECK(windows == before && !lit());
    configure(MOTIONQ_NETWORK_RATE);
    rest(0.1f);
    CHECK(lastHello().capabilities == (SETS_RATE | PREDICTS));
    gestures();
    CHECK(windows > before && lastHello().rate == MOTIONQ_NETWORK_RATE);
}

static void windowsBeforeEndsAt255() {
    rest(260.0f * MOTIONQ_NETWORK_SLOTS * (float)motionq_network.hop / MOTIONQ_NETWORK_RATE);
    CHECK(mostBefore == 255);
}

static void withoutRoomForFramesTheLedStillObeys() {
    board.room = 0;
    rest(2);
    CHECK(shake(3, false) > 0);
    move(3, 0, 0, 0, 0, 1, false);
    CHECK(!lit() && board.longWrites == 0);
}
#endif

// Channels in another order and unit, called without a sketch.
static mq_window lastWindow;
static int16_t lastProbabilities[MOTIONQ_NETWORK_LABELS];
static unsigned judgedWindows;
static void judged(const mq_window &window, const mq_decision &) {
    lastWindow = window;
    memcpy(lastProbabilities, window.probabilities, sizeof lastProbabilities);
    judgedWindows++;
}

static void channelsAreFoundByKind() {
    static MotionQ15Classifier classifier;
    classifier.load(motionq15Network());  // In the sketch's memory, which is done.
    static mq_device device;
    device.board.clock = [](void *) -> uint64_t { return 0; };
    device.board.write = [](void *, const uint8_t *, size_t) { return false; };
    const mq_hello sketch = lastHello();
    mq_hello hello = sketch;
    for (int i = 0; i < 6; i++) {
        mq_channel &channel = hello.channels[i] = sketch.channels[5 - i];
        channel.offset = 0.125f;
        if (channel.unit == MQ_UNIT_G) channel.unit = MQ_UNIT_METRE_PER_SECOND_SQUARED;
    }
    classifier.onWindow(judged);
    CHECK(classifier.begin(hello));
    reference.begin(hello);
    for (int sample = 0; sample < 200; sample++) {
        int16_t counts[6];
        for (int i = 0; i < 6; i++) counts[i] = (int16_t)(7919 * sample * (i + 1) + 1000 * i);
        const unsigned before = judgedWindows;
        classifier.push(device, counts, 20000u * (unsigned)sample);
        const bool ended = reference.push(counts, 20000u * (unsigned)sample);
        CHECK(judgedWindows == before + ended && (!ended || lastWindow.end == reference.window.end));
        if (!ended) continue;
        CHECK(memcmp(lastProbabilities, reference.window.probabilities, sizeof lastProbabilities) == 0);
    }
    CHECK(judgedWindows > 0);

    hello.rate = MOTIONQ_NETWORK_RATE * 1.04f;
    CHECK(classifier.begin(hello) && classifier.running());
    hello.rate = MOTIONQ_NETWORK_RATE * 1.06f;
    CHECK(!classifier.begin(hello) && !classifier.running() && classifier.active() == -1);
    hello.rate = MOTIONQ_NETWORK_RATE;
    hello.channel_count = 5;  // Acceleration x is the last.
    CHECK(!classifier.begin(hello));
}

#if defined(MOTIONQ_NETWORK_DERIVES)
// With a network that reads what is derived, whatever it makes of such gestures: `follow` compares every bit of every window.
static void derivedInputsAreTheLibrarys() {
    rest(3);
    gestures();
    const unsigned before = restarts, windowsBefore = windows;
    CHECK(windows > 0);
    board.answers = false;  // Three samples, or two: the filter begins anew.
    rest(0.055f);
    board.answers = true;
    rest(1);
    gestures();
    CHECK(restarts == before + 1 && windows > windowsBefore);
    configure(200);
    rest(0.5f);
    configure(MOTIONQ_NETWORK_RATE);  // And knows of no bias.
    rest(0.1f);
    CHECK(lastHello().capabilities == (SETS_RATE | PREDICTS));
    gestures();
}
#endif

int main() {
    board.now = 0u - 20000000u;  // micros() wraps between gestures.
    board.room = 64;
    board.bus = &Wire;
    board.address = 0x68;
    board.registers[0x75] = 0x68;
    board.registers[0x3A] = 1;  // A measurement is always ready.
    board.answers = true;
    for (int &pin : board.pins) pin = -1;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    setup();
#if defined(MOTIONQ_NETWORK_DERIVES)
    derivedInputsAreTheLibrarys();
    channelsAreFoundByKind();
    printf("%u windows with derived inputs; ", windows);
#else
    gesturesLightTheLedWithoutAHost();
    missingSamplesBeginTheWindowsAnew();
    itPredictsWhileTheRateIsTheNetworks();
    windowsBeforeEndsAt255();
    withoutRoomForFramesTheLedStillObeys();
    channelsAreFoundByKind();
    printf("%u windows, %u gestures entered, %u left; ", windows, entered, left);
#endif
    return finish("RecogniseOnBoard");
}
