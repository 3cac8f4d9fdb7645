// kernel-tests NAME…: tests all kernels of this machine, and that those named are among them. What was compiled and cannot run is
// named.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_tests.h"

/// By way of the environment, as a person chooses kernels.
static const mq_kernels *chosen(const char *name) {
    if (name)
        setenv("MOTIONQ_KERNEL", name, 1);
    else
        unsetenv("MOTIONQ_KERNEL");
    return mq_kernels_preferred();
}

void test_choice(void) {
    const mq_kernels *fastest = mq_kernels_available(0);
    for (size_t n = 0; n < subject_count; n++) {
        subject *s = &subjects[n];
        const place at = {"choice", "MOTIONQ_KERNEL"};
        if (chosen(s->kernels->name) != s->kernels) fail(s, &at, "its name does not choose it");
        if (chosen("abacus") != NULL) fail(s, &at, "an unknown name should choose nothing");
        if (chosen("") != fastest || chosen(NULL) != fastest) fail(s, &at, "without a name the fastest should be chosen");
        if (mq_kernels_available(subject_count + n) != NULL) fail(s, &at, "there are kernels after the last");
    }
    unsetenv("MOTIONQ_KERNEL");
}

static bool is_available(const char *name) {
    for (size_t n = 0; n < subject_count; n++) {
        if (strcmp(subjects[n].kernels->name, name) == 0) return true;
    }
    return false;
}

/// What is compiled for this kind of processor.
static const char *const compiled[] = {
#if defined(MQ_HAS_X86)
    "avx512",
    "avx2",
    "sse2",
#elif defined(MQ_HAS_NEON)
    "neon",
#elif defined(MQ_HAS_SMLAD)
#if defined(MQ_HAS_HELIUM)
    "helium",
#endif
    "smlad",
#endif
    "scalar",
};
#define COMPILED (sizeof compiled / sizeof *compiled)

/// Names the kernels that no test ran; fails if there are some that the list above has not.
static bool tell_skipped(void) {
    size_t run = 0;
    for (size_t n = 0; n < COMPILED; n++) {
        if (is_available(compiled[n]))
            run++;
        else
            printf("%s: SKIPPED, this machine cannot run it\n", compiled[n]);
    }
    if (run < subject_count) fprintf(stderr, "some kernels are not in the list of main.c\n");
    return run == subject_count;
}

int main(int count, char **names) {
    const mq_kernels *kernels;
    while (subject_count < 8 && (kernels = mq_kernels_available(subject_count))) subjects[subject_count++].kernels = kernels;

    int status = EXIT_SUCCESS;
    for (int n = 1; n < count; n++) {
        if (is_available(names[n])) continue;
        fprintf(stderr, "this machine has no kernels named %s\n", names[n]);
        status = EXIT_FAILURE;
    }
    test_choice();
    test_tanh_nodes();
    test_accumulate();
    test_requantize();
    test_advance();
    test_advance_gru();
    for (size_t n = 0; n < subject_count; n++) {
        printf("%s: %s\n", subjects[n].kernels->name, subjects[n].failed ? "FAILED" : "as ARITHMETIC.md says");
        if (subjects[n].failed) status = EXIT_FAILURE;
    }
    if (!tell_skipped()) status = EXIT_FAILURE;
    return status;
}
