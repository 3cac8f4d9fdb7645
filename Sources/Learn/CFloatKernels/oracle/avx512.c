#if defined(__x86_64__)
#include <stdint.h>
#include "mq_float_oracle.h"
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx2"))), apply_to = function)
#define KERNEL(name) mq_oracle_avx512_##name
#define KERNELS_NAME "avx512"
#define TILE 8
#include "kernels.h"
#pragma clang attribute pop
#endif
