// Whatever the compiler makes of it: SSE2 on x86-64, NEON on aarch64.
#define KERNEL(name) mq_oracle_plain_##name
#define KERNELS_NAME "plain"
#define TILE 2
#include "kernels.h"
