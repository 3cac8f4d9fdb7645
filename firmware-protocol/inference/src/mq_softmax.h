// Probabilities of logits. For mq_layers.c only.
#ifndef MQ_SOFTMAX_H
#define MQ_SOFTMAX_H

#include <stddef.h>
#include <stdint.h>

/// Probabilities in Q15 of `count` logits in Q12 (ARITHMETIC.md, section 6), which their exponentials replace.
///
/// - nodes: the 257 of the exponential's table.
/// - count: 1 ... 255.
void mq_softmax(const int32_t *nodes, int32_t *logits, size_t count, int16_t *probabilities);

#endif
