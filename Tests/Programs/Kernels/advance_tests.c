// One step of LSTM and of GRU cells: every argument of every gate, states over their whole range, every number of units up to 70.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_tests.h"

#define GUARD 64
#define HIDDEN_GUARD 0x5AFE
#define CELL_GUARD 0x5AFE600D

static mq_tanh_table table;

/// Where the arguments of the units' gates and their cells come from.
typedef struct {
    size_t units;
    int16_t *gates;
    int32_t *cell;
} step;

static step new_step(size_t units) {
    return (step){units, allocate(4 * units * sizeof(int16_t), 2), allocate(units * sizeof(int32_t), 4)};
}

/// −2³⁰ < c < 2³⁰, at every magnitude.
static int32_t any_cell(void) {
    const int32_t largest = (1 << 30) - 1;
    switch (random_below(4)) {
    case 0: return (random_below(2) ? 1 : -1) * (largest - (int32_t)random_below(40000) % (1 << random_below(16)));
    case 1: return ((int32_t)random_below(65535) - 32767) * 32768 + (int32_t)random_below(3) - 1;  // next to a carry
    default: return ((int32_t)random_u32() >> 1 >> random_below(31)) | 1;
    }
}

/// −32767 · 2¹⁵ ≤ s ≤ 32767 · 2¹⁵, of a GRU.
static int32_t any_state(void) {
    const int32_t largest = 32767 << 15, state = any_cell();
    return state > largest ? largest : state < -largest ? -largest : state;
}

/// What is tested: an LSTM's step or a GRU's.
static bool is_gru = false;

/// Runs every kernel from memory that is aligned to one number only, and that ends where the last unit does.
static void check(const step *given, const char *what) {
    const size_t units = given->units;
    place at = {.function = is_gru ? "advance_gru" : "advance"}, at_cell = at;
    snprintf(at.shape, sizeof at.shape, "%u units, %s, hidden", (unsigned)units, what);
    snprintf(at_cell.shape, sizeof at_cell.shape, "%u units, %s, cell", (unsigned)units, what);
    int32_t *cells = allocate(units * sizeof *cells, 4);
    int16_t *hiddens = allocate(units * sizeof *hiddens, 2);
    memcpy(cells, given->cell, units * sizeof *cells);
    const int16_t *t = given->gates;
    for (size_t u = 0; u < units; u++) {
        (is_gru ? reference_gru : reference_cell)(t[u], t[units + u], t[2 * units + u], t[3 * units + u], &cells[u], &hiddens[u]);
    }

    int16_t *gates = (int16_t *)allocate((4 * units + 1) * sizeof *gates, 64) + 1;
    memcpy(gates, given->gates, 4 * units * sizeof *gates);
    for (size_t n = 0; n < subject_count; n++) {
        subject *s = &subjects[n];
        if (s->failed) continue;
        int32_t *cell = (int32_t *)allocate((units + 1 + GUARD) * sizeof *cell, 64) + 1;
        int16_t *hidden = (int16_t *)allocate((units + 1 + GUARD) * sizeof *hidden, 64) + 1;
        memcpy(cell, given->cell, units * sizeof *cell);
        for (size_t u = 0; u < GUARD; u++) cell[units + u] = CELL_GUARD;
        for (size_t u = 0; u < units + GUARD; u++) hidden[u] = HIDDEN_GUARD;
        (is_gru ? s->kernels->advance_gru : s->kernels->advance)(gates, units, &table, cell, hidden);
        if (same_int32(s, &at_cell, 0, cells, cell, units)) same_int16(s, &at, 0, hiddens, hidden, units);
        for (size_t u = units; u < units + GUARD && !s->failed; u++) {
            if (cell[u] != CELL_GUARD || hidden[u] != HIDDEN_GUARD) fail(s, &at, "wrote past the last unit");
        }
        free(cell - 1);
        free(hidden - 1);
    }
    free(gates - 1);
    free(cells);
    free(hiddens);
}

static void check_units(size_t units) {
    step s = new_step(units);
    for (size_t round = 0; round < 8; round++) {
        for (size_t n = 0; n < 4 * units; n++) s.gates[n] = round % 2 ? extreme_int16() : random_int16();
        for (size_t u = 0; u < units; u++) s.cell[u] = is_gru ? any_state() : any_cell();
        check(&s, "any numbers");
    }
    free(s.gates);
    free(s.cell);
}

/// All 65,536 arguments of one gate. The others are held where the most of it shows in the result, and then drawn by chance.
static void check_gate(size_t gate, bool held) {
    const size_t units = 65536;
    static const char *const names[] = {"every i", "every f", "every o", "every g"};
    step s = new_step(units);
    for (size_t u = 0; u < units; u++) {
        for (size_t other = 0; other < 4; other++) s.gates[other * units + u] = held ? 32767 : random_int16();
        s.gates[gate * units + u] = (int16_t)(uint16_t)u;
        s.cell[u] = !held ? any_cell() : gate == 1 ? (1 << 30) - 1 : gate == 2 ? 1 << 20 : 0;
    }
    check(&s, names[gate]);
    free(s.gates);
    free(s.cell);
}

/// tanh of the cell: each argument is eight cells wide, so that cells in steps of two meet them all, and some that saturate. The
/// forget gate is as open as it gets.
static void check_cell_tanh(void) {
    const size_t units = 4 * 65536 + 2048;
    step s = new_step(units);
    memset(s.gates, 0, 4 * units * sizeof *s.gates);
    for (size_t u = 0; u < units; u++) {
        s.gates[units + u] = s.gates[2 * units + u] = 32767;
        s.cell[u] = ((int32_t)u - (int32_t)units / 2) * 2;
    }
    check(&s, "tanh of every cell");
    free(s.gates);
    free(s.cell);
}

/// All 65,536 arguments of one row of a GRU, the others by chance and at the ends, and states at theirs.
static void check_gru_row(size_t row, bool at_the_ends) {
    const size_t units = 65536;
    static const char *const names[] = {"every z", "every r", "every c", "every g"};
    step s = new_step(units);
    for (size_t u = 0; u < units; u++) {
        for (size_t other = 0; other < 4; other++) s.gates[other * units + u] = at_the_ends ? extreme_int16() : random_int16();
        s.gates[row * units + u] = (int16_t)(uint16_t)u;
        s.cell[u] = at_the_ends ? (random_below(2) ? 1 : -1) * (32767 << 15) : any_state();
    }
    check(&s, names[row]);
    free(s.gates);
    free(s.cell);
}

void test_tanh_nodes(void) {
    long sum = 0;
    for (size_t j = 0; j < 257; j++) sum += tanh_nodes[j];
    if (sum != 7678085) {
        const place at = {"tanh", "257 nodes"};
        for (size_t n = 0; n < subject_count; n++) fail(&subjects[n], &at, "they do not add up to 7678085");
    }
    mq_fill_tanh_table(&table, tanh_nodes);
}

void test_advance(void) {
    for (size_t units = 1; units <= 70; units++) check_units(units);
    check_units(200);
    for (size_t gate = 0; gate < 4; gate++) {
        check_gate(gate, true);
        check_gate(gate, false);
    }
    check_cell_tanh();
    printf("advance: 1 … 70 and 200 units, every argument of every gate and of the cell's tanh\n");
}

void test_advance_gru(void) {
    is_gru = true;
    for (size_t units = 1; units <= 70; units++) check_units(units);
    check_units(200);
    for (size_t row = 0; row < 4; row++) {
        check_gru_row(row, true);
        check_gru_row(row, false);
    }
    is_gru = false;
    printf("advance_gru: 1 … 70 and 200 units, every argument of every row\n");
}
