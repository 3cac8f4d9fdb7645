// The ST LSM9DS1 of an Arduino Nano 33 BLE Sense (rev. 1) by its registers: acceleration ±4 g, rotation ±500 °/s. DS: the data
// sheet DocID025715 (rev. 3).
#ifndef LSM9DS1_H
#define LSM9DS1_H

#include <Arduino.h>
#include <MotionQ15SensorClock.h>
#include <Wire.h>

class LSM9DS1 {
public:
    // Acceleration and rotation answer at 0x6B when SDO_A/G is high, as it is on the Nano (DS 5.1).
    LSM9DS1(TwoWire &wire, uint8_t address) : wire(wire), address(address), clock(HERTZ) {}

    static constexpr float G_PER_COUNT = 0.000122f;      // DS 2.1, table 3: LA_So is 0.122 mg/LSB at ±4 g.
    static constexpr float DEGREES_PER_COUNT = 0.0175f;  // DS 2.1, table 3: G_So is 17.50 mdps/LSB at ±500 °/s.
    static constexpr float HERTZ = 476;  // Measurements a second: ODR_G below, which with rotation on is that of acceleration, too.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;

    // False if no LSM9DS1 answers; nothing waits.
    bool begin() {
        uint8_t identity = 0;
        uint32_t at;
        clock.reset();
        if (!readRegisters(0x0F, &identity, 1, &at) || identity != 0x68) return false;  // WHO_AM_I, DS 7
        return writeRegister(0x22, 0x44) &&  // CTRL_REG8, DS 7: BDU, no sample of two halves; IF_ADD_INC, registers in a row
               writeRegister(0x10, 0xAA) &&  // CTRL_REG1_G: 476 Hz, ±500 °/s, after the first low pass alone
               writeRegister(0x20, 0xB7);    // CTRL_REG6_XL: 476 Hz, ±4 g, a low pass at 50 Hz
    }

    // Acceleration x, y, z, then rotation x, y, z, and when they were measured, by micros(). False, and nothing is changed, if the
    // sensor has measured nothing since, or does not answer.
    bool poll(int16_t *counts, uint32_t *time) {
        if (!clock.worthAsking(micros())) return false;
        uint8_t status;
        uint32_t askedAt, readAt;
        if (!readRegisters(0x17, &status, 1, &askedAt)) return false;  // STATUS_REG, DS 7: XLDA and GDA
        if ((status & 0x03) != 0x03) {
            clock.foundNothing(askedAt);
            return false;
        }
        int16_t fresh[6];
        if (!read(fresh, &readAt)) return false;
        const uint32_t measuredAt = clock.foundNew(askedAt);
        // After a loop that was held up the next measurement may have come in between: nobody knows which one was read.
        if (readAt - measuredAt > PERIOD_MICROSECONDS * 9 / 10) return false;
        for (uint8_t i = 0; i < 6; i++) counts[i] = fresh[i];
        *time = measuredAt;
        return true;
    }

private:
    bool read(int16_t *counts, uint32_t *at) {
        uint8_t rotation[6], acceleration[6];
        if (!readRegisters(0x18, rotation, 6, at)) return false;      // OUT_X_G ... OUT_Z_G
        if (!readRegisters(0x28, acceleration, 6, at)) return false;  // OUT_X_XL ... OUT_Z_XL
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = count(acceleration + 2 * i);
            counts[3 + i] = count(rotation + 2 * i);
        }
        return true;
    }

    // Low byte first.
    static int16_t count(const uint8_t *bytes) { return (int16_t)((uint16_t)bytes[1] << 8 | bytes[0]); }

    bool writeRegister(uint8_t number, uint8_t value) {
        wire.beginTransmission(address);
        wire.write(number);
        wire.write(value);
        return wire.endTransmission() == 0;
    }

    // `at` is about when the sensor handed out the first of them: between the two transfers.
    bool readRegisters(uint8_t first, uint8_t *bytes, uint8_t length, uint32_t *at) {
        wire.beginTransmission(address);
        wire.write(first);
        if (wire.endTransmission(false) != 0) return false;
        *at = micros();
        if (wire.requestFrom(address, length) != length) return false;
        for (uint8_t i = 0; i < length; i++) bytes[i] = (uint8_t)wire.read();
        return true;
    }

    TwoWire &wire;
    const uint8_t address;
    MotionQ15SensorClock clock;
};

#endif
