// What a network may read that no channel has: a sample's six axes in physical units, and what the orientation filter makes of them.
#ifndef MQ_MOTION_H
#define MQ_MOTION_H

#include "mq_orientation.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Axes of a sample, acceleration x, y, z and rotation x, y, z; and all that a network may read of it.
#define MQ_MOTION_AXES 6
#define MQ_MOTION_QUANTITIES (MQ_MOTION_AXES + MQ_ORIENTATION_VALUES)

/// Where a sample has an axis: value = (count * scale + offset) * factor, in g or rad/s.
typedef struct {
    double scale, offset, factor;
    uint8_t channel;
} mq_motion_axis;

/// Samples as counts in, quantities out. Caller-owned: fill in `axes`, and `mq_orientation_begin` its filter.
typedef struct {
    mq_motion_axis axes[MQ_MOTION_AXES];
    mq_orientation filter;
    /// Of the last sample: acceleration in g, rotation in rad/s, roll, pitch and yaw in rad, gravity and the rest in g.
    float values[MQ_MOTION_QUANTITIES];
} mq_motion;

/// Takes the next sample into `values`.
///
/// - counts: one for each of the device's channels.
MQ_ORIENTATION_NO_ALLOCATION void mq_motion_push(mq_motion *_Nonnull motion, const int16_t *_Nonnull counts);

/// A quantity as a network reads it: round((value - offset) * scale * 2^fraction_bits), each operation in single precision, ties away
/// from zero, saturated; what is no number gives 0.
MQ_ORIENTATION_NO_ALLOCATION int16_t mq_motion_input(float value, float offset, float scale, unsigned fraction_bits);

#ifdef __cplusplus
}
#endif
#endif
