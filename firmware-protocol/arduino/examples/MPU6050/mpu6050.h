// An InvenSense MPU-6050 by its registers: acceleration ±4 g, rotation ±500 °/s. PS: the data sheet PS-MPU-6000A-00 (rev. 3.4);
// RM: its register map RM-MPU-6000A-00 (rev. 4.2).
#ifndef MPU6050_H
#define MPU6050_H

#include <Arduino.h>
#include <MotionQ15DataReady.h>
#include <MotionQ15SensorClock.h>
#include <Wire.h>

class MPU6050 {
public:
    // 0x68 with AD0 low, 0x69 with AD0 high (PS 9.2).
    MPU6050(TwoWire &wire, uint8_t address) : wire(wire), address(address), clock(HERTZ) {}

    static constexpr float G_PER_COUNT = 1.0f / 8192;         // PS 6.2: 8,192 LSB/g at AFS_SEL 1.
    static constexpr float DEGREES_PER_COUNT = 1.0f / 65.5f;  // PS 6.1: 65.5 LSB/(°/s) at FS_SEL 1.
    static constexpr float HERTZ = 500;                       // Measurements a second, as the registers below make it.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;

    // False if no MPU-6050 answers; nothing waits. Its rotation is right 30 ms later (PS 6.1, start-up).
    bool begin() {
        uint8_t identity = 0;
        uint32_t at;
        clock.reset();
        if (!readRegisters(0x75, &identity, 1, &at) || identity != 0x68) return false;  // WHO_AM_I, RM 4, register 117
        return writeRegister(0x6B, 1) &&       // PWR_MGMT_1, RM 4, register 107: awake, clock from the gyroscope's x axis
               writeRegister(0x6C, 0) &&       // PWR_MGMT_2, register 108: all axes on, after `watchMotion`
               writeRegister(0x19, 1) &&       // SMPLRT_DIV, register 25: 1,000 Hz / (1 + 1) = 500 Hz
               writeRegister(0x1A, 3) &&       // CONFIG, register 26: DLPF_CFG 3, a low pass at 44 Hz (rotation: 42 Hz)
               writeRegister(0x1B, 1 << 3) &&  // GYRO_CONFIG, register 27: FS_SEL 1, ±500 °/s
               writeRegister(0x1C, 1 << 3) &&  // ACCEL_CONFIG, register 28: AFS_SEL 1, ±4 g; motion is not filtered
               writeRegister(0x38, 1);         // INT_ENABLE, register 56: DATA_RDY_EN, or its flag is never set
    }

    // For a board on which INT is wired to a pin with an interrupt, which then dates the measurements. Before `begin`.
    void watch(uint8_t pin) { ready.begin(pin); }

    // For MotionQ15Doze, by MotionQ15Wakes. `stream` is `begin`, and hands out nothing before the gyroscope has settled.
    bool stream() {
        const bool begun = begin();
        settling = true;
        streamedAt = (uint32_t)micros();
        return begun;
    }

    // The gyroscope sleeps, and acceleration is measured 20 times a second (70 µA, PS 6.3) and held against where it lay: the
    // high-pass filter HOLDs the present sample (RM rev. 3.2, register 28, whose ACCEL_HPF later revisions no longer name). Motion
    // is 64 mg on any axis, for one sample: MOT_THR is in steps of 32 mg by PS 6.2; RM rev. 3.2 says 2 mg, and a part to which
    // that applies wakes at every touch.
    bool watchMotion() {
        uint8_t cleared;
        uint32_t at;
        return writeRegister(0x38, 0) &&                 // INT_ENABLE: no more DATA_RDY
               writeRegister(0x1C, 1 << 3 | 7) &&        // ACCEL_CONFIG: AFS_SEL 1, ±4 g; ACCEL_HPF 7, HOLD
               writeRegister(0x1F, 2) &&                 // MOT_THR, register 31
               writeRegister(0x20, 1) &&                 // MOT_DUR, register 32: 1 ms
               writeRegister(0x69, 0x15) &&              // MOT_DETECT_CTRL, register 105: 5 ms to power on; counters fall by 1
               writeRegister(0x6C, 2 << 6 | 7) &&        // PWR_MGMT_2: LP_WAKE_CTRL 2, 20 Hz; the gyroscope in standby
               writeRegister(0x6B, 1 << 5 | 1 << 3) &&   // PWR_MGMT_1: CYCLE, TEMP_DIS, clock inside
               readRegisters(0x3A, &cleared, 1, &at) &&  // INT_STATUS: what it had to say before
               forget() && writeRegister(0x38, 1 << 6);  // INT_ENABLE: MOT_EN
    }
    // False: it does not answer.
    bool motion(bool *moved) {
        uint8_t status;
        uint32_t at;
        (void)forget();
        if (!readRegisters(0x3A, &status, 1, &at)) return false;  // INT_STATUS: MOT_INT
        *moved = (status & 1 << 6) != 0;
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
        if (!readRegisters(0x3A, &status, 1, &askedAt)) return false;  // INT_STATUS, RM 4, register 58: DATA_RDY_INT
        if ((status & 0x01) != 0x01) {
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
    // PS 6.1: rotation is right 30 ms after power on; the low pass is 5 ms behind (RM 4, register 26).
    static const uint32_t SETTLING_MICROSECONDS = 35000;

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
        uint8_t bytes[14];
        if (!readRegisters(0x3B, bytes, sizeof bytes, at)) return false;  // ACCEL_XOUT_H ... GYRO_ZOUT_L, RM 4, registers 59 to 72
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = count(bytes + 2 * i);
            counts[3 + i] = count(bytes + 8 + 2 * i);  // After the temperature.
        }
        return true;
    }

    // High byte first.
    static int16_t count(const uint8_t *bytes) { return (int16_t)((uint16_t)bytes[0] << 8 | bytes[1]); }

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
    bool settling = false;
    uint32_t streamedAt = 0;
};

#endif
