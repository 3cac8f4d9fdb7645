// Weights in the order in which the kernels read them.
#include <string.h>
#include "mq_training.h"

void mq_training_pack(float *packed, const float *w, size_t rows, size_t columns, size_t stride) {
    for (size_t block = 0; block < rows; block += 16)
        for (size_t k = 0; k < columns; k++)
            for (size_t i = 0; i < 16; i++) *packed++ = w[(block + i) * stride + k];
}

void mq_training_pack_transposed(float *packed, const float *w, size_t rows, size_t columns, size_t stride) {
    for (size_t block = 0; block < columns; block += 16)
        for (size_t row = 0; row < rows; row++, packed += 16) memcpy(packed, w + row * stride + block, 16 * sizeof(float));
}
