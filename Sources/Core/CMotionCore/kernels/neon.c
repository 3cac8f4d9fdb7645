// NEON: every 64-bit ARM machine.
#include "mq_kernels.h"

#if defined(MQ_HAS_NEON)
#include <arm_neon.h>
#include <string.h>

typedef int32x4_t lanes;
#define PARTS 4
#define TALL 2
#define WIDE_BLOCKS 1
#define WIDE 3
#define splat_lanes vdupq_n_s32
#define shift_right(v, n) vshlq_s32(v, vdupq_n_s32(-(int)(n)))
#define add vaddq_s32
#define load vld1q_s32
#define store vst1q_s32
// Two sums for each row, one of each column of the pairs: a multiplication adds to them, and they meet once a panel. A tile of one
// block and three vectors keeps them in 24 of the 32 registers.
typedef int32x4x2_t partial;
#define nothing ((partial){{vdupq_n_s32(0), vdupq_n_s32(0)}})
#define total(sum) vpaddq_s32((sum).val[0], (sum).val[1])
// Halves of 64 bits: of whole lines, the compiler would extract the upper halves first.
#define line_part int16x4x2_t
#define load_weights(p) ((line_part){{vld1_s16((const int16_t *)(p)), vld1_s16((const int16_t *)(p) + 4)}})
#define low_half(w) vshr_n_s16(vshl_n_s16(w, 8), 8)
#define low_bytes(w) ((line_part){{low_half((w).val[0]), low_half((w).val[1])}})
#define high_bytes(w) ((line_part){{vshr_n_s16((w).val[0], 8), vshr_n_s16((w).val[1], 8)}})
static inline __attribute__((always_inline)) line_part widen_bytes(const char *p) {
    const int16x8_t wide = vmovl_s8(vld1_s8((const int8_t *)p));
    return (line_part){{vget_low_s16(wide), vget_high_s16(wide)}};
}
static inline __attribute__((always_inline)) partial multiply_add(partial sum, line_part w, lanes x) {
    const int16x4_t both = vget_low_s16(vreinterpretq_s16_s32(x));
    return (partial){{vmlal_s16(sum.val[0], w.val[0], both), vmlal_s16(sum.val[1], w.val[1], both)}};
}
#include "matrix.h"

typedef int16x8_t words;
#define WORDS 8
#define load_words(p, n) vld1q_s16(p)
#define store_words(p, v, n) vst1q_s16(p, v)
#define load_cells(p, n) ((void)(n), load(p))
#define store_cells(p, v, n) store(p, v)
#define splat vdupq_n_s16
#define add_words vaddq_s16
#define max_words vmaxq_s16
#define min_words vminq_s16
#define half(a) vshrq_n_s16(a, 1)
#define multiply_q15 vqrdmulhq_s16
#define widen_low(v) vmovl_s16(vget_low_s16(v))
#define widen_high(v) vmovl_high_s16(v)
#define spread_low widen_low
#define spread_high widen_high
#define saturate(low, high) vqmovn_high_s32(vqmovn_s32(low), high)
#define multiply_words vmulq_s32
#define shift_left(v, n) vshlq_n_s32(v, n)
#define subtract vsubq_s32
#define and vandq_s32

INLINE words tanh_words(words n, const mq_tanh_table *table) {
    const words magnitude = vqabsq_s16(n);
    const uint16x8_t index = vshrq_n_u16(vreinterpretq_u16_s16(magnitude), 7);
    uint16_t at[8];
    vst1q_u16(at, index);
    uint32x4_t first = vdupq_n_u32(table->chords[at[0]]), second = vdupq_n_u32(table->chords[at[4]]);
    first = vld1q_lane_u32(table->chords + at[1], first, 1);
    first = vld1q_lane_u32(table->chords + at[2], first, 2);
    first = vld1q_lane_u32(table->chords + at[3], first, 3);
    second = vld1q_lane_u32(table->chords + at[5], second, 1);
    second = vld1q_lane_u32(table->chords + at[6], second, 2);
    second = vld1q_lane_u32(table->chords + at[7], second, 3);
    const words low = vreinterpretq_s16_u32(first), high = vreinterpretq_s16_u32(second);
    const words fraction = vandq_s16(vshlq_n_s16(magnitude, 8), splat(0x7F00));  // Q15: (slope · f + 64) >> 7
    const words value = add_words(vuzp1q_s16(low, high), multiply_q15(vuzp2q_s16(low, high), fraction));
    const words sign = vshrq_n_s16(n, 15);
    return vsubq_s16(veorq_s16(value, sign), sign);
}

#include "cell.h"

const mq_kernels mq_kernels_neon = {"neon", accumulate, requantize, advance, advance_gru};
#endif
