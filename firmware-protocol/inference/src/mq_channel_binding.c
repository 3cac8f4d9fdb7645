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

// As if all values had been missing for long. Rates are 10,000 at most.
static void begin_holding(mq_bound_input *bound, float rate) {
    const double second = (double)rate + 0.5;
    bound->named = 1;
    bound->limit = second < 1 ? 1 : (uint16_t)second;
    bound->age = bound->limit;
    bound->held = 0;
}

// - name: of an input that reads a channel with a name, else NULL.
static mq_fit bind(
    const mq_hello *device, const mq_network *network, const mq_network_input *features, size_t input, const uint8_t *name,
    mq_bound_input *bound) {
    const mq_network_input *feature = &features[input];
    bool reversed = false;
    const bool found = feature->kind == MQ_NAMED_KIND ? name && mq_hello_named(device, name + 1, name[0], &bound->channel)
                                                      : mq_hello_source(device, feature->kind, &bound->channel, &reversed);
    if (!found) return MQ_MISFIT_CHANNEL;
    bound->named = 0;
    if (feature->kind == MQ_NAMED_KIND) begin_holding(bound, device->rate);
    const mq_channel channel = mq_hello_channel(device, bound->channel);
    const double factor = mq_unit_factor(channel.unit);
    const mq_sensor_scale sensor = {channel.scale, channel.offset, reversed ? -factor : factor};
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
    const uint8_t *name = network->input_names;
    for (size_t i = 0; i < network->inputs; i++) {
        const mq_fit fit = bind(device, network, features, i, name, &bound[i]);
        if (name && features[i].kind == MQ_NAMED_KIND) name += 1 + name[0];
        if (fit == MQ_FITS) continue;
        if (misfit) *misfit = i;
        return fit;
    }
    return MQ_FITS;
}

// What stands in for a value that is missing.
static int16_t stand_in(mq_bound_input *bound) {
    if (bound->age >= bound->limit) return 0;
    bound->age++;
    return bound->held;
}

void mq_channel_binding_read(mq_bound_input *bound, size_t inputs, const int16_t *counts, int16_t *values) {
    for (mq_bound_input *end = bound + inputs; bound < end; bound++, values++) {
        const int16_t count = counts[bound->channel];
        if (bound->named && count == MQ_NO_VALUE) {
            *values = stand_in(bound);
            continue;
        }
        *values = mq_normaliser_input(&bound->normaliser, count);
        bound->held = *values;
        bound->age = 0;
    }
}
