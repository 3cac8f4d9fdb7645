// Streams the LSM9DS1 of an Arduino Nano 33 BLE Sense (rev. 1; rev. 2 has another sensor), which is wired to Wire1. The orange LED
// and the RGB LED are the host's.
#include <MotionQ15.h>
#include <Wire.h>

#include "lsm9ds1.h"

static const uint16_t RATES[] = {25, 50, 100, 200};  // The sensor measures 476 times a second.
static const uint8_t SILENCE_MS = 100;               // After which the sensor is started again.

static LSM9DS1 sensor(Wire1, 0x6B);
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
        device.log(MotionQ15Device::INFORMATION_LEVEL, "LSM9DS1 started");
    } else {
        device.log(MotionQ15Device::ERROR_LEVEL, "no LSM9DS1 at address 0x6B: is this a Nano 33 BLE Sense, rev. 1?");
    }
}

void setup() {
    Serial.begin(115200);  // USB: the number does not matter.
    Wire1.begin();
    Wire1.setClock(400000);  // A poll takes 0.1 ms, a read 0.5; the driver gives up on a broken bus by itself.
    device.attachLed(LED_BUILTIN);
    device.attachRgb(LEDR, LEDG, LEDB, true);  // Lit when low.
    device.offerRates(RATES, sizeof RATES / sizeof RATES[0]);

    MotionQ15Description description("NanoBLESense", 100);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, LSM9DS1::G_PER_COUNT, LSM9DS1::G_FULL_SCALE);
    description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, LSM9DS1::DEGREES_PER_COUNT, LSM9DS1::DEGREES_FULL_SCALE);
    const uint32_t id[2] = {NRF_FICR->DEVICEID[0], NRF_FICR->DEVICEID[1]};
    description.setUniqueId(id, sizeof id);
    device.begin(description, NRF_FICR->DEVICEID[0]);
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
        device.log(MotionQ15Device::ERROR_LEVEL, "LSM9DS1 does not answer any more");
    }
}
