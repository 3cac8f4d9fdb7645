// What the program calls of libFuzzer, which comes with the compiler (compiler-rt, FuzzerInterface.h) and brings no header.
#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

// Runs until the options are satisfied, and ends the process. The body gets an input, and returns 0.
int LLVMFuzzerRunDriver(
    int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*_Nonnull body)(const uint8_t *_Nullable data, size_t size));

// Changes an input in its place, as libFuzzer does without a mutator. Returns its new length.
size_t LLVMFuzzerMutate(uint8_t *_Nonnull data, size_t size, size_t most);

#endif
