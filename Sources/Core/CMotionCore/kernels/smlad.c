// The DSP extension of 32-bit ARM cores (Cortex-M4, M7, M33): two 16-bit products a multiplication, two int16 a register.
#include "gru.h"
#include "mq_kernels.h"

#if defined(MQ_HAS_SMLAD)
#if defined(__clang__) || (__GNUC__ >= 10 && !defined(MQ_TEST_OLD_GCC))
#include <arm_acle.h>
#else
#include "smlad_gcc.h"
#endif

#include "smlad_assembly.h"

#define INLINE static inline __attribute__((always_inline))

// Two int16 in 32 bits: at any address, the processor loads and stores words. (memcpy would need a C library's
// header.)
typedef struct {
    uint32_t pair;
} __attribute__((packed, may_alias)) pair_anywhere;

INLINE uint32_t load_pair(const int16_t *from) { return ((const pair_anywhere *)from)->pair; }

INLINE void store_pair(int16_t *to, uint32_t pair) { ((pair_anywhere *)to)->pair = pair; }

/// The lower half of the first, and of the second what a shift to the left brings into the upper half. Compilers seldom see PKHBT
/// in the words of C, and it has no intrinsic.
#define PACK(shift)                                                                   \
    INLINE uint32_t pack_##shift(int32_t low, int32_t high) {                         \
        uint32_t pair;                                                                \
        __asm__("pkhbt %0, %1, %2, lsl #" #shift : "=r"(pair) : "r"(low), "r"(high)); \
        return pair;                                                                  \
    }
PACK(1)
PACK(9)
PACK(16)

INLINE uint32_t ror_8(uint32_t word) { return word >> 8 | word << 24; }

/// Four rows of a block of bytes at a time: with their sums, a compiler has room for the rest in registers. SXTB16 widens every
/// other byte of a word, so that columns 0 and 2 meet their inputs in one multiplication, and 1 and 3 in another.
static void accumulate_bytes(
    const int8_t *line, size_t step, const int8_t *rest, const int16_t *x, size_t pairs, unsigned shift, const int32_t *from,
    int32_t *sums) {
    int32_t sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
#define FOUR(row)                                                           \
    {                                                                       \
        const uint32_t four = load_pair((const int16_t *)(line + 4 * row)); \
        sum##row = __smlad(__sxtb16((int8x4_t)four), even, sum##row);       \
        sum##row = __smlad(__sxtb16((int8x4_t)ror_8(four)), odd, sum##row); \
    }
    for (; pairs > 1; pairs -= 2, line += step, x += 4) {
        const uint32_t first = load_pair(x), second = load_pair(x + 2);
        const int16x2_t even = (int16x2_t)pack_16((int32_t)first, (int32_t)second);
        const int16x2_t odd = (int16x2_t)((second & 0xFFFF0000) | first >> 16);
        FOUR(0) FOUR(1) FOUR(2) FOUR(3)
    }
    if (pairs != 0) {
        const int16x2_t both = (int16x2_t)load_pair(x);
#define TWO(row) sum##row = __smlad((int16x2_t)pack_16(rest[2 * row], rest[2 * row + 1]), both, sum##row);
        TWO(0) TWO(1) TWO(2) TWO(3)
    }
#define FINISH_ROW(row) sums[row] = (int32_t)((uint32_t)from[row] + (uint32_t)(sum##row >> shift));
    FINISH_ROW(0) FINISH_ROW(1) FINISH_ROW(2) FINISH_ROW(3)
}

static void accumulate_panel_of_bytes(const mq_matrix *matrix, size_t panel, const int16_t *x, const int32_t *from, int32_t *sums) {
    const size_t pairs = mq_pairs_of(matrix, panel);
    for (size_t block = 0; block < matrix->blocks; block++) {
        const size_t step = mq_group_width(matrix->blocks, block) * 64, within = block % MQ_GROUP_BLOCKS;
        const int8_t *lines = matrix->bytes + mq_byte_panel(matrix, block - within, panel);
        const int8_t *line = lines + within * 64, *rest = lines + pairs / 2 * step + within * 32;
        const unsigned shift = matrix->shifts[block * matrix->panels + panel];
        for (size_t row = 0; row < 16; row += 4, line += 16, rest += 8, from += 4, sums += 4)
            accumulate_bytes(line, step, rest, x, pairs, shift, from, sums);
    }
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
    (void)backwards;  // there is no cache to speak of
    mq_smlad_group group;
    group.panels = matrix->panels;
    for (size_t v = 0; v < count; v++) {
        group.x = x[v];
        group.from = start[v];
        for (size_t panel = first; panel < first + panels; panel++) {
            if (!matrix->weights) {
                const size_t offset = (panel - first) * matrix->panel_pairs * 2;
                accumulate_panel_of_bytes(matrix, panel, x[v] + offset, panel == first ? start[v] : sums[v], sums[v]);
                continue;
            }
            const size_t begin = panel * matrix->panel_pairs, pairs = mq_pairs_of(matrix, panel);
            group.sums = sums[v];
            group.shifts = matrix->shifts + panel;
            for (size_t block = 0; block < matrix->blocks; block += MQ_GROUP_BLOCKS) {
                const size_t width = mq_group_width(matrix->blocks, block);
                const bool whole = width == MQ_GROUP_BLOCKS;
                const uint32_t turn = whole ? WHOLE_TURN : PART_TURN, pair_bytes = whole ? WHOLE_PAIR_BYTES : PART_PAIR_BYTES;
                const uint32_t turns = (uint32_t)(pairs + turn - 2) / turn, left_out = (uint32_t)(1 - pairs) & (turn - 1);
                group.line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, begin);
                group.walk = (turns - 1) << 16 | (uint32_t)width * 64;
                group.entry = turns == 0 ? 0 : left_out * pair_bytes + 1;
                group.end = group.sums + width * 16;
                if (whole)
                    mq_smlad_whole_group(&group);
                else
                    mq_smlad_part_group(&group);
                group.sums += width * 16;
                group.from += width * 16;
                group.shifts += width * matrix->panels;
            }
            group.x += pairs * 2;
            group.from = sums[v];
        }
    }
}

/// max of each half. SSUB16 leaves for SEL where its first operand is not the smaller.
INLINE uint32_t larger(uint32_t a, uint32_t b) {
    (void)__ssub16((int16x2_t)a, (int16x2_t)b);
    return __sel(a, b);
}

static void requantize(const int32_t *sums, const uint8_t *shifts, size_t blocks, int16_t least, int16_t *out) {
    mq_smlad_requantize(sums, shifts, shifts + blocks, out);
    if (least == INT16_MIN) return;
    const uint32_t floor = (uint16_t)least * 0x10001u;
    for (int16_t *const end = out + blocks * 16; out != end; out += 2) store_pair(out, larger(load_pair(out), floor));
}

INLINE uint32_t negated(uint32_t pair) { return (uint32_t)__qsub16(0, (int16x2_t)pair); }

/// SSUB16 leaves for both SELs which arguments are not negative; no saturating instruction changes that. −(−32768) is 32767.
INLINE uint32_t tanh_pair(uint32_t arguments, const mq_tanh_table *table) {
    (void)__ssub16((int16x2_t)arguments, 0);
    const uint32_t magnitude = __sel(arguments, negated(arguments)), fraction = magnitude & 0x007F007F;
    const int32_t low = (int32_t)table->chords[(uint16_t)magnitude >> 7], high = (int32_t)table->chords[magnitude >> 23];
    // node + (slope · f + 64 >> 7); the second product is brought to the upper half by the difference of both shifts.
    const int32_t low_rise = __smlatb(low, (int32_t)fraction, 64), high_rise = __smlatt(high, (int32_t)fraction, 64);
    const uint32_t nodes = pack_16(low, high), rises = pack_9(low_rise >> 7, high_rise);
    const uint32_t value = (uint32_t)__qadd16((int16x2_t)nodes, (int16x2_t)rises);
    return __sel(value, negated(value));
}

/// 16384 + (tanh >> 1) is half of tanh − (−32768).
INLINE uint32_t sigmoid_pair(uint32_t arguments, const mq_tanh_table *table) {
    return (uint32_t)__shsub16((int16x2_t)tanh_pair(arguments, table), (int16x2_t)0x80008000);
}

/// (f · c + 2¹⁵ >> 16) + added, with −f · 2¹⁵: the product with 2c has 64 bits, of which SMMLSR rounds the upper half.
INLINE int32_t next_cell(int32_t minus_forget, int32_t cell, int32_t added) {
    int32_t next;
    __asm__("smmlsr %0, %1, %2, %3" : "=r"(next) : "r"(minus_forget), "r"(cell * 2), "r"(added));
    return next;
}

/// The last of an odd number of units, between neighbours that nobody has asked for.
static __attribute__((noinline)) void advance(
    const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden);

static void advance_last(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    int16_t both[8] = {0}, new_hidden[2];
    int32_t cells[2] = {*cell, 0};
    for (size_t gate = 0; gate < 4; gate++) both[gate * 2] = gates[gate * units];
    advance(both, 2, tanh, cells, new_hidden);
    *cell = cells[0];
    *hidden = new_hidden[0];
}

static void advance(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    const int16_t *const end = gates + (units & ~(size_t)1);
    for (; gates != end; gates += 2, cell += 2, hidden += 2) {
        const int32_t i = (int32_t)sigmoid_pair(load_pair(gates), tanh);
        // t + 1, saturated: t is 32766 at most, and −(2¹⁵ + t) · 2¹⁵ = −2¹⁵ · (t + 1) − (2¹⁵ − 1) · 2¹⁵.
        const int32_t above = (int32_t)__qadd16((int16x2_t)tanh_pair(load_pair(gates + units), tanh), (int16x2_t)0x00010001);
        const int32_t minus = (int32_t)0x80008000, rest = -(0x7FFF << 15);
        const int32_t g = (int32_t)tanh_pair(load_pair(gates + 3 * units), tanh);
        const int32_t low = next_cell(__smlabb(above, minus, rest), cell[0], __smlabb(i, g, 0x4000) >> 15);
        const int32_t high = next_cell(__smlatb(above, minus, rest), cell[1], __smlatt(i, g, 0x4000) >> 15);
        cell[0] = low;
        cell[1] = high;
        const uint32_t argument = pack_16(__ssat((low + 4) >> 3, 16), __ssat((high + 4) >> 3, 16));
        const int32_t t = (int32_t)tanh_pair(argument, tanh), o = (int32_t)sigmoid_pair(load_pair(gates + 2 * units), tanh);
        store_pair(hidden, pack_1(__smlabb(o, t, 0x4000) >> 15, __smlatt(o, t, 0x4000)));
    }
    if (units & 1) advance_last(gates, units, tanh, cell, hidden);
}

extern const mq_kernels mq_kernels_smlad;  // to C++, constants are static otherwise
const mq_kernels mq_kernels_smlad = {"smlad", accumulate, requantize, advance, mq_advance_gru_plainly};
#endif
