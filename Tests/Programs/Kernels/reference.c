// ARITHMETIC.md in 64-bit integers, one number at a time, in the words of that page. Shares nothing with the kernels.
#include "kernel_tests.h"

static const int16_t nodes[] = {
#include "tanh_nodes.inc"
};
_Static_assert(sizeof nodes == 257 * sizeof(int16_t), "TanhTable+Nodes.swift does not have 257 nodes");
const int16_t *const tanh_nodes = nodes;

/// Modulo 2³². A network's own sums fit (§3.3) and are not changed by this; the kernels promise it of all others.
static int32_t wrapped(int64_t sum) { return (int32_t)(uint32_t)(uint64_t)sum; }

static int16_t sat16(int64_t value) { return (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value); }

static int16_t mul15(int16_t a, int16_t b) { return sat16(((int64_t)a * b + (1 << 14)) >> 15); }

int32_t reference_sum(
    const plain_matrix *matrix, size_t row, size_t first, size_t panels, const int16_t *x, size_t stride, int32_t start) {
    const int16_t *weights = matrix->weights + row * matrix->columns;
    int64_t sum = start;
    for (size_t panel = first; panel < first + panels; panel++, x += stride) {
        const size_t begin = panel * matrix->panel_columns, end = begin + matrix->panel_columns;
        int64_t products = 0;
        for (size_t column = begin; column < end && column < matrix->columns; column++) {
            products += (int64_t)weights[column] * x[column - begin];
        }
        sum += wrapped(products) >> matrix->shifts[row / 16 * matrix->panels + panel];
    }
    return wrapped(sum);
}

int16_t reference_requantize(int32_t sum, unsigned shift, int16_t least) {
    const int64_t half = shift == 0 ? 0 : (int64_t)1 << (shift - 1);
    const int16_t value = sat16(wrapped(sum + half) >> shift);
    return value > least ? value : least;
}

int16_t reference_tanh(int16_t argument) {
    const int64_t n = argument, magnitude = n < 0 ? -n : n;
    const int64_t m = magnitude < 32767 ? magnitude : 32767;
    const int64_t j = m >> 7, f = m & 127;
    const int64_t v = tanh_nodes[j] + (((tanh_nodes[j + 1] - tanh_nodes[j]) * f + 64) >> 7);
    return (int16_t)(n < 0 ? -v : v);
}

static int16_t sigmoid(int16_t argument) { return (int16_t)(16384 + (reference_tanh(argument) >> 1)); }

static int32_t forget_gate(int16_t argument) {
    const int16_t t = reference_tanh(argument);
    return 32768 + (t < 32766 ? t : 32766);
}

void reference_cell(int16_t i, int16_t f, int16_t o, int16_t g, int32_t *cell, int16_t *hidden) {
    const int64_t kept = ((int64_t)forget_gate(f) * *cell + (1 << 15)) >> 16;
    *cell = (int32_t)(kept + mul15(sigmoid(i), reference_tanh(g)));
    *hidden = mul15(sigmoid(o), reference_tanh(sat16(((int64_t)*cell + 4) >> 3)));
}

void reference_gru(int16_t z, int16_t r, int16_t c, int16_t g, int32_t *state, int16_t *hidden) {
    const int64_t update = forget_gate(z), candidate = reference_tanh(sat16((int64_t)g + mul15(sigmoid(r), c)));
    const int64_t kept = (update * *state + (1 << 15)) >> 16, added = ((65536 - update) * candidate) >> 1;
    *state = (int32_t)(kept + added);
    *hidden = (int16_t)(((int64_t)*state + (1 << 14)) >> 15);
}
