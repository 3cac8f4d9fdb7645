// Matrix times vectors, in tiles of several blocks and vectors that live in registers. A kernel includes <string.h> and defines
// beforehand:
//   lanes                         a vector of int32; PARTS of them are one block of 16 rows
//   TALL                          blocks of a tile with one vector
//   WIDE_BLOCKS, WIDE             blocks and vectors of a tile with several
//   splat_lanes(n)                an int32, or the 32 bits of two inputs, in every lane
//   multiply_add(sum, line, x)    sum + the products of neighbouring int16, added in pairs; modulo 2³²
//   shift_right(v, n), add(a, b), load(p), store(p, v)
// and, if sums are better kept in something else until a panel ends:
//   partial, nothing, total(sum)  its type, its zero, and the lanes that it comes to

#ifndef total
typedef lanes partial;
#define nothing splat_lanes(0)
#define total(sum) (sum)
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/// Lines of one panel of a group of blocks.
typedef struct {
    const int16_t *lines;
    size_t pairs;
    /// One shift for each block, `panels` apart.
    const uint8_t *shifts;
    size_t panels;
} panel_lines;

/// sums[v] = from[v] + the panel times x[v] for `blocks` blocks and `vectors` vectors; these and `width` are constants where it
/// matters.
INLINE void tile(
    panel_lines panel, size_t block, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, const size_t width,
    const size_t blocks, const size_t vectors) {
    partial products[blocks * vectors * PARTS];
    UNROLLED for (size_t i = 0; i < blocks * vectors * PARTS; i++) products[i] = nothing;

    const int16_t *line = panel.lines + block * 32;
    for (size_t pair = 0; pair < panel.pairs; pair++, line += width * 32) {
        lanes both[vectors];
        UNROLLED for (size_t v = 0; v < vectors; v++) {
            int32_t bits;
            memcpy(&bits, x[v] + offset + 2 * pair, sizeof bits);
            both[v] = splat_lanes(bits);
        }
        UNROLLED for (size_t b = 0; b < blocks; b++) {
            UNROLLED for (size_t part = 0; part < PARTS; part++) {
                UNROLLED for (size_t v = 0; v < vectors; v++) {
                    partial *sum = &products[(b * vectors + v) * PARTS + part];
                    *sum = multiply_add(*sum, line + b * 32 + part * (32 / PARTS), both[v]);
                }
            }
        }
    }

    UNROLLED for (size_t b = 0; b < blocks; b++) {
        const unsigned shift = panel.shifts[(block + b) * panel.panels];
        UNROLLED for (size_t v = 0; v < vectors; v++) {
            UNROLLED for (size_t part = 0; part < PARTS; part++) {
                const size_t at = row + b * 16 + part * (16 / PARTS);
                const lanes before = load(from[v] + at), product = total(products[(b * vectors + v) * PARTS + part]);
                store(sums[v] + at, add(before, shift_right(product, shift)));
            }
        }
    }
}

/// All blocks of a group, times one vector.
INLINE void one_vector(panel_lines panel, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, const size_t width) {
    size_t block = 0;
    for (; block + TALL <= width; block += TALL) tile(panel, block, row + block * 16, offset, x, from, sums, width, TALL, 1);
#if TALL > 2
    for (; block + 2 <= width; block += 2) tile(panel, block, row + block * 16, offset, x, from, sums, width, 2, 1);
#endif
    for (; block < width; block++) tile(panel, block, row + block * 16, offset, x, from, sums, width, 1, 1);
}

/// Some blocks of a group, times any number of vectors: the weights stay in the first cache from tile to tile.
INLINE void all_vectors(
    panel_lines panel, size_t block, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, size_t count,
    const size_t width, const size_t blocks) {
    size_t v = 0;
    row += block * 16;
    for (; v + WIDE <= count; v += WIDE) tile(panel, block, row, offset, x + v, from + v, sums + v, width, blocks, WIDE);
#if WIDE > 2
    for (; v + 2 <= count; v += 2) tile(panel, block, row, offset, x + v, from + v, sums + v, width, blocks, 2);
#endif
    for (; v < count; v++) tile(panel, block, row, offset, x + v, from + v, sums + v, width, blocks, 1);
}

INLINE void whole_group(
    panel_lines panel, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, size_t count, const size_t width) {
    if (count == 1) {
        one_vector(panel, row, offset, x, from, sums, width);
        return;
    }
    size_t block = 0;
    for (; block + WIDE_BLOCKS <= width; block += WIDE_BLOCKS)
        all_vectors(panel, block, row, offset, x, from, sums, count, width, WIDE_BLOCKS);
#if WIDE_BLOCKS > 1
    for (; block < width; block++) all_vectors(panel, block, row, offset, x, from, sums, count, width, 1);
#endif
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
    const size_t groups = (matrix->blocks + MQ_GROUP_BLOCKS - 1) / MQ_GROUP_BLOCKS;
    for (size_t g = 0; g < groups; g++) {
        const size_t block = (backwards ? groups - 1 - g : g) * MQ_GROUP_BLOCKS;
        const size_t width = mq_group_width(matrix->blocks, block);
        for (size_t p = 0; p < panels; p++) {
            const size_t step = backwards ? panels - 1 - p : p, panel = first + step;
            const size_t pair = panel * matrix->panel_pairs;
            const panel_lines lines = {
                .lines = matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, pair),
                .pairs = panel + 1 == matrix->panels ? matrix->pairs - pair : matrix->panel_pairs,
                .shifts = matrix->shifts + block * matrix->panels + panel,
                .panels = matrix->panels,
            };
            const size_t offset = step * matrix->panel_pairs * 2;
            mq_sums from = p == 0 ? start : sums;
            // A whole group has a constant width, which makes its addresses constants too.
            if (width == MQ_GROUP_BLOCKS)
                whole_group(lines, block * 16, offset, x, from, sums, count, MQ_GROUP_BLOCKS);
            else
                whole_group(lines, block * 16, offset, x, from, sums, count, width);
        }
    }
}
