// Streams an LSM6DS3 on an ESP32 or an RP2040 (or any board from 8 KB of RAM) over Wire; LED_BUILTIN is the host's.
//
// Wiring: VDD and CS to 3V3, GND to GND, SDA and SCL to the board's, SDO/SA0 to GND (address 0x6A).
#include <MotionQ15.h>
#include <Wire.h>

#include "lsm6ds3.h"

#ifndef LED_BUILTIN
#define LED_BUILTIN 2  // Most ESP32 boards that do not say.
#endif

static const uint16_t RATES[] = {25, 50, 100, 200};  // The sensor makes 416 samples a second.
static const uint8_t MOST_FAILURES = 10;

static LSM6DS3 sensor(Wire, 0x6A);
static MotionQ15Device device(Serial);
static bool found;
static uint8_t failures;  // Reads in a row.
static uint32_t triedAt;  // millis() of the last try to start the sensor.

// Tells the host, which would otherwise see only that no samples come.
static void startSensor() {
    triedAt = millis();
    found = sensor.begin();
    failures = 0;
    if (found) {
        device.log(MotionQ15Device::INFORMATION_LEVEL, "LSM6DS3 started");
    } else {
        device.log(MotionQ15Device::ERROR_LEVEL, "no LSM6DS3 at address 0x6A: check the wiring");
    }
}

void setup() {
    Serial.begin(115200);
    Wire.begin();
    Wire.setClock(400000);  // A read takes 0.4 ms.
    // A broken bus must not hold the loop: RP2040 and ESP32 give up after this many milliseconds (or their own 50), an AVR after
    // this many microseconds.
#if defined(WIRE_HAS_TIMEOUT)
    Wire.setWireTimeout(10000, true);
#else
#if defined(ARDUINO_ARCH_ESP32)
    Wire.setTimeOut(10);  // Of the bus; there `setTimeout` is a stream's.
#else
    Wire.setTimeout(10);
#endif
#endif
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
    if (!device.sampleDue()) return;

    int16_t counts[6];
    if (found && sensor.read(counts)) {
        failures = 0;
        device.push(counts);
        return;
    }
    // Each period without a sample is a dropped sample: the host must not take what comes next for what comes after.
    device.miss();
    if (found && ++failures == MOST_FAILURES) {
        found = false;
        device.log(MotionQ15Device::ERROR_LEVEL, "LSM6DS3 does not answer any more");
    }
}
