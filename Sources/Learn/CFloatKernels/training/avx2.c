#if defined(__x86_64__)
#include "mq_training.h"
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define KERNEL(name) mq_training_avx2_##name
#define KERNELS_NAME "avx2"
#define FUSED
#define TILE 4
#define OUTER_ROWS 4
#define OUTER_VECTORS 1
#include "kernels.h"
#pragma clang attribute pop
#endif
