// The kernels' text. Included once for each vector unit, with KERNEL(name), KERNELS_NAME, TILE (rows of lanes that are summed
// at once), OUTER_ROWS and OUTER_VECTORS (the tile of the outer product) chosen for its registers.
#include "mq_training.h"

typedef float lanes __attribute__((vector_size(64)));
typedef int32_t int_lanes __attribute__((vector_size(64)));
typedef uint32_t bit_lanes __attribute__((vector_size(64)));

// Vectors wider than the unit are passed to inlined functions only: no ABI is involved.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))
// Taking zero away changes no value and costs nothing; adding it would cost an addition each time, for the sake of -0.
#define SPLAT(value) ((value) - (lanes){0})

#ifdef FUSED
#define MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma((a), (b), (c))
#else
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

// MARK: Matrix products

static void KERNEL(affine)(float *out, const float *packed, size_t rows, size_t columns, const float *in) {
    const lanes *x = (const lanes *)in;
    for (size_t row = 0; row < rows; row += TILE) {
        const float *w = packed + row / 16 * 16 * columns + row % 16;
        lanes sum[TILE];
#pragma clang loop unroll(full)
        for (size_t i = 0; i < TILE; i++) sum[i] = (lanes){0};
        for (size_t k = 0; k < columns; k++) {
            lanes value = x[k];
#pragma clang loop unroll(full)
            for (size_t i = 0; i < TILE; i++) sum[i] = MULTIPLY_ADD(SPLAT(w[k * 16 + i]), value, sum[i]);
        }
#pragma clang loop unroll(full)
        for (size_t i = 0; i < TILE; i++) ((lanes *)out)[row + i] = sum[i];
    }
}

INLINE void KERNEL(outer_tile)(
    float *gradient, const float *delta, const float *transposed, size_t rows, size_t columns, size_t steps, const size_t vectors) {
    lanes sum[OUTER_ROWS][OUTER_VECTORS];
    for (size_t i = 0; i < OUTER_ROWS; i++)
        for (size_t v = 0; v < vectors; v++) sum[i][v] = *(const lanes *)(gradient + i * columns + v * 16);
    for (size_t step = 0; step < steps; step++) {
        const float *d = delta + step * rows * 16;
        const float *z = transposed + step * columns * 16;
        for (size_t lane = 0; lane < 16; lane++) {
            lanes value[OUTER_VECTORS];
#pragma clang loop unroll(full)
            for (size_t v = 0; v < vectors; v++) value[v] = *(const lanes *)(z + lane * columns + v * 16);
#pragma clang loop unroll(full)
            for (size_t i = 0; i < OUTER_ROWS; i++) {
                lanes factor = SPLAT(d[i * 16 + lane]);
#pragma clang loop unroll(full)
                for (size_t v = 0; v < vectors; v++) sum[i][v] = MULTIPLY_ADD(factor, value[v], sum[i][v]);
            }
        }
    }
    for (size_t i = 0; i < OUTER_ROWS; i++)
        for (size_t v = 0; v < vectors; v++) *(lanes *)(gradient + i * columns + v * 16) = sum[i][v];
}

static void KERNEL(outer)(float *gradient, const float *delta, const float *transposed, size_t rows, size_t columns, size_t steps) {
    for (size_t row = 0; row < rows; row += OUTER_ROWS) {
        size_t k = 0;
        for (; k + OUTER_VECTORS * 16 <= columns; k += OUTER_VECTORS * 16)
            KERNEL(outer_tile)(gradient + row * columns + k, delta + row * 16, transposed + k, rows, columns, steps, OUTER_VECTORS);
        for (; k < columns; k += 16)
            KERNEL(outer_tile)(gradient + row * columns + k, delta + row * 16, transposed + k, rows, columns, steps, 1);
    }
}

static void KERNEL(transpose)(float *out, const float *in, size_t columns) {
    for (size_t k = 0; k < columns; k += 16)
        for (size_t lane = 0; lane < 16; lane++) {
            float *row = out + lane * columns + k;
            for (size_t i = 0; i < 16; i++) row[i] = in[(k + i) * 16 + lane];
        }
}

// MARK: The LSTM cell

/// exp(x) within 3 ulp for |x| <= 87: 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2] (coefficients: Taylor, degree 6, enough there
/// for single precision). Arguments beyond are held at the bound.
INLINE lanes KERNEL(exponential)(lanes x) {
    const float bound = 87.0f;
    int_lanes above = x > bound;
    int_lanes below = x < -bound;
    x = (lanes)(((int_lanes)SPLAT(bound) & above) | ((int_lanes)x & ~above));
    x = (lanes)(((int_lanes)SPLAT(-bound) & below) | ((int_lanes)x & ~below));
    const float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number, which its last bits then are
    lanes shifted = MULTIPLY_ADD(x, SPLAT(1.44269504f), SPLAT(magic));
    lanes n = shifted - magic;
    lanes r = MULTIPLY_ADD(n, SPLAT(-0.693145752f), x);
    r = MULTIPLY_ADD(n, SPLAT(-1.42860677e-6f), r);
    lanes p = SPLAT(1.0f / 720);
    p = MULTIPLY_ADD(p, r, SPLAT(1.0f / 120));
    p = MULTIPLY_ADD(p, r, SPLAT(1.0f / 24));
    p = MULTIPLY_ADD(p, r, SPLAT(1.0f / 6));
    p = MULTIPLY_ADD(p, r, SPLAT(0.5f));
    p = MULTIPLY_ADD(p, r, SPLAT(1.0f));
    p = MULTIPLY_ADD(p, r, SPLAT(1.0f));
    // No conversion to an integer, which is undefined for NaN: the sum wraps, NaN stays NaN through the product.
    bit_lanes power = ((bit_lanes)shifted - 0x4B400000u + 127) << 23;
    return p * (lanes)power;
}

INLINE lanes KERNEL(sigmoid)(lanes x) { return 1.0f / (1.0f + KERNEL(exponential)(-x)); }

INLINE lanes KERNEL(tangent)(lanes x) { return 1.0f - 2.0f / (1.0f + KERNEL(exponential)(x + x)); }

static void KERNEL(lstm_forward)(
    float *gates, const float *cell_before, float *cell, float *cell_tanh, float *hidden, size_t units) {
    lanes *row = (lanes *)gates;
    for (size_t unit = 0; unit < units; unit++) {
        lanes i = KERNEL(sigmoid)(row[unit]);
        lanes f = KERNEL(sigmoid)(row[units + unit]);
        lanes o = KERNEL(sigmoid)(row[2 * units + unit]);
        lanes g = KERNEL(tangent)(row[3 * units + unit]);
        lanes c = MULTIPLY_ADD(f, ((const lanes *)cell_before)[unit], i * g);
        lanes bent = KERNEL(tangent)(c);
        row[unit] = i;
        row[units + unit] = f;
        row[2 * units + unit] = o;
        row[3 * units + unit] = g;
        ((lanes *)cell)[unit] = c;
        ((lanes *)cell_tanh)[unit] = bent;
        ((lanes *)hidden)[unit] = o * bent;
    }
}

static void KERNEL(lstm_backward)(
    float *gates, const float *cell_before, const float *cell_tanh, const float *d_hidden, float *d_cell, size_t units) {
    lanes *row = (lanes *)gates;
    for (size_t unit = 0; unit < units; unit++) {
        lanes i = row[unit], f = row[units + unit], o = row[2 * units + unit], g = row[3 * units + unit];
        lanes bent = ((const lanes *)cell_tanh)[unit];
        lanes dh = ((const lanes *)d_hidden)[unit];
        lanes dc = MULTIPLY_ADD(dh * o, MULTIPLY_ADD(-bent, bent, SPLAT(1.0f)), ((lanes *)d_cell)[unit]);
        row[unit] = dc * g * i * (1.0f - i);
        row[units + unit] = dc * ((const lanes *)cell_before)[unit] * f * (1.0f - f);
        row[2 * units + unit] = dh * bent * o * (1.0f - o);
        row[3 * units + unit] = dc * i * MULTIPLY_ADD(-g, g, SPLAT(1.0f));
        ((lanes *)d_cell)[unit] = dc * f;
    }
}

// MARK: The optimiser

static void KERNEL(adam)(
    float *parameters, float *first, float *second, float *average, const float *gradient, const float *decay, size_t count,
    float scale, float rate, float beta1, float beta2, float epsilon, float follow) {
    for (size_t index = 0; index < count; index += 16) {
        lanes g = *(const lanes *)(gradient + index) * scale;
        lanes *m = (lanes *)(first + index), *v = (lanes *)(second + index);
        lanes *p = (lanes *)(parameters + index), *a = (lanes *)(average + index);
        *m = MULTIPLY_ADD(SPLAT(1 - beta1), g - *m, *m);
        *v = MULTIPLY_ADD(SPLAT(1 - beta2), g * g - *v, *v);
        *p = *p - *(const lanes *)(decay + index) * *p - rate * *m / (__builtin_elementwise_sqrt(*v) + epsilon);
        *a = MULTIPLY_ADD(SPLAT(follow), *p - *a, *a);
    }
}

const mq_training_kernels KERNEL(kernels) = {
    KERNELS_NAME, KERNEL(affine), KERNEL(outer), KERNEL(transpose), KERNEL(lstm_forward), KERNEL(lstm_backward), KERNEL(adam),
};
