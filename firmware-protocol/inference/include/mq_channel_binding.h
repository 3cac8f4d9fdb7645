// How a device's raw counts become a network's inputs: for each input the channel that it reads, and one integer affine map.
//
// The C twin of `ChannelBinding`; vectors/bindings.json holds both alike, misfits included. Floating point is used here alone, once
// per session, and must be IEEE double. Needs the protocol's library for what a device announces (mq_message.h).
#ifndef MQ_CHANNEL_BINDING_H
#define MQ_CHANNEL_BINDING_H

#include <stddef.h>

#include "mq_message.h"
#include "mq_network.h"
#include "mq_normaliser.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where one input of a network comes from, and what it was last.
typedef struct {
    mq_normaliser normaliser;  ///< From the channel's count to the input.
    uint8_t channel;           ///< Place of the channel in a sample.
    uint8_t named;             ///< 1: it has a name, and may have no value (MQ_NO_VALUE); else 0. What follows is of such a one.
    int16_t held;              ///< The last value, as the network reads it.
    uint16_t age;              ///< Samples since then, no more than `limit`.
    uint16_t limit;            ///< Samples for which it stands in for values that are missing: a second, one sample at least.
} mq_bound_input;

/// Whether a network can run on a device.
typedef enum {
    MQ_FITS,
    MQ_MISFIT_RATE,     ///< The device's rate is not the network's.
    MQ_MISFIT_CHANNEL,  ///< The device has no channel for an input, or two with its name.
    MQ_MISFIT_SCALE     ///< The scale or offset of the channel for an input cannot be expressed in the input's Q-format.
} mq_fit;

/// What does not fit and what mends it, as `mq_refusal_sentence` says it (mq_refusal.h).
const char *mq_fit_sentence(mq_fit fit);

/// Largest accepted difference between a device's rate and a network's, as a share of the network's.
#define MQ_RATE_TOLERANCE 0.05f

/// Whether a network that was made for `wanted` samples per second may run at `rate`; 0 was made for any.
bool mq_rate_fits(float rate, float wanted);

/// Factor from a channel's unit to the one that a network reads: g, rad/s, or the channel's own.
double mq_unit_factor(uint8_t unit);

/// Finds the channel of every input of a network: by its name that of an input of kind MQ_NAMED_KIND, by its kind and the axes of
/// the board that of another, which has no name.
///
/// - features: `motionq_network_inputs`, as many as the network has inputs.
/// - rate: samples per second that the network was made for; 0: any.
/// - bound: as many as the network has inputs; only whole if the answer is MQ_FITS.
/// - misfit: if not null, the input that does not fit, where one does not; among them any that no channel has, for which there is
///   mq_derived_inputs.h.
mq_fit mq_channel_binding_make(
    const mq_hello *device, const mq_network *network, const mq_network_input *features, float rate, mq_bound_input *bound,
    size_t *misfit);

/// A sample's network inputs: `counts` has one for each of the device's channels, `values` room for each input. Where a channel
/// with a name has no value the input is what it was last, for a second; after that, and before the first value, it is 0. Samples
/// that are lost change nothing of that.
void mq_channel_binding_read(mq_bound_input *bound, size_t inputs, const int16_t *counts, int16_t *values);

#ifdef __cplusplus
}
#endif
#endif
