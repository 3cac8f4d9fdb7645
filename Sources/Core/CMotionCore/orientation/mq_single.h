// Single precision that is the same everywhere: every operation is rounded once, in the order written.
#ifndef MQ_SINGLE_H
#define MQ_SINGLE_H

#include <stdint.h>

// A compiler may otherwise fuse a multiplication and an addition where the processor can, which rounds once for both.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
// gcc 12 pairs products and sums of neighbours into fused operations in spite of the first, when it vectorises straight code.
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#endif

/// A number and its bits. By a union: without a system's library, memcpy is a call.
typedef union {
    float number;
    uint32_t bits;
} mq_single;

static inline uint32_t mq_bits_of(float number) {
    const mq_single single = {.number = number};
    return single.bits;
}

static inline float mq_number_of(uint32_t bits) {
    const mq_single single = {.bits = bits};
    return single.number;
}

/// 1 / the square root, within 2 units in the last place, of a positive number that is not tiny; three of Newton's steps from the
/// usual first guess (its constant by C. Lomont, 2003). No library's square root: not every one rounds alike.
static inline float mq_inverse_root(float value) {
    float root = mq_number_of(UINT32_C(0x5f375a86) - (mq_bits_of(value) >> 1));
    const float half = 0.5f * value;
    for (int step = 0; step < 3; step++) {
        const float square = root * root;
        root = root * (1.5f - half * square);
    }
    return root;
}

static inline float mq_square_root(float value) { return value > 1e-30f ? value * mq_inverse_root(value) : 0; }

static inline float mq_clipped(float value, float limit) { return value > limit ? limit : value < -limit ? -limit : value; }

static inline float mq_square_of(const float vector[3]) {
    return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
}

/// Whether a number is finite, whatever a compiler assumes of numbers.
static inline int mq_is_finite(float value) { return (mq_bits_of(value) & UINT32_C(0x7f800000)) != UINT32_C(0x7f800000); }

#endif
