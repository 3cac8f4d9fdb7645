// ARITHMETIC.md, section 3.3, block after block of 16 rows. `QuantizedNetwork.validate` is the same of row-major arrays.
#include "image_reader.h"

#define BLOCK 16
#define MOST_SHIFT 31
#define MOST_OUTPUT_SHIFT 24
// Largest sum of magnitudes in a panel: times 2^15 it stays below 2^31.
#define MOST_PANEL 65535u

static uint32_t magnitude(int32_t value) { return value < 0 ? 0u - (uint32_t)value : (uint32_t)value; }

static bool within(const uint8_t *shifts, size_t count, uint8_t most) {
    for (size_t index = 0; index < count; index++) {
        if (shifts[index] > most) return false;
    }
    return true;
}

// Adds the magnitudes of a block's rows in a pair of columns; a single column has nothing beside it.
static mq_image_fault add_pair(
    const mq_matrix *matrix, size_t block, size_t rows, size_t panel, size_t pair, bool is_single, uint32_t *sums) {
    for (size_t row = 0; row < BLOCK; row++) {
        int32_t first, second;
        if (matrix->weights) {
            const size_t place = panel * matrix->panel_pairs + pair;
            const int16_t *line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, place) + 2 * row;
            first = line[0];
            second = line[1];
        } else {
            const int8_t *both = matrix->bytes + mq_byte_place(matrix, block * BLOCK + row, panel, 2 * pair);
            first = both[0];
            second = both[1];
            if (first < -MQ_LARGEST_BYTE || second < -MQ_LARGEST_BYTE) return MQ_IMAGE_FORMAT;
        }
        if (is_single && second != 0) return MQ_IMAGE_SHAPE;
        sums[row] += magnitude(first) + magnitude(second);
        // Here and not behind the loop, so that the sum itself cannot overflow.
        if (sums[row] > MOST_PANEL) return row < rows ? MQ_IMAGE_OVERFLOW : MQ_IMAGE_SHAPE;
    }
    return MQ_IMAGE_OK;
}

// What a matrix adds to the sums of one block, whose rows are the first so many of 16. Totals that have no more than 31 bits before
// have no more than 32 after a panel.
//
// - has_gap: whether the last pair of the last panel has a single column, or that of every panel if `in_every_panel`.
static mq_image_fault add_block(
    const mq_matrix *matrix, size_t block, size_t rows, bool has_gap, bool in_every_panel, uint32_t *totals) {
    for (size_t panel = 0; panel < matrix->panels; panel++) {
        const bool is_last = panel + 1 == matrix->panels;
        const size_t pairs = mq_pairs_of(matrix, panel);
        const size_t gap = has_gap && (is_last || in_every_panel) ? pairs - 1 : pairs;
        uint32_t sums[BLOCK] = {0};
        for (size_t pair = 0; pair < pairs; pair++) {
            const mq_image_fault fault = add_pair(matrix, block, rows, panel, pair, pair == gap, sums);
            if (fault != MQ_IMAGE_OK) return fault;
        }
        const uint8_t shift = matrix->shifts[block * matrix->panels + panel];
        for (size_t row = 0; row < rows; row++) {
            totals[row] += (sums[row] << 15 >> shift) + 1;
            if (totals[row] > INT32_MAX) return MQ_IMAGE_OVERFLOW;
        }
        for (size_t row = rows; row < BLOCK; row++) {
            if (sums[row] != 0) return MQ_IMAGE_SHAPE;
        }
    }
    return MQ_IMAGE_OK;
}

mq_image_fault mq_image_prove(const mq_affine *affine, uint64_t columns, uint32_t sample) {
    const mq_matrix *input = affine->input, *recurrent = affine->recurrent;
    if (!within(input->shifts, input->blocks * input->panels, MOST_SHIFT)) return MQ_IMAGE_FORMAT;
    if (recurrent && !within(recurrent->shifts, recurrent->blocks * recurrent->panels, MOST_SHIFT)) return MQ_IMAGE_FORMAT;
    if (!within(affine->output_shifts, affine->blocks, MOST_OUTPUT_SHIFT)) return MQ_IMAGE_FORMAT;
    const bool has_gap = (sample > 0 ? sample : columns) % 2 != 0;
    for (size_t block = 0; block < affine->blocks; block++) {
        const size_t left = affine->rows - block * BLOCK;
        const size_t rows = left < BLOCK ? left : BLOCK;
        const int32_t *bias = affine->bias + block * BLOCK;
        const uint32_t half = ((uint32_t)1 << affine->output_shifts[block]) / 2;
        uint32_t totals[BLOCK];
        for (size_t row = 0; row < BLOCK; row++) {
            totals[row] = magnitude(bias[row]) + half;
            if (row >= rows && bias[row] != 0) return MQ_IMAGE_SHAPE;
            if (totals[row] > INT32_MAX) return MQ_IMAGE_OVERFLOW;
        }
        mq_image_fault fault = add_block(input, block, rows, has_gap, sample > 0, totals);
        if (fault == MQ_IMAGE_OK && recurrent) {
            fault = add_block(recurrent, block, rows, affine->rows / 4 % 2 != 0, false, totals);
        }
        if (fault != MQ_IMAGE_OK) return fault;
    }
    return MQ_IMAGE_OK;
}
