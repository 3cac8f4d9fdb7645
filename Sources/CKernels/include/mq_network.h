// A quantized network in the form that runs, as constant data: what `motionq export` writes and what the engine builds of a model
// file.
//
// ARITHMETIC.md says what every number does. A network is taken for valid: its maker has proved that no sum can overflow.
#ifndef MQ_NETWORK_H
#define MQ_NETWORK_H

#include "mq_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An affine map: bias + one matrix times its vector, or two in an LSTM layer.
typedef struct {
    const mq_matrix *_Nonnull input;
    /// What the hidden state is multiplied with; NULL in a map that is no LSTM layer.
    const mq_matrix *_Nullable recurrent;
    /// blocks × 16, zero in the padding; 64-byte aligned where vectors are.
    const int32_t *_Nonnull bias;
    /// blocks
    const uint8_t *_Nonnull output_shifts;
    size_t rows;
    size_t blocks;
} mq_affine;

/// A dense layer.
typedef struct {
    mq_affine affine;
    /// Whether negative outputs become 0.
    bool rectified;
} mq_dense;

/// Window length T and hop S in samples; F inputs with so many fraction bits; the layers in the order in which they run.
typedef struct {
    size_t length;
    size_t hop;
    size_t inputs;
    unsigned input_fraction_bits;
    /// Whether a slot keeps its state from one of its windows to the next.
    bool carries_state;
    /// Over the whole window, rectified; NULL without one.
    const mq_affine *_Nullable convolution;
    const mq_affine *_Nonnull lstm;
    size_t lstm_layers;
    const mq_dense *_Nonnull dense;
    size_t dense_layers;
    const mq_tanh_table *_Nonnull tanh;
    /// The 257 nodes of the softmax's exponential, for readers in C; NULL where Swift reads its own.
    const int32_t *_Nullable exponentials;
} mq_network;

/// What one input measures, a channel kind of PROTOCOL.md §6.1 in g or rad/s, and how it is normalised: (x − offset) · scale.
typedef struct {
    uint8_t kind;
    float offset;
    float scale;
} mq_network_input;

/// For constant data that vector units read in whole lines.
#define MQ_ALIGNED __attribute__((aligned(64)))

#ifdef __cplusplus
}
#endif
#endif
