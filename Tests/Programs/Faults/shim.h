// What the two halves of the shim share: which call is to fail, and the calls as the system has them.
#ifndef FAULTS_SHIM_H
#define FAULTS_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In the order of the counters and of KINDS in points.py.
enum kind {
    OPEN,
    READ,
    WRITE,
    FLUSH,
    RENAME,
    STATUS,
    FOLDER,
    UNLINK,
    CUT,
    CLOSE,
    LOCK,
    POLL,
    TERMINAL,
    MAP,
    MEMORY,
    THREAD,
    CLOCK,
    KINDS
};

// Counts a call that never fails.
void counts(enum kind kind);

// Counts a call. Returns whether it is to fail; errno then holds the wished number.
bool fails(enum kind kind);

// Whether a path, or what a descriptor leads to, is watched: in the folder FAULT_FOLDER, or the port FAULT_PORT.
bool watches_path(const char *path);
bool watches_descriptor(int descriptor);

// Of so many bytes, how many this call may transfer: half of them if it is the one that is to come short.
size_t shortened(enum kind kind, size_t count);

// Nanoseconds by which the clock is wrong just now.
int64_t clock_error(void);

// The next definition of a function after this library's.
void *next(const char *name);

// Stands in a function: its type, and a pointer to the system's own that is looked up once.
#define SYSTEM(result, name, ...)       \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result(*)(__VA_ARGS__))next(#name)

#endif
