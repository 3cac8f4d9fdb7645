// From a device's raw counts to what a network reads that no channel has: the six axes in g and rad/s, what the orientation filter
// tells of them, and one value of either as an input of a network. Host and microcontrollers run this one file.
//
//     mq_derivation_begin(&derivation, rate);
//     mq_derivation_set_axis(&derivation, axis, channel, scale, offset, factor);  // the six of them
//     for each sample: mq_derivation_push(&derivation, counts);
//                      for each input: values[i] = mq_derivation_input(&derivation, quantity, offset, scale, fraction_bits);
//
// All that is done with a sample is done in single precision, each operation rounded once, so that the bits are the same on every
// machine. No heap.
#ifndef MQ_DERIVATION_H
#define MQ_DERIVATION_H

#include "mq_orientation.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Quantities of a sample: acceleration x, y, z in g and rotation x, y, z in rad/s, then those of `mq_orientation_push`.
#define MQ_QUANTITIES (6 + MQ_ORIENTATION_VALUES)

/// What an input of a network measures if an orientation filter tells it (`mq_network_input`, its kind): this and its place among
/// the values of `mq_orientation_push`. No channel has such a kind.
#define MQ_DERIVED_KIND 0x80

/// Where an axis stands in a sample, and what makes a physical value of its count: `count * scale + offset`, in g or rad/s.
typedef struct {
    float scale, offset;
    uint8_t channel;
} mq_axis;

/// A device's six axes, the filter that follows them, and the newest sample. Caller-owned; its fields are not for callers.
typedef struct {
    mq_orientation orientation;
    mq_axis axes[6];
    float quantities[MQ_QUANTITIES];
} mq_derivation;

/// With no sample seen and no bias known; the axes are as they were.
///
/// - rate: samples per second, taken as the nearest from `MQ_ORIENTATION_LEAST_RATE` to `MQ_ORIENTATION_MOST_RATE`.
MQ_ORIENTATION_NO_ALLOCATION void mq_derivation_begin(mq_derivation *_Nonnull derivation, float rate);

/// Samples are missing: what follows does not follow what came before. The gyroscope's bias is kept.
MQ_ORIENTATION_NO_ALLOCATION void mq_derivation_restart(mq_derivation *_Nonnull derivation);

/// Says what an axis's counts mean, as HELLO says it: value = count * scale + offset, and value * factor is in g or rad/s. Double
/// precision is used here alone, and must be IEEE's.
///
/// - axis: 0 ... 2 acceleration x, y, z; 3 ... 5 rotation x, y, z.
/// - channel: its place in a sample.
/// - factor: negative if the sensor's axis points the other way.
/// Returns false if such values are beyond single precision.
MQ_ORIENTATION_NO_ALLOCATION bool mq_derivation_set_axis(
    mq_derivation *_Nonnull derivation, size_t axis, uint8_t channel, float scale, float offset, double factor);

/// Makes g and rad/s of the axes' counts, and follows the orientation no further: for one who resamples.
///
/// - counts: one for each of the device's channels.
/// - values: gets six.
MQ_ORIENTATION_NO_ALLOCATION void mq_derivation_axes(
    const mq_derivation *_Nonnull derivation, const int16_t *_Nonnull counts, float *_Nonnull values);

/// Takes the next sample: a count for each of the device's channels.
MQ_ORIENTATION_NO_ALLOCATION void mq_derivation_push(mq_derivation *_Nonnull derivation, const int16_t *_Nonnull counts);

/// Takes the next sample as six axes that are in g and rad/s already.
MQ_ORIENTATION_NO_ALLOCATION void mq_derivation_push_axes(mq_derivation *_Nonnull derivation, const float *_Nonnull values);

/// A quantity of the newest sample as a network's input: (x - offset) * scale * 2^fraction_bits to the nearest, half away from
/// zero, saturated; 0 for what is no finite number.
///
/// - quantity: below MQ_QUANTITIES.
/// - fraction_bits: of the network's inputs, 0 ... 15.
MQ_ORIENTATION_NO_ALLOCATION int16_t
mq_derivation_input(const mq_derivation *_Nonnull derivation, size_t quantity, float offset, float scale, unsigned fraction_bits);

/// Which quantity an input of this kind is: an axis by its channel's kind (PROTOCOL.md, section 6.1), or a derived one;
/// MQ_QUANTITIES if it is neither.
MQ_ORIENTATION_NO_ALLOCATION size_t mq_quantity_of_kind(uint8_t kind);

#ifdef __cplusplus
}
#endif
#endif
