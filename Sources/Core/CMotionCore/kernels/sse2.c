// SSE2: every x86-64 machine.
#include "mq_kernels.h"

#if defined(MQ_HAS_X86)
#include <emmintrin.h>
#include <string.h>

typedef __m128i lanes;
#define PARTS 4
#define TALL 2
#define WIDE_BLOCKS 1
#define WIDE 2
#define load_weights(p) _mm_load_si128((const __m128i *)(p))
#define multiply_add(sum, w, x) _mm_add_epi32(sum, _mm_madd_epi16(w, x))
#define low_bytes(w) _mm_srai_epi16(_mm_slli_epi16(w, 8), 8)
#define high_bytes(w) _mm_srai_epi16(w, 8)
#define twice(v) _mm_unpacklo_epi8(v, v)
#define widen_bytes(p) _mm_srai_epi16(twice(_mm_loadl_epi64((const __m128i *)(p))), 8)
#define splat_lanes _mm_set1_epi32
#define shift_right(v, n) _mm_sra_epi32(v, _mm_cvtsi32_si128((int)(n)))
#define add _mm_add_epi32
#define load(p) _mm_loadu_si128((const __m128i *)(p))
#define store(p, v) _mm_storeu_si128((__m128i *)(p), v)
#include "matrix.h"

typedef __m128i words;
#define WORDS 8
#define load_words(p, n) load(p)
#define store_words(p, v, n) store(p, v)
#define load_cells(p, n) ((void)(n), load(p))
#define store_cells(p, v, n) store(p, v)
#define splat _mm_set1_epi16
#define add_words _mm_add_epi16
#define max_words _mm_max_epi16
#define min_words _mm_min_epi16
#define half(a) _mm_srai_epi16(a, 1)
#define widen_low(v) _mm_srai_epi32(_mm_unpacklo_epi16(v, v), 16)
#define widen_high(v) _mm_srai_epi32(_mm_unpackhi_epi16(v, v), 16)
#define spread_low(v) _mm_unpacklo_epi16(v, _mm_setzero_si128())
#define spread_high(v) _mm_unpackhi_epi16(v, _mm_setzero_si128())
#define saturate _mm_packs_epi32
#define multiply_words _mm_madd_epi16
#define shift_left(v, n) _mm_slli_epi32(v, n)
#define subtract _mm_sub_epi32
#define and _mm_and_si128

/// Bits 15 … 30 of the product, and bit 14 to round.
INLINE words multiply_q15(words a, words b) {
    const words low = _mm_mullo_epi16(a, b);
    const words whole = _mm_or_si128(_mm_slli_epi16(_mm_mulhi_epi16(a, b), 1), _mm_srli_epi16(low, 15));
    return add_words(whole, and(_mm_srli_epi16(low, 14), splat(1)));
}

/// (node · 128 + slope · f + 64) >> 7 for four chords, whose indices are in the words `at` … `at + 3`.
#define chord_lanes(index, at, fraction, table)                                                                                  \
    shift_right(                                                                                                                 \
        add(_mm_madd_epi16(                                                                                                      \
                _mm_setr_epi32(                                                                                                  \
                    (int)table->chords[_mm_extract_epi16(index, at)], (int)table->chords[_mm_extract_epi16(index, at + 1)],      \
                    (int)table->chords[_mm_extract_epi16(index, at + 2)], (int)table->chords[_mm_extract_epi16(index, at + 3)]), \
                fraction),                                                                                                       \
            splat_lanes(64)),                                                                                                    \
        7)

INLINE words tanh_words(words n, const mq_tanh_table *table) {
    const words magnitude = _mm_max_epi16(n, _mm_subs_epi16(_mm_setzero_si128(), n));
    const words index = _mm_srli_epi16(magnitude, 7), fraction = and(magnitude, splat(127)), one = splat(128);
    const lanes low = chord_lanes(index, 0, _mm_unpacklo_epi16(one, fraction), table);
    const lanes high = chord_lanes(index, 4, _mm_unpackhi_epi16(one, fraction), table);
    const words value = _mm_packs_epi32(low, high), sign = _mm_srai_epi16(n, 15);
    return _mm_sub_epi16(_mm_xor_si128(value, sign), sign);
}

#include "cell.h"

const mq_kernels mq_kernels_sse2 = {"sse2", accumulate, requantize, advance, advance_gru};
#endif
