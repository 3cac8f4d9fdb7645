// Which kernels this machine can run: the one choice for the float oracle and for training.
#include <stddef.h>
#include "mq_float_oracle.h"
#include "mq_training.h"

// A table for each vector unit that somebody has written kernels for, the widest first.
#if defined(__x86_64__)
#define KERNELS(set, type)                                                                          \
    extern const type mq_##set##_avx512_kernels, mq_##set##_avx2_kernels, mq_##set##_plain_kernels; \
    static const type *const set##_tables[] = {&mq_##set##_avx512_kernels, &mq_##set##_avx2_kernels, &mq_##set##_plain_kernels};
#else
#define KERNELS(set, type)                      \
    extern const type mq_##set##_plain_kernels; \
    static const type *const set##_tables[] = {&mq_##set##_plain_kernels};
#endif

KERNELS(oracle, mq_oracle_kernels)
KERNELS(training, mq_training_kernels)

enum { table_count = sizeof oracle_tables / sizeof *oracle_tables };

/// The place in the tables of the first unit that this machine has; those after it, it has as well.
static size_t first_unit(void) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) return 1;
#endif
    return 0;
}

const mq_oracle_kernels *mq_oracle_available(size_t index) {
    const size_t units = table_count - first_unit();
    return index < units ? oracle_tables[first_unit() + index] : NULL;
}

const mq_training_kernels *mq_training_available(size_t index) {
    const size_t units = table_count - first_unit();
    return index < units ? training_tables[first_unit() + index] : NULL;
}
