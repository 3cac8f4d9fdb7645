// The softmax in integers. All sums fit: an exponential is at most 2^16, and there are at most 255.
#include "mq_softmax.h"

// 12.0 in Q12: from here on the exponential is less than half a step of a probability.
#define LIMIT UINT32_C(49152)
// round(2^15 * log2 e): the product with a difference below the limit is in octaves, Q27, and below 2^32.
#define OCTAVES UINT32_C(47274)

// e^(-difference / 4096) in Q16, 0 ... 65536, by 256 chords.
static uint32_t exponential(const int32_t *nodes, uint32_t difference) {
    if (difference >= LIMIT) return 0;
    const uint32_t octaves = difference * OCTAVES;
    const uint32_t index = octaves >> 19 & 255;
    const int32_t fraction = (int32_t)(octaves >> 11 & 255);
    const uint32_t chord = (uint32_t)(nodes[index] * 256 - (nodes[index] - nodes[index + 1]) * fraction);  // Q24
    const uint32_t shift = (octaves >> 27) + 8;
    return (chord + (UINT32_C(1) << shift >> 1)) >> shift;
}

void mq_softmax(const int32_t *nodes, int32_t *logits, size_t count, int16_t *probabilities) {
    int32_t largest = logits[0];
    for (size_t label = 1; label < count; label++) {
        if (logits[label] > largest) largest = logits[label];
    }
    uint32_t sum = 0;
    for (size_t label = 0; label < count; label++) {
        // Unsigned: two logits may be almost 2^32 apart.
        logits[label] = (int32_t)exponential(nodes, (uint32_t)largest - (uint32_t)logits[label]);
        sum += (uint32_t)logits[label];
    }
    for (size_t label = 0; label < count; label++) {
        const uint32_t quotient = ((uint32_t)logits[label] * 32768 + sum / 2) / sum;
        probabilities[label] = (int16_t)(quotient < 32767 ? quotient : 32767);
    }
}
