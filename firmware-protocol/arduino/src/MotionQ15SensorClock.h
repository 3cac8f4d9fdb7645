// When a sensor that runs by its own clock measured, told by polls of its data-ready flag.
#ifndef MOTIONQ15_SENSOR_CLOCK_H
#define MOTIONQ15_SENSOR_CLOCK_H

#include <stdint.h>

/// A poll that finds a new measurement says that it is at most as old as the poll before, which found none. From many such bounds
/// this keeps the sensor's phase and period, which may be 10 % off the nominal one, and dates each measurement far better than one
/// poll could. All times are micros(), and wrap.
class MotionQ15SensorClock {
public:
    /// `hertz` is the sensor's nominal rate, 30 to 10,000.
    explicit MotionQ15SensorClock(float hertz) : nominal((uint32_t)(1e6f / hertz * UNITS)) {}

    /// Nothing is known any more: the sensor was started.
    void reset();
    /// Whether a measurement may be there by now: before that a poll would only keep the bus busy.
    bool worthAsking(uint32_t now) const;
    /// For how many microseconds it will not be.
    uint32_t quiet(uint32_t now) const;
    /// A poll at this time found nothing new.
    void foundNothing(uint32_t time);
    /// A poll at this time found something new. Returns when it was measured.
    uint32_t foundNew(uint32_t time);

private:
    static const uint32_t UNITS = 256;  // Of a microsecond: what is added up for seconds must not be rounded.
    uint32_t nominal;                   // Period in units, as the next one.
    uint32_t period = 0;
    uint32_t last = 0;       // Time of the newest measurement, µs.
    uint32_t lastUnits = 0;  // The rest of it, 0 ... 255 units.
    uint32_t emptyAt = 0;    // The last poll that found nothing, if there was one since the newest measurement.
    bool empty = false;
    bool known = false;  // There was a measurement.
    uint16_t lead = 0;   // How long before the next one is expected asking begins, µs.
    uint8_t early = 0;   // And as much earlier, each time differently, so that polls fall everywhere.
};

#endif
