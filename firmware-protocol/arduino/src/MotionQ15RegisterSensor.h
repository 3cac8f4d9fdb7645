// What motion sensors behind registers on an I2C bus have in common. Not part of MotionQ15.h: a sketch without a bus would link
// one.
#ifndef MOTIONQ15_REGISTER_SENSOR_H
#define MOTIONQ15_REGISTER_SENSOR_H

#include <Arduino.h>
#include <Wire.h>

#include "MotionQ15SensorClock.h"

/// For a sensor whose data-ready line leads nowhere. Otherwise: MotionQ15DataReady.
class MotionQ15NoDataReady {
public:
    bool watching() const { return false; }
    bool pending() const { return false; }
    bool alive(uint32_t, uint32_t) const { return false; }
    bool take(uint32_t *) { return false; }
};

/// A sensor that measures acceleration and rotation by its own clock. This reads and writes its registers, asks for measurements no
/// more often than it must, dates them, and lets the gyroscope settle. `Chip`, which derives from this, says registers and scales:
///
/// - `HERTZ`, measurements a second; `PERIOD_MICROSECONDS`, from one to the next; `SETTLING_MICROSECONDS`, how long rotation is
///   wrong after `stream`.
/// - `STATUS` and `MEASURED`: a register, and those of its bits that are all set when there is a new measurement.
/// - `MOTION_SOURCE` and `MOVED`: a register, and its bit that is set if there was motion since `watchMotion`.
/// - `bool configure()` writes what makes it measure. False: it does not answer, or is another chip. Nothing waits.
/// - `bool read(int16_t *counts, uint32_t *at)` tells acceleration x, y, z, rotation x, y, z, and about when they were handed out.
/// - `bool watchMotion()`, for a sketch that dozes, makes it measure no rotation and look for motion at low power.
///
/// `Line` is MotionQ15DataReady, or MotionQ15NoDataReady. All times are micros().
template <typename Chip, typename Line> class MotionQ15RegisterSensor {
public:
    /// `address` of 7 bits. The bus is not owned, and begun by the sketch.
    MotionQ15RegisterSensor(TwoWire &wire, uint8_t address) : wire(wire), address(address), clock(Chip::HERTZ) {}

    /// Starts it. False if it does not answer; nothing waits.
    bool begin() {
        clock.reset();
        return chip().configure();
    }

    /// For a board on which the line is wired to a pin with an interrupt, which then dates the measurements. Before `begin`.
    void watch(uint8_t pin) { ready.begin(pin); }

    /// Acceleration x, y, z, then rotation x, y, z, and when they were measured. False, and `counts` are left alone, if the sensor
    /// has measured nothing since, or does not answer.
    bool poll(int16_t *counts, uint32_t *time) {
        const uint32_t now = micros();
        if (!settled(now)) return false;
        if (ready.take(time)) return readMeasurement(counts);
        if (ready.alive(now, 4 * Chip::PERIOD_MICROSECONDS) || !clock.worthAsking(now)) return false;
        uint8_t status;
        uint32_t askedAt, readAt;
        if (!readRegisters(Chip::STATUS, &status, 1, &askedAt)) return false;
        if ((status & Chip::MEASURED) != Chip::MEASURED) {
            clock.foundNothing(askedAt);
            return false;
        }
        int16_t fresh[6];
        if (!chip().read(fresh, &readAt)) return false;
        const uint32_t measuredAt = clock.foundNew(askedAt);
        // After a loop that was held up the next measurement may have come in between: nobody knows which one was read.
        if (readAt - measuredAt > Chip::PERIOD_MICROSECONDS * 9 / 10) return false;
        for (uint8_t i = 0; i < 6; i++) counts[i] = fresh[i];
        *time = measuredAt;
        return true;
    }

    /// For so many microseconds `poll` will find nothing: time to sleep.
    uint32_t quiet() const {
        return ready.alive(micros(), 4 * Chip::PERIOD_MICROSECONDS) ? Chip::PERIOD_MICROSECONDS : clock.quiet(micros());
    }

    /// For MotionQ15Doze, by MotionQ15Wakes, as are the next three: `begin`, and `poll` hands out nothing before the gyroscope has
    /// settled.
    bool stream() {
        const bool begun = begin();
        settling = true;
        streamedAt = (uint32_t)micros();
        return begun;
    }
    /// Whether it moved since `Chip::watchMotion`. False: it does not answer.
    bool motion(bool *moved) {
        uint8_t source;
        uint32_t at;
        (void)forget();
        if (!readRegisters(Chip::MOTION_SOURCE, &source, 1, &at)) return false;
        *moved = (source & Chip::MOVED) != 0;
        return true;
    }
    /// Whether the line is wired to a pin that tells.
    bool wired() const { return ready.watching(); }
    /// Whether the line rose since the sensor was read or asked last.
    bool signalled() const { return ready.pending(); }

protected:
    /// Whether the sensor took the value.
    bool writeRegister(uint8_t number, uint8_t value) {
        wire.beginTransmission(address);
        wire.write(number);
        wire.write(value);
        return wire.endTransmission() == 0;
    }

    /// Registers in a row. `at` is about when the sensor handed out the first of them: between the two transfers.
    bool readRegisters(uint8_t first, uint8_t *bytes, uint8_t length, uint32_t *at) {
        wire.beginTransmission(address);
        wire.write(first);
        if (wire.endTransmission(false) != 0) return false;
        *at = micros();
        if (wire.requestFrom(address, length) != length) return false;
        for (uint8_t i = 0; i < length; i++) bytes[i] = (uint8_t)wire.read();
        return true;
    }
    /// One register of which nobody needs to know when it was read.
    bool readRegister(uint8_t number, uint8_t *value) {
        uint32_t at;
        return readRegisters(number, value, 1, &at);
    }

    /// What the line told is settled: it may rise for something else from now on. Always true, so that it can stand among writes.
    bool forget() {
        uint32_t time;
        (void)ready.take(&time);
        return true;
    }

    /// A count of which the sensor hands out the high byte first.
    static int16_t highFirst(const uint8_t *bytes) { return (int16_t)((uint16_t)bytes[0] << 8 | bytes[1]); }
    /// A count of which the sensor hands out the low byte first.
    static int16_t lowFirst(const uint8_t *bytes) { return (int16_t)((uint16_t)bytes[1] << 8 | bytes[0]); }

private:
    Chip &chip() { return static_cast<Chip &>(*this); }

    // What was measured before it had settled tells nothing.
    bool settled(uint32_t now) {
        if (settling && now - streamedAt < Chip::SETTLING_MICROSECONDS) return false;
        settling = false;
        return true;
    }

    // The newest measurement, unless another one comes meanwhile: nobody knows then which one was read.
    bool readMeasurement(int16_t *counts) {
        int16_t fresh[6];
        uint32_t readAt;
        if (!chip().read(fresh, &readAt) || ready.pending()) return false;
        for (uint8_t i = 0; i < 6; i++) counts[i] = fresh[i];
        return true;
    }

    TwoWire &wire;
    const uint8_t address;
    MotionQ15SensorClock clock;
    Line ready;
    bool settling = false;
    uint32_t streamedAt = 0;
};

#endif
