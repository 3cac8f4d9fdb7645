// How the fields of front layers move along a window (ARITHMETIC.md, section 17): for each engine, in memory of its own.
//
// No heap, no division for each input, no arithmetic in floating point.
#ifndef MQ_FRONT_END_H
#define MQ_FRONT_END_H

#include "mq_network.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far a layer has come in a window.
typedef struct {
    /// Where the next input goes in the ring, in inputs.
    uint32_t place;
    /// Inputs that give no output, before the next that does.
    uint32_t wait;
} mq_front_place;

/// Inputs from the first of a field to its last: what the ring of a layer has room for.
static inline MQ_NO_ALLOCATION size_t mq_front_span(const mq_front_layer *_Nonnull layer) {
    return (size_t)(layer->taps - 1) * layer->dilation + 1;
}

/// Numbers that a layer gives.
static inline MQ_NO_ALLOCATION size_t mq_front_rows(const mq_front_layer *_Nonnull layer) {
    return layer->convolution ? layer->convolution->rows : layer->columns;
}

/// Begins a window: `ring` has `mq_front_span(layer) * layer->columns` numbers, which become 0.
static inline MQ_NO_ALLOCATION void mq_front_begin(
    const mq_front_layer *_Nonnull layer, int16_t *_Nonnull ring, mq_front_place *_Nonnull place) {
    const size_t span = mq_front_span(layer);
    place->place = 0;
    place->wait = layer->is_causal ? 0 : (uint32_t)(span - 1);
    __builtin_memset(ring, 0, span * layer->columns * sizeof *ring);
}

/// Takes an input, and tells whether a field ends with it.
static inline MQ_NO_ALLOCATION bool mq_front_take(
    const mq_front_layer *_Nonnull layer, const int16_t *_Nonnull input, int16_t *_Nonnull ring, mq_front_place *_Nonnull place) {
    __builtin_memcpy(ring + place->place * layer->columns, input, layer->columns * sizeof *ring);
    place->place = place->place + 1 == mq_front_span(layer) ? 0 : place->place + 1;
    if (place->wait > 0) {
        place->wait--;
        return false;
    }
    place->wait = layer->stride - 1;
    return true;
}

/// The field that ended with the last input, its oldest input first: `taps * columns` numbers.
static inline MQ_NO_ALLOCATION void mq_front_gather(
    const mq_front_layer *_Nonnull layer, const int16_t *_Nonnull ring, const mq_front_place *_Nonnull place,
    int16_t *_Nonnull field) {
    const size_t span = mq_front_span(layer);
    // A whole ring: the oldest is where the next goes.
    size_t at = place->place;
    for (uint32_t tap = 0; tap < layer->taps; tap++) {
        __builtin_memcpy(field, ring + at * layer->columns, layer->columns * sizeof *field);
        field += layer->columns;
        at += layer->dilation;
        if (at >= span) at -= span;
    }
}

/// The maximum or the mean of a field, number by number; the mean to nearest, halves up. The layer pools, and its dilation is 1: a
/// field is its ring.
static inline MQ_NO_ALLOCATION void mq_front_pool(
    const mq_front_layer *_Nonnull layer, const int16_t *_Nonnull ring, int16_t *_Nonnull out) {
    const int32_t taps = (int32_t)layer->taps;
    for (size_t column = 0; column < layer->columns; column++) {
        int32_t largest = INT16_MIN, sum = 0;
        for (int32_t tap = 0; tap < taps; tap++) {
            const int32_t value = ring[(size_t)tap * layer->columns + column];
            if (value > largest) largest = value;
            sum += value;
        }
        if (layer->averages) {
            // |2 sum + taps| <= 2^30 + 2^14. C's quotient is cut towards zero, and is one too large for a remainder below zero.
            const int32_t doubled = 2 * sum + taps;
            out[column] = (int16_t)(doubled / (2 * taps) - (doubled % (2 * taps) < 0 ? 1 : 0));
        } else {
            out[column] = (int16_t)largest;
        }
    }
}

#ifdef __cplusplus
}
#endif

#endif
