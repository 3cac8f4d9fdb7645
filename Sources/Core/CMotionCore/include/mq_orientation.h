// Where down is, from six axes: attitude, gravity and what is left of the acceleration, sample by sample (docs/ORIENTATION.md).
//
//     mq_orientation_begin(&orientation, rate);
//     for each sample: mq_orientation_push(&orientation, acceleration, rotation, values);
//
// The filter is VQF's for six axes (Laidig and Seel, "VQF: Highly accurate IMU orientation estimation with bias estimation and
// magnetic disturbance rejection", Information Fusion 91, 2023), in single precision. It gives the same bits wherever it runs: it
// adds, multiplies and divides in one order, without fused operations and without a mathematical library. No heap.
#ifndef MQ_ORIENTATION_H
#define MQ_ORIENTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
/// What Swift's compiler may call where nothing may be allocated.
#define MQ_ORIENTATION_NO_ALLOCATION __attribute__((swift_attr("@_noAllocation")))
#else
#define MQ_ORIENTATION_NO_ALLOCATION
#ifndef _Nonnull
#define _Nonnull
#endif
#endif

/// Values that a sample becomes: see `mq_orientation_push`.
#define MQ_ORIENTATION_VALUES 15

/// Samples per second that the filter is made for.
#define MQ_ORIENTATION_LEAST_RATE 5.0f
#define MQ_ORIENTATION_MOST_RATE 10000.0f

/// A Butterworth low-pass filter of second order over up to nine values; until its time constant has passed, their mean.
typedef struct {
    /// What a sample weighs; and the two states of each value.
    float g, first, second, third;
    float states[9][2];
    /// Samples averaged at the beginning, and how many those are.
    float count, initial;
} mq_low_pass;

/// A running filter. Caller-owned; set up with `mq_orientation_begin`. Its fields are not for callers.
typedef struct {
    float period;
    /// Of the rotation rates and of the accelerations, for the detection of rest (0.5 s).
    mq_low_pass still_rotation, still_acceleration;
    /// Of the acceleration in the frame that the gyroscope alone keeps, of the rotation matrix, and of the bias turned by it (3 s).
    mq_low_pass leaning, turning, turned_bias;
    /// w, x, y, z. From the sensor's frame to the one that the gyroscope alone keeps, and from there to one whose z points up.
    float gyroscope[4], inclination[4];
    /// rad/s, and its covariance in (0.01 degrees/s)^2.
    float bias[3], covariance[9];
    float rest_rotation[3];
    /// Samples in a row that were still.
    float still;
    bool rests;
    /// What a step adds to the covariance, and what a measurement in motion, about the vertical, and at rest is worth.
    float drift, motion_noise, vertical_noise, rest_noise;
} mq_orientation;

/// Sets a filter up for a rate, from `MQ_ORIENTATION_LEAST_RATE` to `MQ_ORIENTATION_MOST_RATE` samples per second, with no sample
/// seen.
MQ_ORIENTATION_NO_ALLOCATION void mq_orientation_begin(mq_orientation *_Nonnull orientation, float rate);

/// What follows does not follow what came before. The gyroscope's bias is kept: it is the sensor's, not the motion's.
MQ_ORIENTATION_NO_ALLOCATION void mq_orientation_restart(mq_orientation *_Nonnull orientation);

/// Takes the next sample.
///
/// - acceleration: x, y, z in g, gravity included; what stands in for gravity is what an accelerometer at rest measures, one g
///   upwards. With the opposite sign for all three axes (Apple's) everything but the attitude is as consistent.
/// - rotation: x, y, z in rad/s.
/// - values: gets roll, pitch and yaw in rad (about x, y and z, turned in the order z, y, x; yaw from an arbitrary beginning),
///   gravity along x, y, z in g (of length 1), the acceleration without gravity along x, y, z in g; and in the level frame, whose z
///   points up and whose heading is that of the beginning, the acceleration without gravity in g and the rotation in rad/s.
///
/// A sample with a value that is no finite number is taken for the one before as far as the filter goes.
MQ_ORIENTATION_NO_ALLOCATION void mq_orientation_push(
    mq_orientation *_Nonnull orientation, const float *_Nonnull acceleration, const float *_Nonnull rotation,
    float *_Nonnull values);

#ifdef __cplusplus
}
#endif
#endif
