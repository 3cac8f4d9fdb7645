#include <string.h>
#include "include/mq_training.h"

extern const mq_training_kernels mq_training_plain_kernels;
#if defined(__x86_64__)
extern const mq_training_kernels mq_training_avx2_kernels;
extern const mq_training_kernels mq_training_avx512_kernels;
#endif

const mq_training_kernels *mq_training_available(size_t index) {
    const mq_training_kernels *found[3] = {0};
    size_t count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        found[count++] = &mq_training_avx512_kernels;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found[count++] = &mq_training_avx2_kernels;
#endif
    found[count++] = &mq_training_plain_kernels;
    return index < count ? found[index] : NULL;
}

void mq_training_pack(float *packed, const float *w, size_t rows, size_t columns, size_t stride) {
    for (size_t block = 0; block < rows; block += 16)
        for (size_t k = 0; k < columns; k++)
            for (size_t i = 0; i < 16; i++) *packed++ = w[(block + i) * stride + k];
}

void mq_training_pack_transposed(float *packed, const float *w, size_t rows, size_t columns, size_t stride) {
    for (size_t block = 0; block < columns; block += 16)
        for (size_t row = 0; row < rows; row++, packed += 16) memcpy(packed, w + row * stride + block, 16 * sizeof(float));
}
