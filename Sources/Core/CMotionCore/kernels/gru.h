// A step of GRU cells in plain C, for kernels without one of their own: mq_kernels.h says what it does.
#ifndef MQ_GRU_H
#define MQ_GRU_H

#include "mq_kernels.h"

void mq_advance_gru_plainly(
    const int16_t *_Nonnull gates, size_t units, const mq_tanh_table *_Nonnull tanh, int32_t *_Nonnull state,
    int16_t *_Nonnull hidden);

#endif
