// An ST LSM6DS3 by its registers: acceleration ±4 g, rotation ±500 °/s. DS: the data sheet DocID026899 (rev. 10).
#ifndef LSM6DS3_H
#define LSM6DS3_H

#include <Arduino.h>
#include <MotionQ15DataReady.h>
#include <MotionQ15SensorClock.h>
#include <Wire.h>

class LSM6DS3 {
public:
    // 0x6A with SDO/SA0 low, 0x6B with it high (DS 6.1).
    LSM6DS3(TwoWire &wire, uint8_t address) : wire(wire), address(address), clock(HERTZ) {}

    static constexpr float G_PER_COUNT = 0.000122f;      // DS 4.1, table 3: LA_So is 0.122 mg/LSB at ±4 g.
    static constexpr float DEGREES_PER_COUNT = 0.0175f;  // DS 4.1, table 3: G_So is 17.50 mdps/LSB at ±500 °/s.
    static constexpr float HERTZ = 416;                  // Measurements a second: ODR_XL and ODR_G below.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;

    // False if no LSM6DS3 answers; nothing waits.
    bool begin() {
        uint8_t identity = 0;
        uint32_t at;
        clock.reset();
        if (!readRegisters(0x0F, &identity, 1, &at)) return false;  // WHO_AM_I, DS 9
        if (identity != 0x69 && identity != 0x6A) return false;     // The LSM6DS3, and the LSM6DS3TR-C, alike but for TAP_CFG.
        hasSwitch = identity == 0x6A;
        return writeRegister(0x5E, 0) &&     // MD1_CFG: INT1 tells of no motion, after `watchMotion`
               writeRegister(0x58, 0) &&     // TAP_CFG: nor is any looked for
               writeRegister(0x15, 0) &&     // CTRL6_C: acceleration in high performance
               writeRegister(0x12, 0x44) &&  // CTRL3_C, DS 9: BDU, no sample of two halves; IF_INC, registers in a row
               writeRegister(0x10, 0x68) &&  // CTRL1_XL: 416 Hz, ±4 g
               writeRegister(0x11, 0x64) &&  // CTRL2_G: 416 Hz, ±500 °/s
               writeRegister(0x0B, 0x80) &&  // DRDY_PULSE_CFG_G: a pulse each time, also if nobody reads
               writeRegister(0x0D, 0x02);    // INT1_CTRL: INT1_DRDY_G, and acceleration is measured with it
    }

    // For a board on which INT1 is wired to a pin with an interrupt, which then dates the measurements. Before `begin`.
    void watch(uint8_t pin) { ready.begin(pin); }

    // For MotionQ15Doze, by MotionQ15Wakes. `stream` is `begin`, and hands out nothing before the gyroscope has settled.
    bool stream() {
        const bool begun = begin();
        settling = true;
        streamedAt = (uint32_t)micros();
        return begun;
    }

    // The gyroscope is off, and acceleration is measured 26 times a second at low power. Motion is more than 62.5 mg from one
    // measurement to the next on any axis: the slope filter halves it (AN4650, wake-up interrupt), and a step of the threshold is
    // 31.25 mg. So slow motion, below 1.6 g a second, is none.
    bool watchMotion() {
        uint8_t cleared;
        uint32_t at;
        return writeRegister(0x0D, 0) &&                        // INT1_CTRL, DS 9: no more data ready
               writeRegister(0x11, 0) &&                        // CTRL2_G: power down
               writeRegister(0x15, 1 << 4) &&                   // CTRL6_C: XL_HM_MODE, high performance off
               writeRegister(0x10, 0x20) &&                     // CTRL1_XL: 26 Hz, ±2 g
               writeRegister(0x5C, 0) &&                        // WAKE_UP_DUR: one measurement is enough
               writeRegister(0x5B, 1) &&                        // WAKE_UP_THS: 1 LSB is FS_XL / 2^6
               writeRegister(0x58, hasSwitch ? 0x81 : 0x01) &&  // TAP_CFG: LIR, until it is asked; the TR-C's INTERRUPTS_ENABLE
               readRegisters(0x1B, &cleared, 1, &at) &&         // WAKE_UP_SRC: what it had to say before
               forget() && writeRegister(0x5E, 1 << 5);         // MD1_CFG: INT1_WU
    }
    // False: it does not answer.
    bool motion(bool *moved) {
        uint8_t source;
        uint32_t at;
        (void)forget();
        if (!readRegisters(0x1B, &source, 1, &at)) return false;  // WAKE_UP_SRC, DS 9: WU_IA
        *moved = (source & 1 << 3) != 0;
        return true;
    }
    bool wired() const { return ready.watching(); }
    bool signalled() const { return ready.pending(); }
    // For so many microseconds `poll` will find nothing: time to sleep.
    uint32_t quiet() const { return ready.alive(micros(), 4 * PERIOD_MICROSECONDS) ? PERIOD_MICROSECONDS : clock.quiet(micros()); }

    // Acceleration x, y, z, then rotation x, y, z, and when they were measured, by micros(). False, and nothing is changed, if the
    // sensor has measured nothing since, or does not answer.
    bool poll(int16_t *counts, uint32_t *time) {
        const uint32_t now = micros();
        if (!settled(now)) return false;
        if (ready.take(time)) return readMeasurement(counts);
        if (ready.alive(now, 4 * PERIOD_MICROSECONDS) || !clock.worthAsking(now)) return false;
        uint8_t status;
        uint32_t askedAt, readAt;
        if (!readRegisters(0x1E, &status, 1, &askedAt)) return false;  // STATUS_REG, DS 9: XLDA and GDA
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
    // AN4650, table 16: the gyroscope takes up to 80 ms from power down; and what is read may be a little older.
    static const uint32_t SETTLING_MICROSECONDS = 85000;

    // What was measured before it had settled tells nothing.
    bool settled(uint32_t now) {
        if (settling && now - streamedAt < SETTLING_MICROSECONDS) return false;
        settling = false;
        return true;
    }

    // What the line told is settled, too.
    bool forget() {
        uint32_t time;
        (void)ready.take(&time);
        return true;
    }

    // The newest measurement, unless another one comes meanwhile: nobody knows then which one was read.
    bool readMeasurement(int16_t *counts) {
        int16_t fresh[6];
        uint32_t readAt;
        if (!read(fresh, &readAt) || ready.pending()) return false;
        for (uint8_t i = 0; i < 6; i++) counts[i] = fresh[i];
        return true;
    }

    bool read(int16_t *counts, uint32_t *at) {
        uint8_t bytes[12];
        if (!readRegisters(0x22, bytes, sizeof bytes, at)) return false;  // OUTX_L_G ... OUTZ_H_XL, rotation first
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = count(bytes + 6 + 2 * i);
            counts[3 + i] = count(bytes + 2 * i);
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
    MotionQ15DataReady ready;
    bool hasSwitch = false;
    bool settling = false;
    uint32_t streamedAt = 0;
};

#endif
