// Samples at even times from a sensor that measures at its own.
#ifndef MOTIONQ15_RESAMPLER_H
#define MOTIONQ15_RESAMPLER_H

#include <stdint.h>

#include "MotionQ15Description.h"

/// What a sensor would have measured at a time between two of its measurements: on the straight line between them, rounded to a
/// count. So a sample's time is exact, and samples are evenly spaced, whatever the sensor's clock does. A count at its limit was
/// clipped, and is not mixed with another: the nearer measurement stands for both.
class MotionQ15Resampler {
public:
    /// The sample of `due`, between the measurement that was kept and this one of `time`. False if there is none, or if they are
    /// further apart than `longest` microseconds, at most 131,071.
    bool between(const int16_t *counts, uint32_t time, uint32_t due, uint32_t longest, uint8_t channels, int16_t *sample) const;
    /// Keeps a measurement for the next one.
    void keep(const int16_t *counts, uint32_t time, uint8_t channels);
    /// What was kept is too old for any sample, and would look young again when micros() has wrapped.
    void forget() { kept = false; }

private:
    int16_t before[MOTIONQ15_CHANNELS] = {};
    uint32_t beforeAt = 0;
    bool kept = false;
};

#endif
