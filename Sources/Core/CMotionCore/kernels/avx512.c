// AVX-512 with BW, VL and VNNI: Intel since Ice Lake, AMD since Zen 4.
#include "mq_kernels.h"

#if defined(MQ_HAS_X86)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,bmi2"))), apply_to = function)

typedef __m512i lanes;
#define PARTS 1
#define TALL 8
#define WIDE_BLOCKS 4
#define WIDE 4
#define multiply_add(sum, line, x) _mm512_dpwssd_epi32(sum, _mm512_load_si512(line), x)
#define splat_lanes _mm512_set1_epi32
#define shift_right(v, n) _mm512_sra_epi32(v, _mm_cvtsi32_si128((int)(n)))
#define add _mm512_add_epi32
#define load(p) _mm512_load_si512(p)
#define store(p, v) _mm512_store_si512(p, v)
#include "matrix.h"

typedef __m512i words;
#define WORDS 32
#define MASKED
#define mask(n) _bzhi_u32(~0u, (unsigned)(n))
#define load_words(p, n) _mm512_maskz_loadu_epi16(mask(n), p)
#define store_words(p, v, n) _mm512_mask_storeu_epi16(p, mask(n), v)
#define load_cells(p, n) _mm512_maskz_loadu_epi32((__mmask16)mask(n), p)
#define store_cells(p, v, n) _mm512_mask_storeu_epi32(p, (__mmask16)mask(n), v)
#define splat _mm512_set1_epi16
#define add_words _mm512_add_epi16
#define min_words _mm512_min_epi16
#define half(a) _mm512_srai_epi16(a, 1)
#define multiply_q15 _mm512_mulhrs_epi16
#define widen_low(v) _mm512_cvtepi16_epi32(_mm512_castsi512_si256(v))
#define widen_high(v) _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64(v, 1))
#define spread_low(v) _mm512_cvtepu16_epi32(_mm512_castsi512_si256(v))
#define spread_high(v) _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(v, 1))
#define saturate(low, high) _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtsepi32_epi16(low)), _mm512_cvtsepi32_epi16(high), 1)
#define multiply_words _mm512_madd_epi16
#define shift_left(v, n) _mm512_slli_epi32(v, n)
#define subtract _mm512_sub_epi32
#define and _mm512_and_si512

/// The entry 0 … 255 of a table of int16 for each word: four look-ups of 64 entries, of which bits 6 and 7 choose one.
INLINE words look_up(const int16_t *table, words index, __mmask32 bit6, __mmask32 bit7) {
#define quarter(n) _mm512_permutex2var_epi16(_mm512_loadu_si512(table + 64 * (n)), index, _mm512_loadu_si512(table + 64 * (n) + 32))
    const words low = _mm512_mask_blend_epi16(bit6, quarter(0), quarter(1));
    const words high = _mm512_mask_blend_epi16(bit6, quarter(2), quarter(3));
    return _mm512_mask_blend_epi16(bit7, low, high);
#undef quarter
}

INLINE words tanh_words(words n, const mq_tanh_table *table) {
    const words magnitude = _mm512_min_epu16(_mm512_abs_epi16(n), splat(32767));
    const words index = _mm512_srli_epi16(magnitude, 7);
    const __mmask32 bit6 = _mm512_test_epi16_mask(magnitude, splat(1 << 13)),
                    bit7 = _mm512_test_epi16_mask(magnitude, splat(1 << 14));
    const words fraction = _mm512_and_si512(_mm512_slli_epi16(magnitude, 8), splat(0x7F00));  // Q15: (slope · f + 64) >> 7
    const words chord = multiply_q15(look_up(table->slopes, index, bit6, bit7), fraction);
    const words value = add_words(look_up(table->nodes, index, bit6, bit7), chord);
    return _mm512_mask_sub_epi16(value, _mm512_movepi16_mask(n), _mm512_setzero_si512(), value);
}

INLINE void requantize_block(const int32_t *sums, lanes rounding, unsigned shift, int16_t least, int16_t *out) {
    const __m256i rows = _mm512_cvtsepi32_epi16(shift_right(add(load(sums), rounding), shift));
    _mm256_storeu_si256((__m256i *)out, _mm256_max_epi16(rows, _mm256_set1_epi16(least)));
}
#include "cell.h"

#pragma clang attribute pop

const mq_kernels mq_kernels_avx512 = {"avx512", accumulate, requantize, advance, advance_gru};
#endif
