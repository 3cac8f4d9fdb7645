// Whatever the compiler makes of it: SSE2 on x86-64, NEON (with fused multiply-add) on aarch64.
#if defined(__aarch64__)
#define FUSED
#endif
#define KERNEL(name) mq_training_plain_##name
#define KERNELS_NAME "plain"
#define TILE 2
#define OUTER_ROWS 2
#define OUTER_VECTORS 1
#include "kernels.h"
