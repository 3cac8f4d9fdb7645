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
#define load_weights(p) _mm512_load_si512(p)
#define multiply_add _mm512_dpwssd_epi32
#define low_bytes(w) _mm512_srai_epi16(_mm512_slli_epi16(w, 8), 8)
#define high_bytes(w) _mm512_srai_epi16(w, 8)
#define widen_bytes(p) _mm512_cvtepi8_epi16(_mm256_load_si256((const __m256i *)(p)))
#define splat_lanes _mm512_set1_epi32
#define shift_right(v, n) _mm512_sra_epi32(v, _mm_cvtsi32_si128((int)(n)))
#define add _mm512_add_epi32
#define load(p) _mm512_load_si512(p)
#define store(p, v) _mm512_store_si512(p, v)
// VNNI multiplies four bytes at a time, the first operand unsigned and the second signed.
#define one_vector_of_bytes bytes_times_one
#include "matrix.h"

/// Σ w · x of `blocks` blocks, where x = 256 · high + low, −128 ≤ high < 128 and 0 ≤ low < 256: low meets the signed weights, and
/// high the weights + 128, from which 128 · Σ high is taken again. Modulo 2³² that is the same sum.
INLINE void bytes_tile(
    panel_lines panel, size_t block, const int16_t *x, const int32_t *from, int32_t *sums, const size_t width,
    const size_t blocks) {
    lanes low[blocks], high[blocks], above = _mm512_setzero_si512();
    UNROLLED for (size_t b = 0; b < blocks; b++) low[b] = high[b] = _mm512_setzero_si512();
    const __m128i apart = _mm_setr_epi8(0, 2, 4, 6, -1, -1, -1, -1, 1, 3, 5, 7, -1, -1, -1, -1);
    const lanes sign = _mm512_set1_epi8(-128);
    const char *line = panel.lines + block * 64;
    for (size_t pair = 0; pair + 1 < panel.pairs; pair += 2, line += width * 64) {
        uint64_t four;
        memcpy(&four, x + 2 * pair, sizeof four);
        const __m128i bytes = _mm_shuffle_epi8(_mm_cvtsi64_si128((int64_t)four), apart);
        const lanes x_low = _mm512_broadcastd_epi32(bytes), x_high = _mm512_broadcastd_epi32(_mm_srli_si128(bytes, 8));
        above = _mm512_dpbusd_epi32(above, sign, x_high);
        UNROLLED for (size_t b = 0; b < blocks; b++) {
            const lanes weights = load_weights(line + b * 64);
            low[b] = _mm512_dpbusd_epi32(low[b], x_low, weights);
            high[b] = _mm512_dpbusd_epi32(high[b], _mm512_xor_si512(weights, sign), x_high);
        }
    }
    if (panel.pairs % 2 != 0) {
        const char *rest = panel.lines + panel.pairs / 2 * width * 64 + block * 32;
        int32_t two;
        memcpy(&two, x + 2 * panel.pairs - 2, sizeof two);
        UNROLLED for (size_t b = 0; b < blocks; b++) low[b] = multiply_add(low[b], widen_bytes(rest + b * 32), splat_lanes(two));
    }
    UNROLLED for (size_t b = 0; b < blocks; b++) {
        const lanes product = add(low[b], _mm512_slli_epi32(_mm512_sub_epi32(high[b], above), 8));
        const unsigned shift = panel.shifts[(block + b) * panel.panels];
        store(sums + (block + b) * 16, add(load(from + (block + b) * 16), shift_right(product, shift)));
    }
}

INLINE void bytes_times_one(panel_lines panel, const int16_t *x, const int32_t *from, int32_t *sums, const size_t width) {
    size_t block = 0;
    for (; block + 8 <= width; block += 8) bytes_tile(panel, block, x, from, sums, width, 8);
    for (; block + 2 <= width; block += 2) bytes_tile(panel, block, x, from, sums, width, 2);
    for (; block < width; block++) bytes_tile(panel, block, x, from, sums, width, 1);
}

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
