#include "include/mq_float_oracle.h"

extern const mq_oracle_kernels mq_oracle_plain_kernels;
#if defined(__x86_64__)
extern const mq_oracle_kernels mq_oracle_avx2_kernels;
extern const mq_oracle_kernels mq_oracle_avx512_kernels;
#endif

const mq_oracle_kernels *mq_oracle_available(size_t index) {
    const mq_oracle_kernels *found[3] = {0};
    size_t count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        found[count++] = &mq_oracle_avx512_kernels;
    if (__builtin_cpu_supports("avx2")) found[count++] = &mq_oracle_avx2_kernels;
#endif
    found[count++] = &mq_oracle_plain_kernels;
    return index < count ? found[index] : NULL;
}
