// Conformance of the kernels without Swift: each set that the machine has, against a reference written from ARITHMETIC.md alone.
#ifndef KERNEL_TESTS_H
#define KERNEL_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_kernels.h"

/// A set of kernels under test. After its first difference it is tested no more: what follows would say the same in other words.
typedef struct {
    const mq_kernels *kernels;
    bool failed;
} subject;

extern subject subjects[8];
extern size_t subject_count;

/// Where in the tests we are, and where in the numbers: "blocks 3, pairs 7, …" and "vector 2".
typedef struct {
    const char *function;
    char shape[160];
} place;

/// Each says whether all numbers are equal, and if not, which is the first that differs; then the subject has failed.
bool same_int32(subject *s, const place *at, size_t vector, const int32_t *expected, const int32_t *given, size_t count);
bool same_int16(subject *s, const place *at, size_t vector, const int16_t *expected, const int16_t *given, size_t count);
void fail(subject *s, const place *at, const char *words);

// Numbers, the same in every run.
uint32_t random_u32(void);
size_t random_below(size_t bound);
int16_t random_int16(void);
/// Often at or next to the ends of the range.
int16_t extreme_int16(void);
int32_t extreme_int32(void);

/// Memory of exactly this size, aligned as the kernels ask, so that a sanitizer sees every step beyond it. Ends the program if
/// there is none.
void *allocate(size_t size, size_t alignment);

// The reference (reference.c).

/// 257 numbers, from Sources/Core/MotionCore/FixedPoint/TanhTable+Nodes.swift.
extern const int16_t *const tanh_nodes;

/// A row-major matrix whose columns come in panels, the last perhaps narrower.
typedef struct {
    const int16_t *weights;
    size_t rows, columns, panel_columns;
    /// shifts[row / 16][panel]
    const uint8_t *shifts;
    size_t panels;
} plain_matrix;

/// start + Σ over the panels (Σ w · x >> shift); x begins at panel `first` and has `stride` numbers from panel to panel.
int32_t reference_sum(
    const plain_matrix *matrix, size_t row, size_t first, size_t panels, const int16_t *x, size_t stride, int32_t start);
int16_t reference_requantize(int32_t sum, unsigned shift, int16_t least);
int16_t reference_tanh(int16_t argument);
void reference_cell(int16_t i, int16_t f, int16_t o, int16_t g, int32_t *cell, int16_t *hidden);
void reference_gru(int16_t z, int16_t r, int16_t c, int16_t g, int32_t *state, int16_t *hidden);

// The tests. Each prints one line on what it tried.
void test_choice(void);
void test_tanh_nodes(void);
void test_accumulate(void);
void test_requantize(void);
void test_advance(void);
void test_advance_gru(void);

#endif
