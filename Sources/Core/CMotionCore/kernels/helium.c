// Helium, the vectors of a Cortex-M55 and M85: eight int16 a register, eight products a multiplication, added up to one number.
//
// The sum across a register wants a row's weights side by side, and in a matrix they lie a pair here, a pair there: a load that
// gathers four pairs is one instruction, though not one cycle, and spares an order of weights of this kernel's own.
#include "gru.h"
#include "mq_kernels.h"

#if defined(MQ_HAS_HELIUM)
#include <arm_mve.h>

#define INLINE static inline __attribute__((always_inline))
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

/// Eight rows of a block times one vector. A row's weights of four pairs lie `step` bytes apart; one load gathers them, at `line`'s
/// addresses and the row's distance from these.
INLINE void eight_rows(
    uint32x4_t lines, uint32_t step, const int16_t *x, size_t pairs, int32_t shift, const int32_t *from, int32_t *sums) {
#define BEGIN(row) int32_t sum##row = 0;
    EACH_ROW(BEGIN)
    for (; pairs >= 4; pairs -= 4, x += 8) {
        const int16x8_t inputs = vldrhq_s16(x);
#define ADD(row) sum##row = vmladavaq_s16(sum##row, vreinterpretq_s16_s32(vldrwq_gather_base_s32(lines, 4 * row)), inputs);
        EACH_ROW(ADD)
        lines = vaddq_n_u32(lines, 4 * step);
    }
    if (pairs != 0) {
        // What is left of four pairs, and nothing beyond: neither is read there.
        const mve_pred16_t there = vctp32q(pairs);
        const int16x8_t inputs = vldrhq_z_s16(x, there);
#define ADD_REST(row) \
    sum##row = vmladavaq_s16(sum##row, vreinterpretq_s16_s32(vldrwq_gather_base_z_s32(lines, 4 * row, there)), inputs);
        EACH_ROW(ADD_REST)
    }
    const int32x4_t low = {sum0, sum1, sum2, sum3}, high = {sum4, sum5, sum6, sum7};
    vstrwq_s32(sums, vaddq_s32(vldrwq_s32(from), vshlq_r_s32(low, -shift)));
    vstrwq_s32(sums + 4, vaddq_s32(vldrwq_s32(from + 4), vshlq_r_s32(high, -shift)));
}

/// The same of bytes, of which a row has four columns side by side in each line, and two at `rest`.
INLINE void eight_rows_of_bytes(
    const int8_t *line, uint16x8_t places, size_t step, const int8_t *rest, const int16_t *x, size_t pairs, int32_t shift,
    const int32_t *from, int32_t *sums) {
    EACH_ROW(BEGIN)
    for (; pairs >= 4; pairs -= 4, x += 8, line += 2 * step) {
        const int16x8_t inputs = vldrhq_s16(x);
#define ADD_BYTES(row) sum##row = vmladavaq_s16(sum##row, vldrbq_gather_offset_s16(line + 4 * row, places), inputs);
        EACH_ROW(ADD_BYTES)
    }
    if (pairs & 2) {
        const mve_pred16_t there = vctp16q(4);
        const int16x8_t inputs = vldrhq_z_s16(x, there);
#define ADD_FOUR(row) sum##row = vmladavaq_s16(sum##row, vldrbq_gather_offset_z_s16(line + 4 * row, places, there), inputs);
        EACH_ROW(ADD_FOUR)
        x += 4;
    }
    if (pairs & 1) {
        const mve_pred16_t there = vctp16q(2);
        const int16x8_t inputs = vldrhq_z_s16(x, there);
#define ADD_TWO(row) sum##row = vmladavaq_s16(sum##row, vldrbq_gather_offset_z_s16(rest + 2 * row, places, there), inputs);
        EACH_ROW(ADD_TWO)
    }
    const int32x4_t low = {sum0, sum1, sum2, sum3}, high = {sum4, sum5, sum6, sum7};
    vstrwq_s32(sums, vaddq_s32(vldrwq_s32(from), vshlq_r_s32(low, -shift)));
    vstrwq_s32(sums + 4, vaddq_s32(vldrwq_s32(from + 4), vshlq_r_s32(high, -shift)));
}

static void accumulate_panel_of_bytes(const mq_matrix *matrix, size_t panel, const int16_t *x, const int32_t *from, int32_t *sums) {
    const size_t pairs = mq_pairs_of(matrix, panel);
    for (size_t block = 0; block < matrix->blocks; block++) {
        const size_t step = mq_group_width(matrix->blocks, block) * 64, within = block % MQ_GROUP_BLOCKS;
        const int8_t *lines = matrix->bytes + mq_byte_panel(matrix, block - within, panel);
        const int8_t *line = lines + within * 64, *rest = lines + pairs / 2 * step + within * 32;
        const int32_t shift = matrix->shifts[block * matrix->panels + panel];
        const uint16x8_t column = vidupq_n_u16(0, 1);
        // 0, 1, 2, 3 of this line, and of the next one.
        const uint16x8_t places = vaddq_m_n_u16(column, column, (uint16_t)(step - 4), 0xFF00);
        for (size_t half = 0; half < 2; half++, line += 32, rest += 16, from += 8, sums += 8)
            eight_rows_of_bytes(line, places, step, rest, x, pairs, shift, from, sums);
    }
}

static void accumulate_panel(const mq_matrix *matrix, size_t panel, const int16_t *x, const int32_t *from, int32_t *sums) {
    const size_t start = panel * matrix->panel_pairs, pairs = mq_pairs_of(matrix, panel);
    const uint8_t *shift = matrix->shifts + panel;
    for (size_t group = 0; group < matrix->blocks; group += MQ_GROUP_BLOCKS) {
        const size_t width = mq_group_width(matrix->blocks, group);
        const uint32_t step = (uint32_t)width * 64;
        const int16_t *line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, group, start);
        uint32x4_t lines = vaddq_n_u32(vmulq_n_u32(vidupq_n_u32(0, 1), step), (uint32_t)(uintptr_t)line);
        for (const int32_t *end = sums + width * 16; sums != end; sums += 16, from += 16, shift += matrix->panels) {
            eight_rows(lines, step, x, pairs, *shift, from, sums);
            lines = vaddq_n_u32(lines, 32);
            eight_rows(lines, step, x, pairs, *shift, from + 8, sums + 8);
            lines = vaddq_n_u32(lines, 32);
        }
    }
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
    (void)backwards;  // there is no cache to speak of
    for (size_t v = 0; v < count; v++) {
        for (size_t panel = 0; panel < panels; panel++) {
            const int32_t *from = panel == 0 ? start[v] : sums[v];
            const int16_t *inputs = x[v] + panel * matrix->panel_pairs * 2;
            if (matrix->weights)
                accumulate_panel(matrix, first + panel, inputs, from, sums[v]);
            else
                accumulate_panel_of_bytes(matrix, first + panel, inputs, from, sums[v]);
        }
    }
}

/// The first of each two neighbours below, the second above: rows and units are kept so between int32 and int16.
INLINE int16x8_t saturate(int32x4x2_t v) { return vqmovntq_s32(vqmovnbq_s32(vdupq_n_s16(0), v.val[0]), v.val[1]); }

static void requantize(const int32_t *sums, const uint8_t *shifts, size_t blocks, int16_t least, int16_t *out) {
    const int16x8_t floor = vdupq_n_s16(least);
    for (const uint8_t *end = shifts + blocks; shifts != end; shifts++) {
        const int32_t shift = *shifts, rounding = 1 << shift >> 1;
        for (size_t half = 0; half < 2; half++, sums += 8, out += 8) {
            int32x4x2_t v = vld2q_s32(sums);
            v.val[0] = vshlq_r_s32(vaddq_n_s32(v.val[0], rounding), -shift);
            v.val[1] = vshlq_r_s32(vaddq_n_s32(v.val[1], rounding), -shift);
            vstrhq_s16(out, vmaxq_s16(saturate(v), floor));
        }
    }
}

INLINE int16x8_t tanh_words(int16x8_t n, const mq_tanh_table *table) {
    const int16x8_t magnitude = vqabsq_s16(n);
    const uint16x8_t index = vshrq_n_u16(vreinterpretq_u16_s16(magnitude), 7);
    const int16x8_t node = vldrhq_gather_shifted_offset_s16(table->nodes, index);
    const int16x8_t slope = vldrhq_gather_shifted_offset_s16(table->slopes, index);
    const int16x8_t fraction = vbicq_n_s16(vshlq_n_s16(magnitude, 8), 0x8000);  // Q15: (slope · f + 64) >> 7
    const int16x8_t value = vaddq_s16(node, vqrdmulhq_s16(slope, fraction));
    return vnegq_m_s16(value, value, vcmpltq_n_s16(n, 0));
}

INLINE int16x8_t sigmoid(int16x8_t n, const mq_tanh_table *table) {
    return vaddq_n_s16(vshrq_n_s16(tanh_words(n, table), 1), 16384);
}

/// (((2¹⁵ + t) · c + 2¹⁵) >> 16) + added, in 32 bits (ARITHMETIC.md §5): 2¹⁵ is the 1 that VRHADD adds before it halves.
INLINE int32x4_t next_cell(int32x4_t t, int32x4_t cell, int32x4_t added) {
    const int32x4_t high = vaddq_s32(cell, vmulq_s32(t, vshrq_n_s32(cell, 15)));
    const int32x4_t low = vmulq_s32(t, vandq_s32(cell, vdupq_n_s32(0x7FFF)));
    return vaddq_s32(vrhaddq_s32(high, vshrq_n_s32(low, 15)), added);
}

INLINE void advance_eight(
    const int16_t *i, const int16_t *f, const int16_t *o, const int16_t *g, const mq_tanh_table *tanh, int32_t *cell,
    int16_t *hidden) {
    const int16x8_t added = vqrdmulhq_s16(sigmoid(vldrhq_s16(i), tanh), tanh_words(vldrhq_s16(g), tanh));
    const int16x8_t forget = vminq_s16(tanh_words(vldrhq_s16(f), tanh), vdupq_n_s16(32766));
    int32x4x2_t cells = vld2q_s32(cell);
    cells.val[0] = next_cell(vmovlbq_s16(forget), cells.val[0], vmovlbq_s16(added));
    cells.val[1] = next_cell(vmovltq_s16(forget), cells.val[1], vmovltq_s16(added));
    vst2q_s32(cell, cells);
    const int16x8_t argument = vqrshrntq_n_s32(vqrshrnbq_n_s32(vdupq_n_s16(0), cells.val[0], 3), cells.val[1], 3);
    vstrhq_s16(hidden, vqrdmulhq_s16(sigmoid(vldrhq_s16(o), tanh), tanh_words(argument, tanh)));
}

static void advance(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    size_t unit = 0;
    for (; unit + 8 <= units; unit += 8) {
        const int16_t *i = gates + unit;
        advance_eight(i, i + units, i + 2 * units, i + 3 * units, tanh, cell + unit, hidden + unit);
    }
    const size_t rest = units - unit;
    if (rest == 0) return;
    // The last units, by way of memory that a whole vector may read and write.
    int16_t arguments[4][8] = {{0}}, new_hidden[8];
    int32_t new_cell[8] = {0};
    for (size_t n = 0; n < rest; n++) {
        for (size_t gate = 0; gate < 4; gate++) arguments[gate][n] = gates[gate * units + unit + n];
        new_cell[n] = cell[unit + n];
    }
    advance_eight(arguments[0], arguments[1], arguments[2], arguments[3], tanh, new_cell, new_hidden);
    for (size_t n = 0; n < rest; n++) {
        cell[unit + n] = new_cell[n];
        hidden[unit + n] = new_hidden[n];
    }
}

extern const mq_kernels mq_kernels_helium;  // to C++, constants are static otherwise
const mq_kernels mq_kernels_helium = {"helium", accumulate, requantize, advance, mq_advance_gru_plainly};
#endif
