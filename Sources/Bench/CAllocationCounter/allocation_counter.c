#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif

// Initial-exec, because the general model would itself allocate on first use.
static __thread bool counting __attribute__((tls_model("initial-exec")));
static __thread uint64_t blocks __attribute__((tls_model("initial-exec")));

#if defined(__GLIBC__) && !defined(UNDER_SANITIZER)
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Weak, so that a static C library's own functions go before these where both are linked in.
#define REPLACING __attribute__((weak))

static void count(void) { blocks += counting; }

REPLACING void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

REPLACING void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

REPLACING void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

REPLACING void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

REPLACING void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

REPLACING int posix_memalign(void **result, size_t alignment, size_t size) {
    const bool power = alignment && !(alignment & (alignment - 1));
    if (!power || alignment % sizeof(void *)) return EINVAL;
    count();
    void *block = __libc_memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}
#endif

bool allocation_counter_works(void) {
    // Volatile, because a block that nobody uses need not be asked for.
    void *(*volatile ask)(size_t) = malloc;
    allocation_counter_begin();
    void *block = ask(1);
    uint64_t counted = allocation_counter_end();
    free(block);
    return counted == 1;
}

void allocation_counter_begin(void) {
    blocks = 0;
    counting = true;
}

uint64_t allocation_counter_end(void) {
    counting = false;
    return blocks;
}
