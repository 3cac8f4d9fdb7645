// The DSP extension of 32-bit ARM cores (Cortex-M4, M7, M33): two 16-bit products a multiplication, two int16 a register.
#include "mq_kernels.h"

#if defined(MQ_HAS_SMLAD)
#if defined(__clang__) || (__GNUC__ >= 10 && !defined(MQ_TEST_OLD_GCC))
#include <arm_acle.h>
#else
#include "smlad_gcc.h"
#endif

#define INLINE static inline __attribute__((always_inline))

/// One block of a panel times one vector. The assembly below knows this order, and moves `line`, `from` and `sums` on to the next
/// block.
typedef struct {
    const int16_t *line;
    const int16_t *x;
    /// Pairs of the panel, 1 … 32767, << 17 | 1 << 16 if the group is whole | bytes from a pair's lines to the next pair's.
    uint32_t walk;
    /// −2^(32 − shift); 0 if the shift is 0.
    int32_t scale;
    const int32_t *from;
    int32_t *sums;
} mq_smlad_block;

#if MQ_GROUP_BLOCKS != 8
#error "the assembly below steps over groups of 8 blocks"
#endif

/// `end`: the end of the block's sums
void mq_smlad_block_times_vector(mq_smlad_block *block, const int32_t *end) __asm__("mq_smlad_block_times_vector");

// Eight sums, a line, x, the walk, a pair of x and two pairs of weights are fourteen registers: all there are. A compiler is sure
// to keep them there in no other way, and one sum in memory costs as much as a multiplication. Rows go by eight:
//   r4 … r11 sums    r0 line    r1 x    r2 walk    r3 the pair of x    r12, lr two words of weights
// Both loops do two pairs a turn and are entered in the middle if the number of pairs is odd.
// A line is an instruction or two, and stays one:
// clang-format off
#define SET(sum, word) "smuad " #sum ", " #word ", r3\n"
#define ADD(sum, word) "smlad " #sum ", " #word ", r3, " #sum "\n"
#define PAIR(OP, next_line)                                       \
  "ldr r3, [r1], #4\n"                                            \
  "ldrd r12, lr, [r0, #8]\n" OP(r6, r12) OP(r7, lr)               \
  "ldrd r12, lr, [r0, #16]\n" OP(r8, r12) OP(r9, lr)              \
  "ldrd r12, lr, [r0, #24]\n" OP(r10, r12) OP(r11, lr)            \
  next_line OP(r4, r12) OP(r5, lr)
#define ANY_LINE "ldrd r12, lr, [r0]\n uxtah r0, r0, r2\n"
// Of a whole group, the step fits into the load.
#define GROUP_LINE "ldrd r12, lr, [r0], #512\n"
// from − products · −2^(32 − shift) >> 32: SMMLS shifts and adds, rounding down, and at full width.
#define FINISH(from, first, second) \
  "ldrd r3, lr, " from "\n"         \
  "smmls " #first ", " #first ", r0, r3\n smmls " #second ", " #second ", r0, lr\n"

__asm__(
    ".pushsection .text.mq_smlad_block_times_vector, \"ax\", %progbits\n"
    ".syntax unified\n"
    ".thumb\n"
    ".balign 4\n"
    ".global mq_smlad_block_times_vector\n"
    ".type mq_smlad_block_times_vector, %function\n"
    ".thumb_func\n"
    "mq_smlad_block_times_vector:\n"
    "push {r0, r1, r4-r11, lr}\n"
    "mov r12, r0\n"

    "1:\n"  // eight rows of the block in r12
    "ldm r12, {r0, r1, r2, r3}\n"
    "add lr, r0, #32\n"
    "str lr, [r12]\n"
    "cbnz r3, 2f\n"
    "ldr r12, [r12, #16]\n"  // no shift: the sums go on from where they are
    "ldm r12, {r4-r11}\n"
    "b 3f\n"
    "2:\n" PAIR(SET, ANY_LINE)
    "sub r2, r2, #0x20000\n"

    "3:\n"
    "lsls r3, r2, #15\n"  // N: a whole group; C: an odd number of pairs
    "bmi 6f\n"
    "bcs 5f\n"
    "subs r2, r2, #0x40000\n"
    "blo 9f\n"
    "4:\n" PAIR(ADD, ANY_LINE)
    "5:\n" PAIR(ADD, ANY_LINE)
    "subs r2, r2, #0x40000\n"
    "bhs 4b\n"
    "b 9f\n"

    "6:\n"
    "bcs 8f\n"
    "subs r2, r2, #0x40000\n"
    "blo 9f\n"
    "7:\n" PAIR(ADD, GROUP_LINE)
    "8:\n" PAIR(ADD, GROUP_LINE)
    "subs r2, r2, #0x40000\n"
    "bhs 7b\n"

    "9:\n"
    "ldr r12, [sp]\n"
    "add r0, r12, #12\n"
    "ldm r0, {r0, r1, r2}\n"  // scale, from, sums
    "cbz r0, 10f\n"
    FINISH("[r1, #8]", r6, r7) FINISH("[r1, #16]", r8, r9) FINISH("[r1, #24]", r10, r11) FINISH("[r1], #32", r4, r5)
    "11:\n"
    "stm r2!, {r4-r11}\n"
    "strd r1, r2, [r12, #16]\n"
    "ldr r3, [sp, #4]\n"
    "cmp r2, r3\n"
    "bne 1b\n"
    "pop {r0, r1, r4-r11, pc}\n"
    "10:\n"
    "adds r1, #32\n"
    "b 11b\n"
    ".size mq_smlad_block_times_vector, . - mq_smlad_block_times_vector\n"
    ".popsection\n");
// clang-format on

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
    (void)backwards;  // there is no cache to speak of
    for (size_t v = 0; v < count; v++) {
        mq_smlad_block at;
        at.x = x[v];
        at.from = start[v];
        for (size_t panel = first; panel < first + panels; panel++) {
            const size_t begin = panel * matrix->panel_pairs;
            const size_t pairs = panel + 1 == matrix->panels ? matrix->pairs - begin : matrix->panel_pairs;
            const uint8_t *shift = matrix->shifts + panel;
            at.sums = sums[v];
            for (size_t group = 0; group < matrix->blocks; group += MQ_GROUP_BLOCKS) {
                const size_t width = mq_group_width(matrix->blocks, group);
                at.line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, group, begin);
                at.walk = (uint32_t)(pairs << 17 | (width == MQ_GROUP_BLOCKS) << 16 | width * 64);
                for (const int32_t *end = sums[v] + group * 16, *last = end + width * 16; end != last; shift += matrix->panels) {
                    at.scale = (int32_t)(0xFFFFFFFE << (31 - *shift));
                    mq_smlad_block_times_vector(&at, end += 16);
                }
            }
            at.x += pairs * 2;
            at.from = sums[v];
        }
    }
}

// Two int16 in 32 bits from here on: at any address, the processor loads and stores words. (memcpy would need a C library's
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

/// max of each half. SSUB16 leaves for SEL where its first operand is not the smaller.
INLINE uint32_t larger(uint32_t a, uint32_t b) {
    (void)__ssub16((int16x2_t)a, (int16x2_t)b);
    return __sel(a, b);
}

INLINE void requantize_pair(const int32_t *sums, uint32_t half, unsigned shift, int16_t *out) {
    const int32_t low = (int32_t)((uint32_t)sums[0] + half) >> shift, high = (int32_t)((uint32_t)sums[1] + half) >> shift;
    store_pair(out, pack_16(__ssat(low, 16), __ssat(high, 16)));
}

static void requantize(const int32_t *sums, const uint8_t *shifts, size_t blocks, int16_t least, int16_t *out) {
    int16_t *next = out;
    for (const uint8_t *end = shifts + blocks; shifts != end; shifts++) {
        const unsigned shift = *shifts;
        const uint32_t half = 1u << shift >> 1;
        for (const int32_t *block_end = sums + 16; sums != block_end; sums += 8, next += 8) {
            requantize_pair(sums, half, shift, next);
            requantize_pair(sums + 2, half, shift, next + 2);
            requantize_pair(sums + 4, half, shift, next + 4);
            requantize_pair(sums + 6, half, shift, next + 6);
        }
    }
    if (least == INT16_MIN) return;
    const uint32_t floor = (uint16_t)least * 0x10001u;
    for (; out != next; out += 2) store_pair(out, larger(load_pair(out), floor));
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
const mq_kernels mq_kernels_smlad = {"smlad", accumulate, requantize, advance};
#endif
