// What all tests need: numbers, memory, and words for a difference. No %zu: newlib, under which Cortex-M runs them, may not know
// it.
#include <stdio.h>
#include <stdlib.h>

#include "kernel_tests.h"

subject subjects[8];
size_t subject_count;

void fail(subject *s, const place *at, const char *words) {
    fprintf(stderr, "%s, %s, %s: %s\n", s->kernels->name, at->function, at->shape, words);
    s->failed = true;
}

static bool difference(subject *s, const place *at, size_t vector, size_t row, long expected, long given) {
    char words[120];
    snprintf(words, sizeof words, "vector %u, row %u is %ld, should be %ld", (unsigned)vector, (unsigned)row, given, expected);
    fail(s, at, words);
    return false;
}

bool same_int32(subject *s, const place *at, size_t vector, const int32_t *expected, const int32_t *given, size_t count) {
    for (size_t row = 0; row < count; row++) {
        if (expected[row] != given[row]) return difference(s, at, vector, row, expected[row], given[row]);
    }
    return true;
}

bool same_int16(subject *s, const place *at, size_t vector, const int16_t *expected, const int16_t *given, size_t count) {
    for (size_t row = 0; row < count; row++) {
        if (expected[row] != given[row]) return difference(s, at, vector, row, expected[row], given[row]);
    }
    return true;
}

uint32_t random_u32(void) {  // xorshift64*
    static uint64_t state = 0x9E3779B97F4A7C15;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545F4914F6CDD1D) >> 32);
}

size_t random_below(size_t bound) { return random_u32() % bound; }

int16_t random_int16(void) { return (int16_t)(uint16_t)random_u32(); }

int16_t extreme_int16(void) {
    static const int16_t ends[] = {-32768, -32768, -32767, -32766, -1, 0, 1, 32766, 32767, 32767};
    return ends[random_below(sizeof ends / sizeof *ends)];
}

int32_t extreme_int32(void) {
    const int32_t near = (int32_t)random_below(3);
    switch (random_below(4)) {
    case 0: return INT32_MIN + near;
    case 1: return INT32_MAX - near;
    case 2: return near - 1;
    default: return (int32_t)random_u32();
    }
}

void *allocate(size_t size, size_t alignment) {
    void *memory = NULL;
    if (posix_memalign(&memory, alignment < sizeof memory ? sizeof memory : alignment, size) != 0) {
        fprintf(stderr, "no memory\n");
        exit(70);
    }
    return memory;
}
