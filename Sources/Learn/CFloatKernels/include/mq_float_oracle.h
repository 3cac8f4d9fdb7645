// A float network in double precision, eight windows side by side, one in each lane: what `ReferenceModel` computes, for many
// windows.
//
// A "row of lanes" is 8 consecutive doubles, 64-byte aligned: one value for each of 8 windows. No lane hears of another. Products
// and sums stand in the same order in every build and are never fused, so that all vector units give the same bits.
#ifndef MQ_FLOAT_ORACLE_H
#define MQ_FLOAT_ORACLE_H

#include <stddef.h>

enum { mq_oracle_lanes = 8 };

typedef struct {
    /// "avx512", "avx2" or "plain"
    const char *name;

    /// out[r] = bias[r] + sum over k < columns of w[r][k] * in[k], for `rows` rows of lanes; below zero it is zero if `rectified`.
    /// `w` has `columns + 1` values a row, the bias last.
    void (*affine)(double *out, const double *w, size_t rows, size_t columns, const double *in, int rectified);

    /// From gate arguments (rows i, f, o, g; `units` each) to the next state: c = f c + i g, h = o tanh(c).
    void (*cell)(const double *gates, double *hidden, double *cell, size_t units);

    /// Logits become probabilities in place, shifted by the largest so that nothing overflows.
    void (*softmax)(double *logits, size_t labels);
} mq_oracle_kernels;

/// The kernels that this machine can run, fastest first; NULL after the last.
const mq_oracle_kernels *mq_oracle_available(size_t index);

#endif
