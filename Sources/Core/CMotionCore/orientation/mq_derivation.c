#include "mq_derivation.h"

#include "mq_single.h"

void mq_derivation_begin(mq_derivation *derivation, float rate) {
    const float least = MQ_ORIENTATION_LEAST_RATE, most = MQ_ORIENTATION_MOST_RATE;
    mq_orientation_begin(&derivation->orientation, rate < least ? least : rate > most ? most : rate);
    for (size_t quantity = 0; quantity < MQ_QUANTITIES; quantity++) derivation->quantities[quantity] = 0;
}

void mq_derivation_restart(mq_derivation *derivation) { mq_orientation_restart(&derivation->orientation); }

bool mq_derivation_set_axis(mq_derivation *derivation, size_t axis, uint8_t channel, float scale, float offset, double factor) {
    const mq_axis map = {(float)((double)scale * factor), (float)((double)offset * factor), channel};
    if (axis >= 6 || !mq_is_finite(map.scale) || !mq_is_finite(map.offset)) return false;
    derivation->axes[axis] = map;
    return true;
}

void mq_derivation_axes(const mq_derivation *derivation, const int16_t *counts, float *values) {
    for (size_t axis = 0; axis < 6; axis++) {
        const mq_axis *map = &derivation->axes[axis];
        values[axis] = (float)counts[map->channel] * map->scale + map->offset;
    }
}

// What follows from the six axes in `quantities`.
static void follow(mq_derivation *derivation) {
    float *const quantities = derivation->quantities;
    mq_orientation_push(&derivation->orientation, quantities, quantities + 3, quantities + 6);
}

void mq_derivation_push(mq_derivation *derivation, const int16_t *counts) {
    mq_derivation_axes(derivation, counts, derivation->quantities);
    follow(derivation);
}

void mq_derivation_push_axes(mq_derivation *derivation, const float *values) {
    for (size_t axis = 0; axis < 6; axis++) derivation->quantities[axis] = values[axis];
    follow(derivation);
}

int16_t mq_derivation_input(const mq_derivation *derivation, size_t quantity, float offset, float scale, unsigned fraction_bits) {
    const float steps = (derivation->quantities[quantity] - offset) * scale * (float)(UINT32_C(1) << fraction_bits);
    if (!mq_is_finite(steps)) return 0;
    // What is cut off is exact, and so is what is left: no sum rounds a value up to its half.
    const float near = mq_clipped(steps, 40000);
    int32_t whole = (int32_t)near;
    const float rest = near - (float)whole;
    if (rest >= 0.5f) whole++;
    if (rest <= -0.5f) whole--;
    return (int16_t)(whole > 32767 ? 32767 : whole < -32768 ? -32768 : whole);
}

size_t mq_quantity_of_kind(uint8_t kind) {
    const unsigned axis = kind & 15;
    if (kind >= MQ_DERIVED_KIND) return axis < MQ_ORIENTATION_VALUES && kind < MQ_DERIVED_KIND + 16 ? 6 + axis : MQ_QUANTITIES;
    if (axis > 2 || (kind >> 4 != 1 && kind >> 4 != 2)) return MQ_QUANTITIES;
    return (size_t)(kind >> 4) * 3 - 3 + axis;
}
