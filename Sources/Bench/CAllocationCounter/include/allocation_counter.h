/// Counts what the calling thread asks of malloc and its relatives, in the whole program that this is linked into: it replaces
/// them.
///
/// So all of motionq carries it, not bench alone: each of these calls costs one addition to a thread-local number more, which stays
/// zero unless that thread is counting.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// False where the functions are not replaced: not glibc, under a sanitizer, which replaces them itself, or in a library that was
/// loaded later. Found out by asking for a block. Not to be called between begin and end.
bool allocation_counter_works(void);

/// Starts counting on this thread, from zero.
void allocation_counter_begin(void);

/// Stops counting on this thread and returns the number of blocks asked for since `allocation_counter_begin`.
uint64_t allocation_counter_end(void);

#endif
