// Streams an LSM6DS3 on an ESP32 or an RP2040 (or any board from 8 KB of RAM) over Wire; LED_BUILTIN is the host's.
//
// Wiring: VDD and CS to 3V3, GND to GND, SDA and SCL to the board's, SDO/SA0 to GND (address 0x6A).
#include <MotionQ15.h>
#include <MotionQ15Bus.h>
#include <Wire.h>

#include "lsm6ds3.h"

// The pin to which the sensor's INT1 is wired, one with an interrupt; -1: none, and measurements are dated by polls, to 0.2 ms.
#ifndef DATA_READY_PIN
#define DATA_READY_PIN -1
#endif
#ifndef LED_BUILTIN
#define LED_BUILTIN 2  // Most ESP32 boards that do not say.
#endif

static const uint16_t RATES[] = {25, 50, 100, 200};  // The sensor measures 416 times a second.
static const uint8_t SILENCE_MS = 100;               // After which the sensor is started again.

static LSM6DS3 sensor(Wire, 0x6A);
static MotionQ15Device device(Serial);
static bool found;
static uint32_t measuredAt;  // millis() of the last measurement, or of the start.
static uint32_t triedAt;     // millis() of the last try to start the sensor.

// Tells the host, which would otherwise see only that no samples come.
static void startSensor() {
    triedAt = millis();
    found = sensor.begin();
    measuredAt = triedAt;
    if (found) {
        device.log(MotionQ15Device::INFORMATION_LEVEL, "LSM6DS3 started");
    } else {
        device.log(MotionQ15Device::ERROR_LEVEL, "no LSM6DS3 at address 0x6A: check the wiring");
    }
}

void setup() {
    Serial.begin(115200);
    Wire.begin();
    Wire.setClock(400000);  // A poll takes 0.1 ms, a read 0.4.
    if (DATA_READY_PIN >= 0) sensor.watch((uint8_t)DATA_READY_PIN);
    motionq15BoundBus(Wire);  // A broken bus must not hold the loop.
    device.attachLed(LED_BUILTIN);
    device.offerRates(RATES, sizeof RATES / sizeof RATES[0]);

    MotionQ15Description description("LSM6DS3", 100);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, LSM6DS3::G_PER_COUNT, LSM6DS3::G_FULL_SCALE);
    description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, LSM6DS3::DEGREES_PER_COUNT, LSM6DS3::DEGREES_FULL_SCALE);
    device.begin(description);
    startSensor();
}

void loop() {
    device.poll();
    if (!found && millis() - triedAt >= 1000) startSensor();

    int16_t counts[6];
    uint32_t time;
    if (found && sensor.poll(counts, &time)) {
        measuredAt = millis();
        device.measured(counts, time);
        return;
    }
    // Each period without a measurement is a dropped sample: the host must not take what comes next for what comes after.
    device.unmeasured();
    if (found && millis() - measuredAt >= SILENCE_MS) {
        found = false;
        device.log(MotionQ15Device::ERROR_LEVEL, "LSM6DS3 does not answer any more");
    }
}
