// Single-precision kernels for training an LSTM: sixteen sequences side by side, one in each lane.
//
// A "row of lanes" is 16 consecutive floats, 64-byte aligned: one value for each of 16 sequences. Matrices are padded with zeros to
// multiples of 16 in both directions. Every kernel does its sums in an order that does not depend on the width of the vector unit:
// AVX2 and AVX-512 give the same bits. Without fused multiply-add (plain) the last bits differ.
#ifndef MQ_TRAINING_H
#define MQ_TRAINING_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    /// "avx512", "avx2" or "plain"
    const char *name;

    /// out[r] = sum over k < columns of w(r, k) * in[k], for `rows` rows of lanes; w as mq_training_pack leaves it.
    void (*affine)(float *out, const float *packed, size_t rows, size_t columns, const float *in);

    /// gradient[r][k] += sum over steps t and lanes l of delta[t][r][l] * transposed[t][l][k]; `rows` and `columns` in floats.
    void (*outer)(float *gradient, const float *delta, const float *transposed, size_t rows, size_t columns, size_t steps);

    /// out[l][k] = in[k][l]: `columns` rows of lanes become 16 rows of `columns` floats.
    void (*transpose)(float *out, const float *in, size_t columns);

    /// Gate arguments (rows i, f, o, g; `units` each) become gate values in place; cell, tanh(cell) and hidden follow.
    void (*lstm_forward)(float *gates, const float *cell_before, float *cell, float *cell_tanh, float *hidden, size_t units);

    /// Gate values become gradients of gate arguments in place. `d_hidden` is read; `d_cell` is replaced by the one before the
    /// step.
    void (*lstm_backward)(
        float *gates, const float *cell_before, const float *cell_tanh, const float *d_hidden, float *d_cell, size_t units);

    /// One step of Adam with decoupled weight decay (Loshchilov and Hutter 2019): `rate` is corrected for the bias of both moments
    /// by the caller, `decay[i]` is the learning rate times the decay of parameter i. `average` follows by `follow` times its
    /// distance.
    void (*adam)(
        float *parameters, float *first, float *second, float *average, const float *gradient, const float *decay, size_t count,
        float scale, float rate, float beta1, float beta2, float epsilon, float follow);
} mq_training_kernels;

/// The kernels that this machine can run, fastest first; NULL after the last.
const mq_training_kernels *mq_training_available(size_t index);

/// w[rows][stride] becomes blocks of 16 rows, without the padding columns: packed[r / 16][k < columns][r % 16]. `rows` is a
/// multiple of 16.
void mq_training_pack(float *packed, const float *w, size_t rows, size_t columns, size_t stride);

/// The transposed matrix as blocks of 16 columns: packed[k / 16][r < rows][k % 16]. `columns` is a multiple of 16.
void mq_training_pack_transposed(float *packed, const float *w, size_t rows, size_t columns, size_t stride);

#endif
