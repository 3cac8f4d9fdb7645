#if defined(__x86_64__)
#include <stdint.h>
#include "mq_float_oracle.h"
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define KERNEL(name) mq_oracle_avx2_##name
#define KERNELS_NAME "avx2"
#define TILE 4
#include "kernels.h"
#pragma clang attribute pop
#endif
