// AVX2: nearly every x86-64 machine since 2013.
#include "mq_kernels.h"

#if defined(MQ_HAS_X86)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

typedef __m256i lanes;
#define PARTS 2
#define TALL 4
#define WIDE_BLOCKS 1
#define WIDE 4
#define load_weights(p) _mm256_load_si256((const __m256i *)(p))
#define multiply_add(sum, w, x) _mm256_add_epi32(sum, _mm256_madd_epi16(w, x))
#define low_bytes(w) _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8)
#define high_bytes(w) _mm256_srai_epi16(w, 8)
#define widen_bytes(p) _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(p)))
#define splat_lanes _mm256_set1_epi32
#define shift_right(v, n) _mm256_sra_epi32(v, _mm_cvtsi32_si128((int)(n)))
#define add _mm256_add_epi32
#define load(p) _mm256_loadu_si256((const __m256i *)(p))
#define store(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#include "matrix.h"

typedef __m256i words;
#define WORDS 16
#define load_words(p, n) load(p)
#define store_words(p, v, n) store(p, v)
#define load_cells(p, n) ((void)(n), load(p))
#define store_cells(p, v, n) store(p, v)
#define splat _mm256_set1_epi16
#define add_words _mm256_add_epi16
#define max_words _mm256_max_epi16
#define min_words _mm256_min_epi16
#define half(a) _mm256_srai_epi16(a, 1)
#define multiply_q15 _mm256_mulhrs_epi16
#define widen_low(v) _mm256_cvtepi16_epi32(_mm256_castsi256_si128(v))
#define widen_high(v) _mm256_cvtepi16_epi32(_mm256_extracti128_si256(v, 1))
#define spread_low(v) _mm256_cvtepu16_epi32(_mm256_castsi256_si128(v))
#define spread_high(v) _mm256_cvtepu16_epi32(_mm256_extracti128_si256(v, 1))
#define saturate(low, high) _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8)
#define multiply_words _mm256_madd_epi16
#define shift_left(v, n) _mm256_slli_epi32(v, n)
#define subtract _mm256_sub_epi32
#define and _mm256_and_si256

/// (node · 128 + slope · f + 64) >> 7 for eight chords; `index` and `fraction` are eight int16 in the lanes' low and high halves.
INLINE lanes chord_lanes(lanes index, lanes fraction, const mq_tanh_table *table) {
    const lanes chords = _mm256_i32gather_epi32((const int *)table->chords, index, 4);
    return shift_right(add(_mm256_madd_epi16(chords, fraction), splat_lanes(64)), 7);
}

INLINE words tanh_words(words n, const mq_tanh_table *table) {
    const words magnitude = _mm256_min_epu16(_mm256_abs_epi16(n), splat(32767));
    const words index = _mm256_srli_epi16(magnitude, 7), fraction = and(magnitude, splat(127));
    const words zero = _mm256_setzero_si256(), one = splat(128);
    // Interleaving and packing both work within halves of 128 bits, so that the order is kept.
    const lanes low = chord_lanes(_mm256_unpacklo_epi16(index, zero), _mm256_unpacklo_epi16(one, fraction), table);
    const lanes high = chord_lanes(_mm256_unpackhi_epi16(index, zero), _mm256_unpackhi_epi16(one, fraction), table);
    const words value = _mm256_packs_epi32(low, high), sign = _mm256_srai_epi16(n, 15);
    return _mm256_sub_epi16(_mm256_xor_si256(value, sign), sign);
}

#include "cell.h"

#pragma clang attribute pop

const mq_kernels mq_kernels_avx2 = {"avx2", accumulate, requantize, advance, advance_gru};
#endif
