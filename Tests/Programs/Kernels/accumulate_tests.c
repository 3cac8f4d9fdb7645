// Matrix times vectors: every number of blocks, pairs and vectors up to 20, 32 and 9, the rest of the shape by chance.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_tests.h"

#define MOST_VECTORS 9
#define GUARD 16
#define GUARD_WORD 0x5AFE600D

/// Where the sums begin: each vector's own place, the sums themselves (they are added to), or one place for all, as a bias is.
enum start { OWN, SAME_AS_SUMS, SHARED };
static const char *const start_names[] = {"apart", "in place", "shared"};

/// How the numbers are drawn.
enum values {
    ANY,
    /// Mostly full scale, so that sums wrap, and −32768 meets −32768 twice in a pair.
    EXTREME,
    ALL_LOWEST,
    /// As large as they can be, with the second half of a panel taking back what the first adds: partial sums wrap, the whole may
    /// not.
    CANCELLING,
    /// Within a byte, so that a matrix may have them as bytes.
    BYTES,
    EXTREME_BYTES,
};
static const char *const values_names[] = {"any", "extreme", "all -32768", "cancelling", "bytes", "bytes, extreme"};

typedef struct {
    plain_matrix plain;
    /// With weights of 16 bits, with bytes where they fit, and with both.
    mq_matrix packed[3];
    size_t forms;
    size_t first, used, count;
    bool backwards;
    size_t stride;  // of x, from panel to panel
    enum start start_kind;
    int16_t *x[MOST_VECTORS];
    int32_t *starts[MOST_VECTORS], *expected[MOST_VECTORS];
} problem;

static int16_t weight(enum values values, size_t column, size_t columns) {
    switch (values) {
    case ANY: return random_int16();
    case EXTREME: return extreme_int16();
    case ALL_LOWEST: return -32768;
    case BYTES: return (int16_t)((int)random_below(2 * MQ_LARGEST_BYTE + 1) - MQ_LARGEST_BYTE);
    case EXTREME_BYTES: return (int16_t)(random_below(2) ? MQ_LARGEST_BYTE : -MQ_LARGEST_BYTE);
    default: {
        const int magnitude = 32767 - (int)random_below(64);
        return (int16_t)(column * 2 < columns ? magnitude : -magnitude);
    }
    }
}

static int16_t input(enum values values) {
    switch (values) {
    case ANY: return random_int16();
    case EXTREME: return extreme_int16();
    case ALL_LOWEST: return -32768;
    case BYTES: return random_int16();
    case EXTREME_BYTES: return extreme_int16();
    default: return (int16_t)(random_below(2) ? 32767 : 32766);
    }
}

/// Lays the rows out as mq_kernels.h says in words, by writing one number after the other.
static int16_t *packed_weights(const plain_matrix *plain, size_t blocks, size_t pairs, size_t panel_pairs) {
    int16_t *packed = allocate(blocks * pairs * 64, 64), *next = packed;
    for (size_t group = 0; group < blocks; group += 8) {
        for (size_t pair = 0; pair < pairs; pair++) {
            const size_t panel = pair / panel_pairs, within = (pair - panel * panel_pairs) * 2;
            for (size_t block = group; block < group + 8 && block < blocks; block++) {
                for (size_t row = block * 16; row < block * 16 + 16; row++) {
                    for (size_t half = 0; half < 2; half++) {
                        const size_t column = panel * plain->panel_columns + within + half;
                        const bool there = row < plain->rows && within + half < plain->panel_columns && column < plain->columns;
                        *next++ = there ? plain->weights[row * plain->columns + column] : 0;
                    }
                }
            }
        }
    }
    return packed;
}

/// The same of bytes: four columns by four, then the two that are left over.
static int8_t *packed_bytes(const plain_matrix *plain, size_t blocks, size_t pairs, size_t panel_pairs) {
    int8_t *packed = allocate(blocks * pairs * 32, 64), *next = packed;
    for (size_t group = 0; group < blocks; group += 8) {
        for (size_t panel = 0; panel < plain->panels; panel++) {
            const size_t left = (pairs - panel * panel_pairs) * 2, columns = left < panel_pairs * 2 ? left : panel_pairs * 2;
            for (size_t first = 0, width; first < columns; first += width) {
                width = columns - first < 4 ? 2 : 4;
                for (size_t block = group; block < group + 8 && block < blocks; block++) {
                    for (size_t row = block * 16; row < block * 16 + 16; row++) {
                        for (size_t k = first; k < first + width; k++) {
                            const size_t column = panel * plain->panel_columns + k;
                            const bool there = row < plain->rows && k < plain->panel_columns && column < plain->columns;
                            *next++ = there ? (int8_t)plain->weights[row * plain->columns + column] : 0;
                        }
                    }
                }
            }
        }
    }
    return packed;
}

static problem make_problem(size_t blocks, size_t panel_pairs, size_t count, place *at) {
    const enum values values = (enum values)random_below(6);
    const size_t panels = 1 + random_below(4), panel_columns = panel_pairs * 2 - random_below(2);
    const size_t last_columns = 1 + random_below(panel_columns), columns = (panels - 1) * panel_columns + last_columns;
    const size_t rows = blocks * 16 - random_below(16), pairs = (panels - 1) * panel_pairs + (last_columns + 1) / 2;
    const size_t first = random_below(panels), used = 1 + random_below(panels - first);
    const size_t x_pairs = (first + used == panels ? pairs : (first + used) * panel_pairs) - first * panel_pairs;

    int16_t *weights = allocate(rows * columns * sizeof *weights, 64);
    for (size_t n = 0; n < rows * columns; n++) weights[n] = weight(values, n % columns % panel_columns, panel_columns);
    uint8_t *shifts = allocate(blocks * panels, 1);
    for (size_t n = 0; n < blocks * panels; n++) shifts[n] = (uint8_t)(random_below(4) ? random_below(32) : random_below(2) * 31);

    problem p = {
        .plain = {weights, rows, columns, panel_columns, shifts, panels},
        .first = first,
        .used = used,
        .count = count,
        .backwards = random_below(2),
        .stride = panel_pairs * 2,
        .start_kind = (enum start)random_below(3)};
    int16_t *words = packed_weights(&p.plain, blocks, pairs, panel_pairs);
    const bool fits = values >= BYTES && (panels == 1 || panel_pairs % 2 == 0);
    int8_t *bytes = fits ? packed_bytes(&p.plain, blocks, pairs, panel_pairs) : NULL;
    p.packed[0] = (mq_matrix){words, shifts, blocks, panels, panel_pairs, pairs, NULL};
    p.packed[1] = (mq_matrix){NULL, shifts, blocks, panels, panel_pairs, pairs, bytes};
    p.packed[2] = (mq_matrix){words, shifts, blocks, panels, panel_pairs, pairs, bytes};
    p.forms = bytes ? 3 : 1;
    for (size_t v = 0; v < count; v++) {
        // One number after the start of the memory: aligned to 2 bytes and no more.
        p.x[v] = (int16_t *)allocate((x_pairs * 2 + 1) * sizeof(int16_t), 2 * sizeof(int16_t)) + 1;
        for (size_t n = 0; n < x_pairs * 2; n++) p.x[v][n] = input(values);  // what fills a pair up included
        p.starts[v] = allocate(blocks * 64, 64);
        p.expected[v] = allocate(blocks * 64, 64);
        for (size_t row = 0; row < blocks * 16; row++) p.starts[v][row] = extreme_int32();
        const int32_t *start = p.starts[p.start_kind == SHARED ? 0 : v];
        for (size_t row = 0; row < blocks * 16; row++) {
            p.expected[v][row] = row < rows ? reference_sum(&p.plain, row, first, used, p.x[v], p.stride, start[row]) : start[row];
        }
    }
    snprintf(
        at->shape, sizeof at->shape, "%u rows, %u columns in panels of %u, panels %u ..< %u%s, %u vectors, start %s, values %s",
        (unsigned)rows, (unsigned)columns, (unsigned)panel_columns, (unsigned)first, (unsigned)(first + used),
        p.backwards ? " backwards" : "", (unsigned)count, start_names[p.start_kind], values_names[values]);
    return p;
}

static void free_problem(problem *p) {
    free((void *)p->plain.weights);
    free((void *)p->plain.shifts);
    free((void *)p->packed[2].weights);
    free((void *)p->packed[2].bytes);
    for (size_t v = 0; v < p->count; v++) {
        free(p->x[v] - 1);
        free(p->starts[v]);
        free(p->expected[v]);
    }
}

static void solve(subject *s, const problem *p, const mq_matrix *packed, const place *at) {
    const size_t rows = packed->blocks * 16;
    int32_t *sums[MOST_VECTORS], *starts[MOST_VECTORS];
    for (size_t v = 0; v < p->count; v++) {
        sums[v] = allocate((rows + GUARD) * sizeof(int32_t), 64);
        for (size_t row = 0; row < rows + GUARD; row++) sums[v][row] = GUARD_WORD;
        if (p->start_kind == SAME_AS_SUMS) memcpy(sums[v], p->starts[v], rows * sizeof(int32_t));
        starts[v] = p->start_kind == SAME_AS_SUMS ? sums[v] : p->starts[p->start_kind == SHARED ? 0 : v];
    }
    s->kernels->accumulate(packed, p->first, p->used, (mq_inputs)p->x, starts, sums, p->count, p->backwards);
    for (size_t v = 0; v < p->count && !s->failed; v++) {
        if (!same_int32(s, at, v, p->expected[v], sums[v], rows)) break;
        for (size_t row = rows; row < rows + GUARD; row++) {
            if (sums[v][row] != GUARD_WORD && !s->failed) fail(s, at, "wrote past the last row");
        }
    }
    for (size_t v = 0; v < p->count; v++) free(sums[v]);
}

void test_accumulate(void) {
    place at = {.function = "accumulate"};
    size_t shapes = 0;
    for (size_t blocks = 1; blocks <= 20; blocks++) {
        for (size_t pairs = 1; pairs <= 32; pairs++) {
            for (size_t count = 1; count <= MOST_VECTORS; count++, shapes++) {
                problem p = make_problem(blocks, pairs, count, &at);
                for (size_t n = 0; n < subject_count; n++) {
                    for (size_t form = 0; form < p.forms && !subjects[n].failed; form++)
                        solve(&subjects[n], &p, &p.packed[form], &at);
                }
                free_problem(&p);
            }
        }
    }
    printf("accumulate: %u shapes\n", (unsigned)shapes);
}
