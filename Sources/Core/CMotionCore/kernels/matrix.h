// Matrix times vectors, in tiles of several blocks and vectors that live in registers. A kernel includes <string.h> and defines
// beforehand:
//   lanes                         a vector of int32; PARTS of them are one block of 16 rows
//   TALL                          blocks of a tile with one vector
//   WIDE_BLOCKS, WIDE             blocks and vectors of a tile with several
//   splat_lanes(n)                an int32, or the 32 bits of two inputs, in every lane
//   load_weights(p)               a PART of a line
//   multiply_add(sum, w, x)       sum + the products of neighbouring int16, added in pairs; modulo 2³²
//   low_bytes(w), high_bytes(w)   of each int16 of a PART as int16
//   widen_bytes(p)                a PART of half a line of bytes as int16
//   shift_right(v, n), add(a, b), load(p), store(p, v)
// and, if sums are better kept in something else until a panel ends:
//   partial, nothing, total(sum)  its type, its zero, and the lanes that it comes to

#ifndef total
typedef lanes partial;
#define nothing splat_lanes(0)
#define total(sum) (sum)
#endif

#ifndef line_part
#define line_part lanes
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/// Lines of one panel of a group of blocks, of int16 or of bytes.
typedef struct {
    const char *lines;
    size_t pairs;
    /// One shift for each block, `panels` apart.
    const uint8_t *shifts;
    size_t panels;
} panel_lines;

#ifdef one_vector_of_bytes
// And, of a unit that multiplies bytes: all blocks of a group of bytes, times one vector.
INLINE void one_vector_of_bytes(panel_lines panel, const int16_t *x, const int32_t *from, int32_t *sums, const size_t width);
#endif

/// sums[v] = from[v] + the panel times x[v] for `blocks` blocks and `vectors` vectors; these and `width` are constants where it
/// matters.
INLINE void tile(
    panel_lines panel, size_t block, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, const size_t width,
    const bool has_bytes, const size_t blocks, const size_t vectors) {
    partial products[blocks * vectors * PARTS];
    UNROLLED for (size_t i = 0; i < blocks * vectors * PARTS; i++) products[i] = nothing;

    const char *line = panel.lines + block * 64, *rest = panel.lines + panel.pairs / 2 * width * 64 + block * 32;
    size_t pair = 0;
    // Of four columns, bytes 0 and 2 of a row are the low ones of two int16, 1 and 3 the high ones.
    for (; has_bytes && pair + 1 < panel.pairs; pair += 2, line += width * 64) {
        lanes even[vectors], odd[vectors];
        UNROLLED for (size_t v = 0; v < vectors; v++) {
            uint32_t first, second;
            memcpy(&first, x[v] + offset + 2 * pair, sizeof first);
            memcpy(&second, x[v] + offset + 2 * pair + 2, sizeof second);
            even[v] = splat_lanes((int32_t)((first & 0xFFFF) | second << 16));
            odd[v] = splat_lanes((int32_t)(first >> 16 | (second & 0xFFFF0000)));
        }
        UNROLLED for (size_t b = 0; b < blocks; b++) {
            UNROLLED for (size_t part = 0; part < PARTS; part++) {
                const line_part weights = load_weights(line + b * 64 + part * (64 / PARTS));
                const line_part low = low_bytes(weights), high = high_bytes(weights);
                UNROLLED for (size_t v = 0; v < vectors; v++) {
                    partial *sum = &products[(b * vectors + v) * PARTS + part];
                    *sum = multiply_add(multiply_add(*sum, low, even[v]), high, odd[v]);
                }
            }
        }
    }
    for (; pair < panel.pairs; pair++, line += width * 64) {
        lanes both[vectors];
        UNROLLED for (size_t v = 0; v < vectors; v++) {
            int32_t bits;
            memcpy(&bits, x[v] + offset + 2 * pair, sizeof bits);
            both[v] = splat_lanes(bits);
        }
        UNROLLED for (size_t b = 0; b < blocks; b++) {
            UNROLLED for (size_t part = 0; part < PARTS; part++) {
                const line_part weights = has_bytes ? widen_bytes(rest + b * 32 + part * (32 / PARTS))
                                                    : load_weights(line + b * 64 + part * (64 / PARTS));
                UNROLLED for (size_t v = 0; v < vectors; v++) {
                    partial *sum = &products[(b * vectors + v) * PARTS + part];
                    *sum = multiply_add(*sum, weights, both[v]);
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
INLINE void one_vector(
    panel_lines panel, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, const size_t width,
    const bool has_bytes) {
#ifdef one_vector_of_bytes
    if (has_bytes) {
        one_vector_of_bytes(panel, x[0] + offset, from[0] + row, sums[0] + row, width);
        return;
    }
#endif
    size_t block = 0;
    for (; block + TALL <= width; block += TALL)
        tile(panel, block, row + block * 16, offset, x, from, sums, width, has_bytes, TALL, 1);
#if TALL > 2
    for (; block + 2 <= width; block += 2) tile(panel, block, row + block * 16, offset, x, from, sums, width, has_bytes, 2, 1);
#endif
    for (; block < width; block++) tile(panel, block, row + block * 16, offset, x, from, sums, width, has_bytes, 1, 1);
}

/// Some blocks of a group, times any number of vectors: the weights stay in the first cache from tile to tile.
INLINE void all_vectors(
    panel_lines panel, size_t block, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, size_t count,
    const size_t width, const bool has_bytes, const size_t blocks) {
    size_t v = 0;
    row += block * 16;
    for (; v + WIDE <= count; v += WIDE) tile(panel, block, row, offset, x + v, from + v, sums + v, width, has_bytes, blocks, WIDE);
#if WIDE > 2
    for (; v + 2 <= count; v += 2) tile(panel, block, row, offset, x + v, from + v, sums + v, width, has_bytes, blocks, 2);
#endif
    for (; v < count; v++) tile(panel, block, row, offset, x + v, from + v, sums + v, width, has_bytes, blocks, 1);
}

INLINE void whole_group(
    panel_lines panel, size_t row, size_t offset, mq_inputs x, mq_sums from, mq_sums sums, size_t count, const size_t width,
    const bool has_bytes) {
    if (count == 1) {
        one_vector(panel, row, offset, x, from, sums, width, has_bytes);
        return;
    }
    size_t block = 0;
    for (; block + WIDE_BLOCKS <= width; block += WIDE_BLOCKS)
        all_vectors(panel, block, row, offset, x, from, sums, count, width, has_bytes, WIDE_BLOCKS);
#if WIDE_BLOCKS > 1
    for (; block < width; block++) all_vectors(panel, block, row, offset, x, from, sums, count, width, has_bytes, 1);
#endif
}

INLINE void accumulate_all(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards,
    const bool has_bytes) {
    const size_t groups = (matrix->blocks + MQ_GROUP_BLOCKS - 1) / MQ_GROUP_BLOCKS;
    for (size_t g = 0; g < groups; g++) {
        const size_t block = (backwards ? groups - 1 - g : g) * MQ_GROUP_BLOCKS;
        const size_t width = mq_group_width(matrix->blocks, block);
        for (size_t p = 0; p < panels; p++) {
            const size_t step = backwards ? panels - 1 - p : p, panel = first + step;
            const size_t pair = panel * matrix->panel_pairs;
            const panel_lines lines = {
                .lines = has_bytes ? (const char *)(matrix->bytes + mq_byte_panel(matrix, block, panel))
                                   : (const char *)(matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, pair)),
                .pairs = mq_pairs_of(matrix, panel),
                .shifts = matrix->shifts + block * matrix->panels + panel,
                .panels = matrix->panels,
            };
            const size_t offset = step * matrix->panel_pairs * 2;
            mq_sums from = p == 0 ? start : sums;
            // A whole group has a constant width, which makes its addresses constants too.
            if (width == MQ_GROUP_BLOCKS)
                whole_group(lines, block * 16, offset, x, from, sums, count, MQ_GROUP_BLOCKS, has_bytes);
            else
                whole_group(lines, block * 16, offset, x, from, sums, count, width, has_bytes);
        }
    }
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
#ifdef one_vector_of_bytes
    if (matrix->bytes && count == 1) {
        accumulate_all(matrix, first, panels, x, start, sums, 1, backwards, true);
        return;
    }
#endif
    // Without such products widening takes longer than the second half of the memory.
    if (matrix->weights)
        accumulate_all(matrix, first, panels, x, start, sums, count, backwards, false);
    else
        accumulate_all(matrix, first, panels, x, start, sums, count, backwards, true);
}
