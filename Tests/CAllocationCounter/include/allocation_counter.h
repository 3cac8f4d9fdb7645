/// Counts what the calling thread asks of malloc and its relatives. For the test executable only: it replaces them.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// False where the functions cannot be replaced: not glibc, or under a sanitizer, which replaces them itself.
bool allocation_counter_works(void);

/// Starts counting on this thread, from zero.
void allocation_counter_begin(void);

/// Stops counting on this thread and returns the number of blocks asked for since `allocation_counter_begin`.
uint64_t allocation_counter_end(void);

#endif
