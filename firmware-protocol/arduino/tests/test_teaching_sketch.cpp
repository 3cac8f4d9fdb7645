// RecogniseOnBoard with a network that has free places, against a board on the host: it is taught a gesture by its button alone.
#include <math.h>
#include <stdio.h>

#include "board.h"
#include "network.h"

#ifndef BUTTON_PIN
#define BUTTON_PIN 3
#endif

static void show(const float *values) {
    for (int i = 0; i < 6; i++) {
        const int16_t count = (int16_t)(i < 3 ? values[i] * 8192 : values[i] * 65.5f * 57.29578f);
        uint8_t *place = board.registers + (i < 3 ? 0x3B + 2 * i : 0x43 + 2 * (i - 3));
        place[0] = (uint8_t)((uint16_t)count >> 8);
        place[1] = (uint8_t)count;
    }
}

static bool lit() { return board.pins[LED_BUILTIN] == HIGH; }

// Moves the sensor once about a circle in its plane, in g and rad/s; 0: holds it still. Returns for how many milliseconds the LED
// was lit. A sketch that sleeps lets more time pass than it is asked for.
static unsigned move(float seconds, float strength) {
    unsigned lights = 0;
    const uint32_t whole = (uint32_t)(seconds * 1000000), start = board.now;
    for (uint32_t passed = 0; passed < whole; passed = board.now - start) {
        const float angle = 2 * 3.14159265f * (float)passed / (float)whole;
        const float values[6] = {strength * sinf(angle), strength * cosf(angle), 1, 0, 0, strength != 0 ? 2 * strength : 0};
        show(values);
        const uint32_t before = board.now;
        run(5000);
        if (lit()) lights += (board.now - before) / 1000;
    }
    return lights;
}

static void press(float seconds) {
    board.pins[BUTTON_PIN] = LOW;
    move(seconds, 0);
    board.pins[BUTTON_PIN] = HIGH;
    move(0.1f, 0);
}

// Whether the sketch told of a label since the `from`-th frame.
static bool told(const char *label, size_t from) {
    for (const SentFrame &frame : sentOf(MQ_TYPE_LOG, from)) {
        if (frame.payload.size() == 1 + strlen(label) && memcmp(frame.payload.data() + 1, label, strlen(label)) == 0) return true;
    }
    return false;
}

static void whatItIsShownItKnows() {
    for (int example = 0; example < 3; example++) {
        press(0.2f);
        CHECK(lit());
        const size_t from = board.sent.size();
        move(1.0f + 0.1f * (float)example, 1.0f + 0.1f * (float)example);
        move(0.9f, 0);
        // An example is no window that anybody is told of.
        CHECK(sentOf(MQ_TYPE_PREDICTION, from).empty());
        move(2, 0);
    }
    const size_t from = board.sent.size();
    move(1.1f, 1.05f);
    CHECK(move(1.5f, 0) > 500 && told("taught 1", from));
    move(2, 0);
    CHECK(!lit());
}

static void theLightSaysThatItHeard() {
    press(0.2f);
    move(1, 1);
    const unsigned lights = move(1.9f, 0);
    // Lit until the stroke is over, and then half of a second.
    CHECK(lights > 500 && lights < 1600);
    move(1, 0);
    CHECK(!lit());
}

static void itGivesUp() {
    press(0.2f);
    const unsigned lights = move(10, 0);
    CHECK(lights > 7500 && lights < 8100);
    CHECK(!lit());
}

static void whatItForgetsItDoesNotKnow() {
    press(5.5f);
    move(2, 0);
    const size_t from = board.sent.size();
    move(1.1f, 1.05f);
    move(1.5f, 0);
    CHECK(!told("taught 1", from));
}

int main() {
    board.now = 0u - 20000000u;
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
    move(4, 0);
    whatItIsShownItKnows();
    theLightSaysThatItHeard();
    itGivesUp();
    whatItForgetsItDoesNotKnow();
    return finish("RecogniseOnBoard, taught");
}
