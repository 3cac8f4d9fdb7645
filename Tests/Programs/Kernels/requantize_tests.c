// 32-bit sums to int16: every shift, with and without rectification, whatever the sums.
#include <stdio.h>
#include <stdlib.h>

#include "kernel_tests.h"

#define MOST_BLOCKS 20
#define GUARD 16

/// Next to what saturates, to a tie, or to the ends of the 32 bits.
static int32_t sum_near_a_border(unsigned shift) {
    const int64_t half = (int64_t)1 << shift >> 1, near = (int64_t)random_below(5) - 2;
    const int64_t borders[] = {
        INT32_MIN, INT32_MAX, INT32_MAX - half, half, -half, (32767LL << shift) + half, -(32768LL << shift) - half, 0,
    };
    const int64_t sum = borders[random_below(8)] + near;
    return (int32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
}

static void check(size_t blocks, int16_t least, unsigned only_shift) {
    place at = {.function = "requantize"};
    const size_t rows = blocks * 16;
    int32_t *sums = allocate(rows * sizeof *sums, 64);
    uint8_t *shifts = allocate(blocks, 1);
    int16_t expected[MOST_BLOCKS * 16];
    for (size_t row = 0; row < rows; row++) {
        if (row % 16 == 0) shifts[row / 16] = (uint8_t)(row == 0 ? only_shift : random_below(25));
        sums[row] = random_below(2) ? sum_near_a_border(shifts[row / 16]) : (int32_t)random_u32() >> random_below(32);
        expected[row] = reference_requantize(sums[row], shifts[row / 16], least);
    }
    snprintf(at.shape, sizeof at.shape, "%u blocks, least %d, first shift %u", (unsigned)blocks, least, only_shift);
    for (size_t n = 0; n < subject_count; n++) {
        if (subjects[n].failed) continue;
        int16_t *out = allocate((rows + GUARD) * sizeof *out, 32);
        for (size_t row = 0; row < rows + GUARD; row++) out[row] = 0x5AFE;
        subjects[n].kernels->requantize(sums, shifts, blocks, least, out);
        same_int16(&subjects[n], &at, 0, expected, out, rows);
        for (size_t row = rows; row < rows + GUARD; row++) {
            if (out[row] != 0x5AFE && !subjects[n].failed) fail(&subjects[n], &at, "wrote past the last row");
        }
        free(out);
    }
    free(sums);
    free(shifts);
}

void test_requantize(void) {
    size_t shapes = 0;
    for (size_t round = 0; round < 4; round++) {
        for (unsigned shift = 0; shift <= 24; shift++) {
            for (size_t blocks = 1; blocks <= MOST_BLOCKS; blocks++, shapes += 2) {
                check(blocks, -32768, shift);
                check(blocks, 0, shift);
            }
        }
    }
    printf("requantize: %u shapes\n", (unsigned)shapes);
}
