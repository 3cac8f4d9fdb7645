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

// What a matrix adds to the sums of one block, whose rows are the first so many of 16. Totals that have no more than 31 bits before
// have no more than 32 after a panel.
//
// - has_gap: whether the last pair of the last panel has a single column, or that of every panel if `in_every_panel`.
static mq_image_fault add_block(
    const mq_matrix *matrix, size_t block, size_t rows, bool has_gap, bool in_every_panel, uint32_t *totals) {
    for (size_t panel = 0; panel < matrix->panels; panel++) {
        const bool is_last = panel + 1 == matrix->panels;
        const size_t first = panel * matrix->panel_pairs;
        const size_t end = is_last ? matrix->pairs : first + matrix->panel_pairs;
        const size_t gap = has_gap && (is_last || in_every_panel) ? end - 1 : end;
        uint32_t sums[BLOCK] = {0};
        for (size_t pair = first; pair < end; pair++) {
            const int16_t *line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, pair);
            for (size_t row = 0; row < BLOCK; row++, line += 2) {
                if (pair == gap && line[1] != 0) return MQ_IMAGE_SHAPE;
                sums[row] += magnitude(line[0]) + magnitude(line[1]);
                // Here and not behind the loop, so that the sum itself cannot overflow.
                if (sums[row] > MOST_PANEL) return row < rows ? MQ_IMAGE_OVERFLOW : MQ_IMAGE_SHAPE;
            }
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
