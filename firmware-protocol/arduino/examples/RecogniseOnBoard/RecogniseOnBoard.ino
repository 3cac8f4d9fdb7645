// Recognises gestures on the board: an MPU-6050 over Wire, a network, and LED_BUILTIN lit while a gesture is held. No host is
// needed; one that listens gets the samples and every prediction: `motionq monitor`, or `motionq run --shadow` to check each bit.
//
// The network is network.h and network.c beside this file. To put one of your own there:
//     motionq export --model mine.safetensors -o FOLDER/RecogniseOnBoard
// Without them the sketch streams, and says so to the compiler's user and to the host. On boards that can (README.md: Another
// network over the line) `motionq install` puts another one in its place, without the Arduino IDE.
//
// A network that was exported with --teachable learns gestures of its own by a button (README.md: Teach it by a button): press,
// show one while the LED is lit, five times.
//
// For a battery: it sleeps between measurements, and after 10 s at rest without a host it dozes until it is moved.
//
// For boards whose double has 64 bits, from 32 KB of RAM: ESP32, RP2040, Nano 33 BLE. Not for an AVR.
// Wiring: VCC to 3V3, GND to GND, SDA and SCL to the board's, AD0 to GND (address 0x68).
#include <MotionQ15.h>
#include <MotionQ15Bus.h>
#include <Wire.h>

#include "mpu6050.h"

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
#include <MotionQ15Store.h>
#if defined(MOTIONQ_TEACH_PLACES)
#include <MotionQ15Teacher.h>
#endif
#else
#pragma message( \
    "RecogniseOnBoard has no network yet and only streams: motionq export --model mine.safetensors -o FOLDER/RecogniseOnBoard")
#endif

// The pin to which the sensor's INT is wired, one with an interrupt; -1: none. Then measurements are dated by polls, to 0.2 ms, and
// motion ends a doze 50 ms later.
#ifndef DATA_READY_PIN
#define DATA_READY_PIN -1
#endif
// After so many seconds at rest, without a gesture and without a host, it dozes; 0: never.
#ifndef DOZE_SECONDS
#define DOZE_SECONDS 10
#endif
// The pin of the button that teaches, which it pulls to ground.
#ifndef BUTTON_PIN
#define BUTTON_PIN 3
#endif
#ifndef LED_BUILTIN
#define LED_BUILTIN 2  // Most ESP32 boards that do not say.
#endif

static MPU6050 sensor(Wire, 0x68);
static MotionQ15Device device(Serial);
static MotionQ15Wakes<MPU6050> wakes(sensor);
static MotionQ15Doze doze(device, wakes);
static bool found;
static uint32_t measuredAt;  // millis() of the last measurement, or of the start.
static uint32_t triedAt;     // millis() of the last try to start the sensor.

#if defined(HAS_NETWORK)
static MotionQ15Classifier classifier;
static MotionQ15Store store;
static const float NETWORK_RATE = MOTIONQ_NETWORK_RATE;

// Each window leads here. `enter` comes once a gesture, `exit` when it is over; of whole strokes `onLeft` tells that.
static void judged(const mq_window &, const mq_decision &decision) {
    if (decision.phase == MQ_PHASE_ENTER) device.log(MotionQ15Device::INFORMATION_LEVEL, store.label(decision.active));
}

#if defined(MOTIONQ_TEACH_PLACES)
static MotionQ15Teacher teacher;

// What the LED says while the board is taught: lit, show it now; quick blinks, heard; slow ones, another place; dark, not heard.
// Returns false when it has nothing to say.
static bool teaches() {
    teacher.poll(digitalRead(BUTTON_PIN) == LOW);
    if (teacher.waits()) doze.stir();
    const mq_teach_light light = teacher.light();
    const bool lit = light == MQ_TEACH_WAITING || (light == MQ_TEACH_HEARD && millis() / 100 % 2 == 0) ||
                     (light == MQ_TEACH_CHANGED && millis() / 300 % 2 == 0);
    if (light != MQ_TEACH_DARK) digitalWrite(LED_BUILTIN, lit ? HIGH : LOW);
    return light != MQ_TEACH_DARK;
}
#else
static bool teaches() { return false; }
#endif

static void attachNetwork() {
#if defined(MOTIONQ_TEACH_PLACES)
    pinMode(BUTTON_PIN, INPUT_PULLUP);
    classifier.attachPupil(teacher);
    store.begin(classifier, motionq15TaughtNetwork(teacher, motionq15NetworkWithRoom()));
#else
    store.begin(classifier, motionq15NetworkWithRoom());  // It loads the newest network that came, or this sketch's.
#endif
    store.nameOwn(motionq_network_labels);
    classifier.onWindow(judged);
    device.attachPredictor(classifier);
    device.attachInstaller(store);
}

static bool holdsGesture() { return classifier.active() >= 0; }

// Why nothing is recognised; null: it is.
static const char *trouble() { return classifier.running() ? nullptr : "the network reads what this sensor does not measure"; }
#else
static const float NETWORK_RATE = 0;
static void attachNetwork() {}
static bool holdsGesture() { return false; }
static bool teaches() { return false; }
static const char *trouble() { return "no network in this sketch: motionq export writes one into its folder"; }
#endif

// The rate the network was made for, if it says. At another one a host may choose, the board streams and does not recognise.
static const float RATE = NETWORK_RATE > 0 ? NETWORK_RATE : 50;
static const uint16_t RATES[] = {(uint16_t)(RATE + 0.5f), 25, 50, 100, 200};  // The sensor measures 500 times a second.
static const uint8_t SILENCE_MS = 100;                                        // After which the sensor is started again.

// Tells the host, which would otherwise see only that no samples come.
static void startSensor() {
    triedAt = millis();
    found = sensor.begin();
    measuredAt = triedAt;
    if (found) {
        device.log(MotionQ15Device::INFORMATION_LEVEL, "MPU-6050 started");
    } else {
        device.log(MotionQ15Device::ERROR_LEVEL, "no MPU-6050 at address 0x68: check the wiring");
    }
}

// Dozing, there is nothing to read, and the sensor is not taken for silent.
static bool dozes() {
    if (!doze.poll()) return false;
    measuredAt = millis();
    return true;
}

void setup() {
    Serial.begin(115200);
    Wire.begin();
    Wire.setClock(400000);  // A poll takes 0.1 ms, a read 0.4.
    if (DATA_READY_PIN >= 0) sensor.watch((uint8_t)DATA_READY_PIN);
    motionq15BoundBus(Wire);  // A broken bus must not hold the loop.
    pinMode(LED_BUILTIN, OUTPUT);
    device.offerRates(RATES, sizeof RATES / sizeof RATES[0]);
    attachNetwork();

    MotionQ15Description description("RecogniseOnBoard", RATE);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, MPU6050::G_PER_COUNT, MPU6050::G_FULL_SCALE);
    description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, MPU6050::DEGREES_PER_COUNT, MPU6050::DEGREES_FULL_SCALE);
    device.begin(description);
    doze.begin(DOZE_SECONDS);
    startSensor();
    if (trouble()) device.log(MotionQ15Device::ERROR_LEVEL, trouble());
}

void loop() {
    device.poll();
    // A sensor that fell silent holds nothing.
    if (!teaches()) {
        digitalWrite(LED_BUILTIN, found && holdsGesture() ? HIGH : LOW);
    }
    if (!found && millis() - triedAt >= 1000) startSensor();
    if (holdsGesture()) doze.stir();
    if (found && (dozes() || doze.pause(3 * MPU6050::PERIOD_MICROSECONDS))) return;

    int16_t counts[6];
    uint32_t time;
    if (found && sensor.poll(counts, &time)) {
        measuredAt = millis();
        doze.measured(counts);
        device.measured(counts, time);
        return;
    }
    // Each period without a measurement is a dropped sample, and the windows start over.
    device.unmeasured();
    if (found && millis() - measuredAt >= SILENCE_MS) {
        found = false;
        device.log(MotionQ15Device::ERROR_LEVEL, "MPU-6050 does not answer any more");
    }
    doze.rest(sensor.quiet());
}
