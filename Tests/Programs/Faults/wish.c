// Counts calls by kind and decides which one fails. The wish stands in FAULT as KIND:NUMBER:MANNER:VALUE:
//   2:5:once:28    the fifth write fails with error 28
//   2:5:from:28    so does each write from the fifth on, as on a full disk
//   2:5:short:0    the fifth write takes half of its bytes
//   16:5:jump:3600 all clocks are an hour ahead from the fifth look on; back:3600 sets that of the wall back
// The counters stand in the file FAULT_COUNTS, which outlives the program whatever ends it.
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic uint64_t none[KINDS + 1];
// One for each kind, and then how many calls failed.
static _Atomic uint64_t *counters = none;
static unsigned wished_kind = KINDS, wished_number;
static long wished_value;
static char manner[8];
static const char *folder, *port;
static size_t folder_length, port_length;

// Before anything of the program runs.
__attribute__((constructor)) static void begin(void) {
    const char *wish = getenv("FAULT");
    if (wish) sscanf(wish, "%u:%u:%7[a-z]:%ld", &wished_kind, &wished_number, manner, &wished_value);
    folder = getenv("FAULT_FOLDER");
    port = getenv("FAULT_PORT");
    folder_length = folder ? strlen(folder) : 0;
    port_length = port ? strlen(port) : 0;
    const char *path = getenv("FAULT_COUNTS");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (page != MAP_FAILED) counters = page;
    // Programs that this one starts are not watched.
    unsetenv("LD_PRELOAD");
    // The calls above are not the program's.
    for (int kind = 0; kind <= KINDS; kind++) counters[kind] = 0;
}

void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static bool is_manner(const char *word) { return strcmp(manner, word) == 0; }

// Counts a call of a kind. Returns whether the wish is for it.
static bool is_wished(enum kind kind) {
    uint64_t number = ++counters[kind];
    if (kind != wished_kind) return false;
    return number == wished_number || (number > wished_number && is_manner("from"));
}

void counts(enum kind kind) { ++counters[kind]; }

bool fails(enum kind kind) {
    if (!is_wished(kind) || is_manner("short")) return false;
    counters[KINDS]++;
    errno = (int)wished_value;
    return true;
}

size_t shortened(enum kind kind, size_t count) {
    if (kind != wished_kind || !is_manner("short") || counters[kind] != wished_number || count < 2) return count;
    counters[KINDS]++;
    return count / 2;
}

// Whether a path is another or below it.
static bool begins(const char *path, const char *other, size_t length) {
    return length > 0 && strncmp(path, other, length) == 0 && (path[length] == '/' || path[length] == 0);
}

bool watches_path(const char *path) {
    if (!path) return false;
    // The program runs in the folder.
    if (path[0] != '/') return folder_length > 0;
    return begins(path, folder, folder_length) || begins(path, port, port_length);
}

bool watches_descriptor(int descriptor) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const int kept = errno;
    long length = syscall(SYS_readlink, link, path, sizeof path - 1);
    errno = kept;
    if (length <= 0) return false;
    path[length] = 0;
    return path[0] == '/' && watches_path(path);
}

int64_t clock_error(void) {
    const bool ahead = is_manner("jump");
    if (wished_kind != CLOCK || !(ahead || is_manner("back")) || counters[CLOCK] < wished_number) return 0;
    counters[KINDS]++;
    return (ahead ? 1 : -1) * (int64_t)wished_value * 1000000000;
}
