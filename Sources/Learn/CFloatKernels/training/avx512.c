#if defined(__x86_64__)
#include "mq_training.h"
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx2,fma"))), apply_to = function)
#define KERNEL(name) mq_training_avx512_##name
#define KERNELS_NAME "avx512"
#define FUSED
#define TILE 16
#define OUTER_ROWS 8
#define OUTER_VECTORS 3
#include "kernels.h"
#pragma clang attribute pop
#endif
