// The kernels' text. Included once for each vector unit, with KERNEL(name), KERNELS_NAME and TILE (rows of lanes that are summed at
// once) chosen for its registers.
#include <stdint.h>
#include "mq_float_oracle.h"

typedef double lanes __attribute__((vector_size(64)));
typedef int64_t int_lanes __attribute__((vector_size(64)));

// Vectors wider than the unit are passed to inlined functions only: no ABI is involved.
#pragma clang diagnostic ignored "-Wpsabi"
// The same bits with and without a fused multiply-add.
#pragma clang fp contract(off)

#define INLINE static inline __attribute__((always_inline))
#define SPLAT(value) ((value) - (lanes){0})

static void KERNEL(affine)(double *out, const double *w, size_t rows, size_t columns, const double *in, int rectified) {
    const lanes *x = (const lanes *)in;
    const size_t stride = columns + 1;
    size_t row = 0;
    for (; row + TILE <= rows; row += TILE) {
        lanes sum[TILE];
#pragma clang loop unroll(full)
        for (size_t i = 0; i < TILE; i++) sum[i] = SPLAT(w[(row + i) * stride + columns]);
        for (size_t k = 0; k < columns; k++) {
            lanes value = x[k];
#pragma clang loop unroll(full)
            for (size_t i = 0; i < TILE; i++) sum[i] += SPLAT(w[(row + i) * stride + k]) * value;
        }
#pragma clang loop unroll(full)
        for (size_t i = 0; i < TILE; i++) ((lanes *)out)[row + i] = sum[i];
    }
    for (; row < rows; row++) {
        lanes sum = SPLAT(w[row * stride + columns]);
        for (size_t k = 0; k < columns; k++) sum += SPLAT(w[row * stride + k]) * x[k];
        ((lanes *)out)[row] = sum;
    }
    if (!rectified) return;
    for (row = 0; row < rows; row++) {
        lanes value = ((lanes *)out)[row];
        ((lanes *)out)[row] = (lanes)((int_lanes)value & (value > 0));
    }
}

/// exp(x) for |x| <= 700: 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2] (Taylor, degree 13:
/// its remainder there is below 5e-18). Arguments beyond are held at the bound.
INLINE lanes KERNEL(exponential)(lanes x) {
    const double bound = 700;
    int_lanes above = x > bound, below = x < -bound;
    x = (lanes)(((int_lanes)SPLAT(bound) & above) | ((int_lanes)x & ~above));
    x = (lanes)(((int_lanes)SPLAT(-bound) & below) | ((int_lanes)x & ~below));
    const double magic = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number, which its last bits then are
    lanes shifted = x * 1.4426950408889634 + magic;
    lanes n = shifted - magic;
    // ln 2 in two parts, the first with so few bits that n times it is exact (Cody and Waite).
    lanes r = x - n * 0.693147180369123816490;
    r = r - n * 1.90821492927058770002e-10;
    lanes p = r * (1.0 / 6227020800) + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    int_lanes power = ((int_lanes)shifted - (int_lanes)SPLAT(magic) + 1023) << 52;
    return p * (lanes)power;
}

INLINE lanes KERNEL(sigmoid)(lanes x) { return 1.0 / (1.0 + KERNEL(exponential)(-x)); }

INLINE lanes KERNEL(tangent)(lanes x) { return 1.0 - 2.0 / (1.0 + KERNEL(exponential)(x + x)); }

static void KERNEL(cell)(const double *gates, double *hidden, double *cell, size_t units) {
    const lanes *row = (const lanes *)gates;
    for (size_t unit = 0; unit < units; unit++) {
        lanes i = KERNEL(sigmoid)(row[unit]);
        lanes f = KERNEL(sigmoid)(row[units + unit]);
        lanes o = KERNEL(sigmoid)(row[2 * units + unit]);
        lanes g = KERNEL(tangent)(row[3 * units + unit]);
        lanes c = f * ((lanes *)cell)[unit] + i * g;
        ((lanes *)cell)[unit] = c;
        ((lanes *)hidden)[unit] = o * KERNEL(tangent)(c);
    }
}

static void KERNEL(softmax)(double *logits, size_t labels) {
    lanes *row = (lanes *)logits;
    lanes largest = row[0];
    for (size_t label = 1; label < labels; label++) {
        int_lanes more = row[label] > largest;
        largest = (lanes)(((int_lanes)row[label] & more) | ((int_lanes)largest & ~more));
    }
    lanes sum = (lanes){0};
    for (size_t label = 0; label < labels; label++) {
        row[label] = KERNEL(exponential)(row[label] - largest);
        sum += row[label];
    }
    for (size_t label = 0; label < labels; label++) row[label] = row[label] / sum;
}

extern const mq_oracle_kernels KERNEL(kernels);
const mq_oracle_kernels KERNEL(kernels) = {KERNELS_NAME, KERNEL(affine), KERNEL(cell), KERNEL(softmax)};
