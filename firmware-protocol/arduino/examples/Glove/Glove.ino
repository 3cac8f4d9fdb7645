// A glove with five flex sensors on analog pins: streams how far each finger is bent, and lights LED_BUILTIN while a network of the
// sketch's own recognises a sign. No motion sensor is needed; `motionq monitor` shows the channels flex_0 to flex_4.
//
// The network is network.h and network.c beside this file. To put one of your own there, trained with what the glove recorded:
//     motionq export --model mine.safetensors -o FOLDER/Glove
// Without them the sketch streams, and says so to the compiler's user.
//
// For boards from 8 KB of RAM with five analog pins beside A0, which stays open (README.md: A sketch); with a network, for those
// whose double has 64 bits, from 32 KB. On others change PINS, and leave out fingers.
// Wiring of each finger: 3V3 (5V where the board runs at it) - flex sensor - pin - 47 kOhm - GND.
#include <MotionQ15.h>

#if defined(__has_include)
#if __has_include("network.h")
#define HAS_NETWORK 1
#endif
#else
#define HAS_NETWORK 1  // A compiler that cannot tell: it must be there.
#endif
#if defined(HAS_NETWORK)
#include "network.h"
// After the network, whose sizes it reads.
#include <MotionQ15Classifier.h>
#else
#pragma message("Glove has no network yet and only streams: motionq export --model mine.safetensors -o FOLDER/Glove")
#endif
#ifndef LED_BUILTIN
#define LED_BUILTIN 2  // Most ESP32 boards that do not say.
#endif

static const uint8_t FINGERS = 5;
static const uint8_t PINS[FINGERS] = {A1, A2, A3, A4, A5};
static const char *const NAMES[FINGERS] = {"flex_0", "flex_1", "flex_2", "flex_3", "flex_4"};
// What analogRead gives at most: ten bits but on an ESP32.
#if defined(ARDUINO_ARCH_ESP32)
static const int16_t FULL = 4095;
#else
static const int16_t FULL = 1023;
#endif
// Below this share of it no finger is: the sensor's plug is out, and the resistor pulls the pin to ground.
static const int16_t UNPLUGGED = FULL / 64;

static MotionQ15Device device(Serial);

#if defined(HAS_NETWORK)
static MotionQ15Classifier classifier;
static const float NETWORK_RATE = MOTIONQ_NETWORK_RATE;

static void attachNetwork() {
    classifier.load(motionq15Network());
    device.attachPredictor(classifier);
}

static bool holdsSign() { return classifier.active() >= 0; }

// Why nothing is recognised; null: it is.
static const char *trouble() { return classifier.running() ? nullptr : "the network reads what this glove does not measure"; }
#else
static const float NETWORK_RATE = 0;
static void attachNetwork() {}
static bool holdsSign() { return false; }
static const char *trouble() { return nullptr; }
#endif

// The rate the network was made for, if it says.
static const float RATE = NETWORK_RATE > 0 ? NETWORK_RATE : 50;
static const uint16_t RATES[] = {(uint16_t)(RATE + 0.5f), 25, 50, 100};

void setup() {
    Serial.begin(115200);
    pinMode(LED_BUILTIN, OUTPUT);
    device.offerRates(RATES, sizeof RATES / sizeof RATES[0]);
    attachNetwork();

    MotionQ15Description description("Glove", RATE);
    // In percent of the full range: what an angle is depends on sensor and hand, and a network learns it.
    for (uint8_t finger = 0; finger < FINGERS; finger++) description.addChannel(NAMES[finger], "%", 100.0f / FULL, 0, 100);
    device.begin(description);
    if (trouble()) device.log(MotionQ15Device::ERROR_LEVEL, trouble());
}

void loop() {
    device.poll();
    digitalWrite(LED_BUILTIN, holdsSign() ? HIGH : LOW);
    if (!device.sampleDue()) return;
    int16_t counts[FINGERS];
    for (uint8_t finger = 0; finger < FINGERS; finger++) {
        const int16_t reading = (int16_t)analogRead(PINS[finger]);
        counts[finger] = reading < UNPLUGGED ? MQ_NO_VALUE : reading;
    }
    device.push(counts);
}
