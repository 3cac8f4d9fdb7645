#include "mq_derived_inputs.h"

bool mq_network_derives(const mq_network *network, const mq_network_input *features) {
    for (size_t input = 0; input < network->inputs; input++) {
        if (features[input].kind >= MQ_DERIVED_KIND) return true;
    }
    return false;
}

static mq_fit misfit_at(mq_fit fit, size_t input, size_t *misfit) {
    if (misfit) *misfit = input;
    return fit;
}

// Of acceleration and rotation, along and about x, y and z.
//
// - derivation: NULL only looks whether the device has it.
static mq_fit bind_axis(mq_derivation *derivation, const mq_hello *device, size_t axis) {
    const uint8_t family = axis < 3 ? 0x10 : 0x20;
    uint8_t place;
    bool reversed;
    if (!mq_hello_source(device, (uint8_t)(family + axis % 3), &place, &reversed)) return MQ_MISFIT_CHANNEL;
    const mq_channel channel = mq_hello_channel(device, place);
    // Acceleration that the device sends without gravity tells nothing of it.
    if ((channel.kind & 0xF0) != family) return MQ_MISFIT_CHANNEL;
    if (!derivation) return MQ_FITS;
    const double factor = mq_unit_factor(channel.unit);
    const bool fits = mq_derivation_set_axis(derivation, axis, place, channel.scale, channel.offset, reversed ? -factor : factor);
    return fits ? MQ_FITS : MQ_MISFIT_SCALE;
}

static mq_fit bind(
    mq_derivation *derivation, const mq_hello *device, const mq_network *network, const mq_network_input *features,
    size_t *misfit) {
    for (size_t input = 0; input < network->inputs; input++) {
        const bool is_told = !network->strokes && mq_quantity_of_kind(features[input].kind) < MQ_QUANTITIES;
        if (!is_told) return misfit_at(MQ_MISFIT_CHANNEL, input, misfit);
    }
    for (size_t axis = 0; axis < 6; axis++) {
        const mq_fit fit = bind_axis(derivation, device, axis);
        if (fit != MQ_FITS) return misfit_at(fit, 0, misfit);
    }
    return MQ_FITS;
}

mq_fit mq_derived_inputs_fit(const mq_hello *device, const mq_network *network, const mq_network_input *features, size_t *misfit) {
    return bind(NULL, device, network, features, misfit);
}

mq_fit mq_derived_inputs_begin(
    mq_derived_inputs *derived, const mq_hello *device, const mq_network *network, const mq_network_input *features, float rate,
    size_t *misfit) {
    if (!mq_rate_fits(device->rate, rate)) return MQ_MISFIT_RATE;
    const mq_fit fit = bind(&derived->derivation, device, network, features, misfit);
    if (fit != MQ_FITS) return fit;
    derived->features = features;
    derived->inputs = network->inputs;
    derived->fraction_bits = network->input_fraction_bits;
    mq_derivation_begin(&derived->derivation, device->rate);
    return MQ_FITS;
}

void mq_derived_inputs_restart(mq_derived_inputs *derived) { mq_derivation_restart(&derived->derivation); }

void mq_derived_inputs_read(mq_derived_inputs *derived, const int16_t *counts, int16_t *values) {
    mq_derivation_push(&derived->derivation, counts);
    for (size_t input = 0; input < derived->inputs; input++) {
        const mq_network_input *feature = &derived->features[input];
        values[input] = mq_derivation_input(
            &derived->derivation, mq_quantity_of_kind(feature->kind), feature->offset, feature->scale, derived->fraction_bits);
    }
}
