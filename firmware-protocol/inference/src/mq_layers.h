// One window's way through the layers of a network, in the buffers of a classifier. For mq_classifier.c only.
#ifndef MQ_LAYERS_H
#define MQ_LAYERS_H

#include "mq_classifier.h"

/// A map's rows with its last block filled up: what kernels write.
static inline size_t mq_layers_padded(const mq_affine *affine) { return affine->blocks * 16; }

/// Elements of a vector that is read in whole pairs.
static inline size_t mq_layers_even(size_t count) { return count + count % 2; }

/// sums = bias
void mq_layers_start(const mq_affine *affine, int32_t *sums);

/// sums += one panel of a matrix times x, which begins with that panel.
void mq_layers_absorb(const mq_classifier *classifier, const mq_matrix *matrix, size_t panel, const int16_t *x, int32_t *sums);

/// projection = the first LSTM layer's bias + W x
void mq_layers_project(const mq_classifier *classifier, const int16_t *x);

/// Moves a slot on by one step of all LSTM layers (ARITHMETIC.md, section 5), of which `projection` holds the first one's part of
/// x.
void mq_layers_step(const mq_classifier *classifier, size_t slot);

/// Begins a window's front layers.
void mq_layers_begin_front(const mq_classifier *classifier, size_t slot);

/// Takes the sample through a slot's front layers (ARITHMETIC.md, section 17); true if they give something, which is in `outputs`.
bool mq_layers_pass_front(const mq_classifier *classifier, size_t slot);

/// What a slot's front layers gave last.
const int16_t *mq_layers_output(const mq_classifier *classifier, size_t slot);

/// The one step that a slot takes after a convolution whose sums are complete. Its outputs stay in `back`, where a network without
/// an LSTM classifies them.
void mq_layers_finish_convolution(const mq_classifier *classifier, size_t slot);

/// The last LSTM layer's hidden state of a slot; there is one.
const int16_t *mq_layers_hidden(const mq_classifier *classifier, size_t slot);

/// Dense layers and softmax on the last LSTM layer's hidden state, or where there is no LSTM on the outputs of the convolution that
/// was just finished, or of the front layers (ARITHMETIC.md, section 6), into `probabilities`.
void mq_layers_classify(const mq_classifier *classifier, size_t slot);

/// Whether the window that was just classified is unlike all that was learned (ARITHMETIC.md, section 15); false without a
/// detector. Overwrites `sums` and `front`, which nothing needs any more.
bool mq_layers_is_unknown(const mq_classifier *classifier, size_t slot, size_t label);

#endif
