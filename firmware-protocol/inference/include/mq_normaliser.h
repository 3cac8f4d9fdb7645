// From a sensor's raw count to a network input: one integer multiplication a sample and channel (ARITHMETIC.md, section 8).
//
//     input = sat16((count * multiplier + addend + 2^(shift - 1)) >> shift)
//
// The C twin of `ChannelNormaliser`. Floating point is used once per channel, when it is set up, and must be IEEE double.
#ifndef MQ_NORMALISER_H
#define MQ_NORMALISER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Factor from m/s^2 to g, the network's unit of acceleration: 1 / 9.80665.
#define MQ_METRES_PER_SECOND_SQUARED 0.10197162129779283
/// Factor from degrees per second to rad/s, the network's unit of rotation: pi / 180.
#define MQ_DEGREES_PER_SECOND 0.017453292519943295

/// The map of one channel. Set up with one of the two functions below.
typedef struct {
    int64_t addend;      ///< Offset in units of 2^-shift, at most 2^50 either way.
    int32_t multiplier;  ///< Scale in units of 2^-shift, below 2^30 either way.
    uint8_t shift;       ///< 1 ... 46
} mq_normaliser;

/// Makes the map from two real numbers: `gain`, input steps per count, and `bias`, input steps at count 0.
///
/// Returns false, and leaves `normaliser` alone, if it cannot be expressed: a gain of 2^16 or more, a bias beyond 2^30, or not a
/// number.
bool mq_normaliser_begin(mq_normaliser *normaliser, double gain, double bias);

/// What a sensor's counts mean: value = count * scale + offset, and value * factor is in g or rad/s.
typedef struct {
    double scale;
    double offset;
    double factor;  ///< 1, or one of the two above; negative if the sensor's axis points the other way than the network's.
} mq_sensor_scale;

/// Makes the map from what the sensor's counts mean and what the network does with a feature: (x - offset) * scale.
///
/// Give the feature's numbers as the network's file has them, and its `input_fraction_bits`: then a device and a host that are told
/// the same of a sensor make the same map. Returns false as `mq_normaliser_begin` does.
bool mq_normaliser_begin_sensor(
    mq_normaliser *normaliser, const mq_sensor_scale *sensor, double feature_offset, double feature_scale, unsigned fraction_bits);

/// The network input for one raw count. Saturates, never wraps.
int16_t mq_normaliser_input(const mq_normaliser *normaliser, int16_t count);

#ifdef __cplusplus
}
#endif
#endif
