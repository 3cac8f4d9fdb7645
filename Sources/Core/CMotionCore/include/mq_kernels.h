// The inner loops of the engine, once for each kind of vector unit, chosen when the program runs.
//
// Every set of kernels gives the same bits: those of ARITHMETIC.md. Nothing here allocates, traps or keeps a state.
#ifndef MQ_KERNELS_H
#define MQ_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Swift learns about null pointers and allocation from attributes of clang; other compilers skip them.
#if defined(__clang__)
#define MQ_NO_ALLOCATION __attribute__((swift_attr("@_noAllocation")))
#else
#define MQ_NO_ALLOCATION
#define _Nonnull
#define _Nullable
#endif

// The kernels for vector units are written for clang; another compiler gets the plain ones.
#if defined(__clang__) && defined(__x86_64__)
#define MQ_HAS_X86 1
#elif defined(__clang__) && defined(__aarch64__)
#define MQ_HAS_NEON 1
#endif

#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__)
/// A 32-bit ARM core with pairs of 16-bit products: Cortex-M4, M7, and M33 with its option.
#define MQ_HAS_SMLAD 1
#if defined(__ARM_FEATURE_MVE) && __ARM_FEATURE_MVE & 1
/// Of these, a core with vectors of integers: Cortex-M55 and M85.
#define MQ_HAS_HELIUM 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Blocks of 16 rows that lie side by side in a matrix.
#define MQ_GROUP_BLOCKS 8

/// A matrix of int16, in the order in which it is read: weights[group of 8 blocks][pair of columns][block][16 rows][2 columns],
/// with zeros where there is no row or column. The last group may have fewer blocks.
///
/// One 64-byte line is 16 rows of two columns: a pair of inputs is broadcast, multiplied and added, and no sum runs across a
/// register. A group is one stretch of memory, which the hardware fetches ahead of its use.
///
/// A matrix whose weights all lie within ±MQ_LARGEST_BYTE may have them as bytes, in half the memory, a line being 16 rows of four
/// columns: bytes[group][panel][four columns][block][16 rows][4 columns], and behind a panel's lines, for a pair that is left
/// over, [block][16 rows][2 columns]. Every panel but the last then has an even number of pairs. Where a matrix has both, a
/// kernel takes those with which it is faster: no bit of any sum changes.
typedef struct {
    /// 64-byte aligned; NULL where there are only bytes.
    const int16_t *_Nullable weights;
    /// shifts[block][panel], 0 … 31
    const uint8_t *_Nonnull shifts;
    size_t blocks;
    size_t panels;
    /// Pairs in every panel but the last.
    size_t panel_pairs;
    /// Pairs in a whole row.
    size_t pairs;
    /// 64-byte aligned; NULL where there are only weights of 16 bits.
    const int8_t *_Nullable bytes;
} mq_matrix;

/// The largest magnitude of a weight that is kept as a byte.
#define MQ_LARGEST_BYTE 127

/// Blocks of the group that a block belongs to.
static inline size_t mq_group_width(size_t blocks, size_t block) {
    const size_t first = block - block % MQ_GROUP_BLOCKS;
    return blocks - first < MQ_GROUP_BLOCKS ? blocks - first : MQ_GROUP_BLOCKS;
}

/// Where the line of a block and a pair begins, in elements of `weights`.
static inline size_t mq_line(size_t blocks, size_t pairs, size_t block, size_t pair) {
    const size_t within = block % MQ_GROUP_BLOCKS;
    return ((block - within) * pairs + pair * mq_group_width(blocks, block) + within) * 32;
}

/// Pairs of a panel.
static inline size_t mq_pairs_of(const mq_matrix *_Nonnull matrix, size_t panel) {
    const size_t start = panel * matrix->panel_pairs;
    return panel + 1 == matrix->panels ? matrix->pairs - start : matrix->panel_pairs;
}

/// Where a panel's lines of a group, whose first block it is, begin in `bytes`.
static inline size_t mq_byte_panel(const mq_matrix *_Nonnull matrix, size_t first_block, size_t panel) {
    return mq_line(matrix->blocks, matrix->pairs, first_block, panel * matrix->panel_pairs);
}

/// Where the weight of a row and of a panel's column stands in `bytes`.
static inline size_t mq_byte_place(const mq_matrix *_Nonnull matrix, size_t row, size_t panel, size_t column) {
    const size_t block = row / 16, within = block % MQ_GROUP_BLOCKS, width = mq_group_width(matrix->blocks, block);
    const size_t fours = mq_pairs_of(matrix, panel) / 2, start = mq_byte_panel(matrix, block - within, panel);
    if (column / 4 < fours) return start + (column / 4 * width + within) * 64 + row % 16 * 4 + column % 4;
    return start + fours * width * 64 + within * 32 + row % 16 * 2 + column % 2;
}

/// tanh by 256 chords (ARITHMETIC.md §4) in two forms, of which each kernel reads one: pairs for units that fetch an element at a
/// time, planes for those that hold the table in registers.
typedef struct {
    /// node | slope << 16, slope = next node − node
    uint32_t chords[256];
    int16_t nodes[256];
    int16_t slopes[256];
} mq_tanh_table;

/// Fills the table from the 257 normative nodes.
static inline MQ_NO_ALLOCATION void mq_fill_tanh_table(mq_tanh_table *_Nonnull table, const int16_t *_Nonnull nodes) {
    for (int j = 0; j < 256; j++) {
        table->nodes[j] = nodes[j];
        table->slopes[j] = (int16_t)(nodes[j + 1] - nodes[j]);
        table->chords[j] = (uint32_t)(uint16_t)table->nodes[j] | (uint32_t)(uint16_t)table->slopes[j] << 16;
    }
}

/// One vector each of `count`: what a batch of slots, or of time steps, reads or writes.
typedef const int16_t *_Nonnull const *_Nonnull mq_inputs;
typedef int32_t *_Nonnull const *_Nonnull mq_sums;

typedef struct {
    /// "avx512", "avx2", "sse2", "neon", "helium", "smlad" or "scalar"
    const char *_Nonnull name;

    /// sums[v][r] = start[v][r] + Σ over the panels `first` ..< `first + panels` of ((Σ w[r, k] · x[v][k]) >> shift), modulo 2³²,
    /// for `count` vectors v and all blocks × 16 rows r. Each weight is loaded once for several vectors.
    ///
    /// x[v] begins at panel `first`, each panel of it at a whole pair, and what fills a pair up is multiplied by zero. `start` and
    /// `sums` are 64-byte aligned; start[v] may be sums[v]. `panels` is at least 1; a count of 0 does nothing.
    ///
    /// `backwards` reads the matrix from its end. If a matrix does not fit the cache, calls that alternate still find there what
    /// the last one read.
    void (*_Nonnull accumulate)(
        const mq_matrix *_Nonnull matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count,
        bool backwards);

    /// out[r] = max(least, sat16((sums[r] + half) >> shifts[r / 16])) for blocks × 16 rows; `sums` 64-byte aligned, `out` 32-byte.
    void (*_Nonnull requantize)(
        const int32_t *_Nonnull sums, const uint8_t *_Nonnull shifts, size_t blocks, int16_t least, int16_t *_Nonnull out);

    /// One step of `units` LSTM cells (ARITHMETIC.md §5): gate arguments i, f, o, g of `units` each, Q3.12; `cell` is Q15 in 32
    /// bits, −2³⁰ < c < 2³⁰, and replaced; `hidden` is Q15. No alignment is asked for, and nothing is written after the last unit.
    void (*_Nonnull advance)(
        const int16_t *_Nonnull gates, size_t units, const mq_tanh_table *_Nonnull tanh, int32_t *_Nonnull cell,
        int16_t *_Nonnull hidden);

    /// One step of `units` GRU cells (ARITHMETIC.md §18): arguments z, r, c, g of `units` each, Q3.12; `state` is the hidden state
    /// in Q30, within ±32767 · 2¹⁵, and replaced; otherwise as `advance`.
    void (*_Nonnull advance_gru)(
        const int16_t *_Nonnull gates, size_t units, const mq_tanh_table *_Nonnull tanh, int32_t *_Nonnull state,
        int16_t *_Nonnull hidden);
} mq_kernels;

/// The kernels that this machine can run, fastest first; NULL after the last.
const mq_kernels *_Nullable mq_kernels_available(size_t index);

/// What the environment's MOTIONQ_KERNEL asks for; NULL if it does not.
const char *_Nullable mq_kernels_asked(void);

/// The fastest, or those that MOTIONQ_KERNEL asks for; NULL if this machine cannot run them.
const mq_kernels *_Nullable mq_kernels_preferred(void);

// Swift takes a call through a pointer for one that may allocate. These do not.

static inline MQ_NO_ALLOCATION void mq_accumulate(
    const mq_kernels *_Nonnull kernels, const mq_matrix *_Nonnull matrix, size_t first, size_t panels, mq_inputs x, mq_sums start,
    mq_sums sums, size_t count, bool backwards) {
    kernels->accumulate(matrix, first, panels, x, start, sums, count, backwards);
}

static inline MQ_NO_ALLOCATION void mq_requantize(
    const mq_kernels *_Nonnull kernels, const int32_t *_Nonnull sums, const uint8_t *_Nonnull shifts, size_t blocks, int16_t least,
    int16_t *_Nonnull out) {
    kernels->requantize(sums, shifts, blocks, least, out);
}

#ifdef __cplusplus
}
#endif

#endif
