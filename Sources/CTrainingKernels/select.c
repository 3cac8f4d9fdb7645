#include <string.h>
#include "include/mq_training.h"

extern const mq_training_kernels mq_training_plain_kernels;
#if defined(__x86_64__)
extern const mq_training_kernels mq_training_avx2_kernels;
extern const mq_training_kernels mq_training_avx512_kernels;
#endif

const mq_training_kernels *mq_training_select(const char *name)
{
#if defined(__x86_64__)
    int has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (has_avx512 && (!name || !strcmp(name, "avx512"))) return &mq_training_avx512_kernels;
    int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (has_avx2 && (!name || !strcmp(name, "avx2"))) return &mq_training_avx2_kernels;
#endif
    return !name || !strcmp(name, "plain") ? &mq_training_plain_kernels : NULL;
}

void mq_training_pack(float *packed, const float *w, size_t rows, size_t columns, size_t stride)
{
    for (size_t block = 0; block < rows; block += 16)
        for (size_t k = 0; k < columns; k++)
            for (size_t i = 0; i < 16; i++) *packed++ = w[(block + i) * stride + k];
}

void mq_training_pack_transposed(float *packed, const float *w, size_t rows, size_t columns, size_t stride)
{
    for (size_t block = 0; block < columns; block += 16)
        for (size_t row = 0; row < rows; row++, packed += 16) memcpy(packed, w + row * stride + block, 16 * sizeof(float));
}
