// How a device's raw counts become the inputs of a network that reads what no channel has: gravity, attitude, acceleration without
// gravity, motion in a level frame (Sources/Core/CMotionCore/orientation, docs/ORIENTATION.md). An export of such a network defines
// MOTIONQ_NETWORK_DERIVES.
//
//     if (mq_derived_inputs_begin(&derived, &hello, &motionq_network, motionq_network_inputs, rate, NULL) == MQ_FITS &&
//         mq_recogniser_begin(&recogniser, &parts))
//         for each sample: mq_derived_inputs_read(&derived, counts, parts.values);
//                          if (mq_recogniser_push_values(&recogniser, time, &recognised)) use(recognised.decision);
//
// It stands before the recogniser, which knows nothing of it: a program whose network reads channels links none of it.
#ifndef MQ_DERIVED_INPUTS_H
#define MQ_DERIVED_INPUTS_H

#include "mq_channel_binding.h"
#include "mq_derivation.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The filter of a device, and what a network reads of it. Caller-owned; its fields are not for callers.
typedef struct {
    mq_derivation derivation;
    const mq_network_input *features;
    size_t inputs;
    unsigned fraction_bits;
} mq_derived_inputs;

/// Whether a network reads what no channel has.
bool mq_network_derives(const mq_network *network, const mq_network_input *features);

/// Finds the six axes of a device, and begins with no sample seen.
///
/// - features: `motionq_network_inputs`; there for as long as the rest.
/// - rate: samples per second that the network was made for; 0: any. The filter runs at the device's.
/// - misfit: if not null, the input that does not fit, where one does not; the first if an axis is missing.
/// Returns MQ_MISFIT_CHANNEL also for a network of whole strokes, which are read as they are recorded.
mq_fit mq_derived_inputs_begin(
    mq_derived_inputs *derived, const mq_hello *device, const mq_network *network, const mq_network_input *features, float rate,
    size_t *misfit);

/// Whether a device has what it takes, at whatever rate: what `mq_derived_inputs_begin` would answer, and nothing begins.
mq_fit mq_derived_inputs_fit(const mq_hello *device, const mq_network *network, const mq_network_input *features, size_t *misfit);

/// Samples are missing: the filter begins anew, but for what it knows of the gyroscope's bias.
void mq_derived_inputs_restart(mq_derived_inputs *derived);

/// A sample's network inputs: `counts` has one for each of the device's channels, `values` room for each input.
void mq_derived_inputs_read(mq_derived_inputs *derived, const int16_t *counts, int16_t *values);

#ifdef __cplusplus
}
#endif
#endif
