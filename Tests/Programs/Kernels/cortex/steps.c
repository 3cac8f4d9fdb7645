// Instructions that one step of an LSTM layer takes, counted by QEMU (counter.h).
//
// One window, one layer, as PackedNetwork+Steps.swift has it: bias + W·x, + U·h, requantize, advance. A real Cortex-M takes more
// cycles than instructions; how many depends on its memories.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "kernel_tests.h"

#define ROUNDS 200
#define PANEL_PAIRS 32

typedef struct {
    unsigned inputs, units;
    /// The most instructions that a step may take with smlad; 0 if there is no such promise.
    uint32_t most;
} shape;

static const shape shapes[] = {{6, 32, 8000}, {6, 64, 22400}, {12, 16, 0}, {9, 32, 0}, {6, 128, 0}};

enum part { STEP, ACCUMULATE, REQUANTIZE, ADVANCE, NOTHING, PARTS };

typedef struct {
    const mq_kernels *kernels;
    size_t units, blocks;
    mq_matrix input, recurrent;
    int32_t *bias, *projection, *sums, *cell;
    uint8_t *output_shifts;
    int16_t *x, *gates, *hidden;
} layer;

static mq_tanh_table table;

/// Any weights will do: smlad takes the same time for all. No shift is 0, which would save a little.
static mq_matrix random_matrix(size_t blocks, size_t columns) {
    const size_t pairs = (columns + 1) / 2, panels = (pairs + PANEL_PAIRS - 1) / PANEL_PAIRS;
    int16_t *weights = allocate(blocks * pairs * 64, 64);
    uint8_t *shifts = allocate(blocks * panels, 1);
    for (size_t n = 0; n < blocks * pairs * 32; n++) weights[n] = random_int16();
    for (size_t n = 0; n < blocks * panels; n++) shifts[n] = (uint8_t)(1 + random_below(8));
    return (mq_matrix){weights, shifts, blocks, panels, PANEL_PAIRS, pairs, NULL};
}

static layer random_layer(const shape *s) {
    const size_t rows = 4 * s->units, blocks = (rows + 15) / 16;
    layer l = {
        .units = s->units,
        .blocks = blocks,
        .input = random_matrix(blocks, s->inputs),
        .recurrent = random_matrix(blocks, s->units),
        .bias = allocate(blocks * 64, 64),
        .projection = allocate(blocks * 64, 64),
        .sums = allocate(blocks * 64, 64),
        .cell = allocate(s->units * sizeof(int32_t), 4),
        .output_shifts = allocate(blocks, 1),
        .x = allocate((s->inputs + 1) * sizeof(int16_t), 4),
        .gates = allocate(blocks * 32, 32),
        .hidden = allocate((s->units + 1) * sizeof(int16_t), 4),
    };
    for (size_t row = 0; row < blocks * 16; row++) l.bias[row] = (int32_t)random_u32() >> 8;
    for (size_t block = 0; block < blocks; block++) l.output_shifts[block] = (uint8_t)(10 + random_below(8));
    for (size_t n = 0; n <= s->inputs; n++) l.x[n] = random_int16();
    return l;
}

static void reset(layer *l, const mq_kernels *kernels) {
    l->kernels = kernels;
    memset(l->cell, 0, l->units * sizeof *l->cell);
    memset(l->hidden, 0, (l->units + 1) * sizeof *l->hidden);
}

static void accumulate(layer *l) {
    const int16_t *x = l->x, *hidden = l->hidden;
    int32_t *bias = l->bias, *projection = l->projection, *sums = l->sums;
    mq_accumulate(l->kernels, &l->input, 0, l->input.panels, &x, &bias, &projection, 1, false);
    mq_accumulate(l->kernels, &l->recurrent, 0, l->recurrent.panels, &hidden, &projection, &sums, 1, false);
}

static void requantize(layer *l) { mq_requantize(l->kernels, l->sums, l->output_shifts, l->blocks, INT16_MIN, l->gates); }

static void advance(layer *l) { l->kernels->advance(l->gates, l->units, &table, l->cell, l->hidden); }

static void step(layer *l) {
    accumulate(l);
    requantize(l);
    advance(l);
}

static void nothing(layer *l) { __asm__ volatile("" : : "r"(l)); }

/// A round's instructions, the loop and the call included.
static uint32_t count(layer *l, void (*part)(layer *)) {
    begin_counting();
    for (size_t round = 0; round < ROUNDS; round++) part(l);
    return (uint32_t)((counted() + ROUNDS / 2) / ROUNDS);
}

static uint32_t print_row(const shape *s, layer *l) {
    static void (*const parts[PARTS])(layer *) = {step, accumulate, requantize, advance, nothing};
    uint32_t counts[PARTS];
    for (size_t n = 0; n < PARTS; n++) counts[n] = count(l, parts[n]);
    for (size_t n = 0; n < NOTHING; n++) counts[n] -= counts[NOTHING];
    printf("%3u → %3u  %-8s", s->inputs, s->units, l->kernels->name);
    for (size_t n = 0; n < NOTHING; n++) printf(" %10lu", (unsigned long)counts[n]);
    printf("\n");
    return counts[STEP];
}

int main(void) {
    bool failed = false;
    mq_fill_tanh_table(&table, tanh_nodes);
    printf("instructions    kernels         step accumulate requantize    advance\n");
    for (size_t n = 0; n < sizeof shapes / sizeof *shapes; n++) {
        const shape *s = &shapes[n];
        layer l = random_layer(s);
        int16_t *first = NULL;
        const mq_kernels *kernels;
        for (size_t k = 0; (kernels = mq_kernels_available(k)) != NULL; k++) {
            reset(&l, kernels);
            const uint32_t instructions = print_row(s, &l);
            if (strcmp(kernels->name, "smlad") == 0 && s->most != 0 && instructions > s->most) {
                printf("%s: a step may take %lu\n", kernels->name, (unsigned long)s->most);
                failed = true;
            }
            if (k == 0) {
                first = allocate(s->units * sizeof *first, 4);
                memcpy(first, l.hidden, s->units * sizeof *first);
            } else if (memcmp(first, l.hidden, s->units * sizeof *first) != 0) {
                printf("%s: another hidden state than the first kernels'\n", kernels->name);
                failed = true;
            }
        }
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
