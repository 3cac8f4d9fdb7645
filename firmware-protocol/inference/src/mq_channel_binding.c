#include "mq_channel_binding.h"

#include "mq_stroke_reader.h"

bool mq_rate_fits(float rate, float wanted) {
    if (!(wanted > 0)) return true;
    const float difference = rate > wanted ? rate - wanted : wanted - rate;
    return difference <= wanted * MQ_RATE_TOLERANCE;
}

double mq_unit_factor(uint8_t unit) {
    switch (unit) {
    case MQ_UNIT_METRE_PER_SECOND_SQUARED: return MQ_METRES_PER_SECOND_SQUARED;
    case MQ_UNIT_DEGREE_PER_SECOND: return MQ_DEGREES_PER_SECOND;
    default: return 1;
    }
}

// What strokes are read in, which are normalised when they are whole.
static bool bind_stroke(const mq_stroke_input *input, const mq_sensor_scale *sensor, mq_normaliser *normaliser) {
    const double steps = input->rotates ? MQ_STROKE_RADIANS : MQ_STROKE_G;
    return mq_normaliser_begin(normaliser, sensor->scale * sensor->factor * steps, sensor->offset * sensor->factor * steps);
}

static mq_fit bind(
    const mq_hello *device, const mq_network *network, const mq_network_input *features, size_t input, mq_bound_input *bound) {
    const mq_network_input *feature = &features[input];
    bool reversed;
    if (!mq_hello_source(device, feature->kind, &bound->channel, &reversed)) return MQ_MISFIT_CHANNEL;
    const mq_channel *channel = &device->channels[bound->channel];
    const double factor = mq_unit_factor(channel->unit);
    const mq_sensor_scale sensor = {channel->scale, channel->offset, reversed ? -factor : factor};
    const mq_strokes *strokes = network->strokes;
    const bool fits = strokes ? input < MQ_STROKE_INPUTS && bind_stroke(&strokes->inputs[input], &sensor, &bound->normaliser)
                              : mq_normaliser_begin_sensor(
                                    &bound->normaliser, &sensor, feature->offset, feature->scale, network->input_fraction_bits);
    return fits ? MQ_FITS : MQ_MISFIT_SCALE;
}

mq_fit mq_channel_binding_make(
    const mq_hello *device, const mq_network *network, const mq_network_input *features, float rate, mq_bound_input *bound,
    size_t *misfit) {
    if (!mq_rate_fits(device->rate, rate)) return MQ_MISFIT_RATE;
    for (size_t i = 0; i < network->inputs; i++) {
        const mq_fit fit = bind(device, network, features, i, &bound[i]);
        if (fit == MQ_FITS) continue;
        if (misfit) *misfit = i;
        return fit;
    }
    return MQ_FITS;
}

void mq_channel_binding_read(const mq_bound_input *bound, size_t inputs, const int16_t *counts, int16_t *values) {
    for (size_t i = 0; i < inputs; i++) values[i] = mq_normaliser_input(&bound[i].normaliser, counts[bound[i].channel]);
}
