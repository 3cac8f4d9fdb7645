/// The one instruction that Swift does not reach from a plain loop: multiply eight pairs of 16-bit numbers and add neighbours.
///
/// Lane i of the result is a[2i]·b[2i] + a[2i+1]·b[2i+1], modulo 2³². x86 calls it PMADDWD.
#ifndef MQ_MULTIPLY_ADD_H
#define MQ_MULTIPLY_ADD_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int16_t mq_i16x8 __attribute__((ext_vector_type(8)));
typedef int32_t mq_i32x4 __attribute__((ext_vector_type(4)));

static inline __attribute__((always_inline, swift_attr("@_noAllocation"))) mq_i32x4 mq_multiply_add(mq_i16x8 a, mq_i16x8 b) {
#if defined(__SSE2__)
  return (mq_i32x4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__ARM_NEON) && defined(__aarch64__)
  int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
  int32x4_t high = vmull_high_s16((int16x8_t)a, (int16x8_t)b);
  return (mq_i32x4)vpaddq_s32(low, high);
#else
  mq_i32x4 sum;
  for (int lane = 0; lane < 4; lane++) {
    uint32_t even = (uint32_t)((int32_t)a[2 * lane] * b[2 * lane]);
    uint32_t odd = (uint32_t)((int32_t)a[2 * lane + 1] * b[2 * lane + 1]);
    sum[lane] = (int32_t)(even + odd);
  }
  return sum;
#endif
}

#endif
