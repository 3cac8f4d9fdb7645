// When the next sample is due, by a wrapping microsecond counter.
#ifndef MOTIONQ15_PACE_H
#define MOTIONQ15_PACE_H

#include <stdint.h>

/// A fixed rate: late calls do not shift what follows, and periods that passed meanwhile are told. Set up with `start`.
class MotionQ15Pace {
public:
    /// The first sample is due one period after `now`. `rate` in hertz, above 0 and up to 10,000; the period is rounded to 1 µs.
    void start(float rate, uint32_t now) {
        period = (uint32_t)(1e6f / rate + 0.5f);
        next = now + period;
    }

    /// Periods that ended since the last call: 0 not yet; 1 take a sample; n take one and count n - 1 as missed. Call at least
    /// every 35 minutes.
    uint32_t due(uint32_t now) {
        const uint32_t late = now - next;
        if (late >= 0x80000000u) return 0;
        const uint32_t periods = 1 + late / period;
        next += periods * period;
        return periods;
    }

    /// Whether the next sample is due by `time`.
    bool reached(uint32_t time) const { return time - next < 0x80000000u; }
    /// Microseconds until the next sample is due; 0: it is.
    uint32_t until(uint32_t time) const { return reached(time) ? 0 : next - time; }
    /// When the next sample is due; from now on it is the one after.
    uint32_t take() {
        const uint32_t due = next;
        next += period;
        return due;
    }
    /// Microseconds between samples.
    uint32_t microseconds() const { return period; }

private:
    uint32_t period = 1;
    uint32_t next = 0;
};

#endif
