#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>

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

static void count(void) { blocks += counting; }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count();
    void *block = __libc_memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

bool allocation_counter_works(void) { return true; }
#else
bool allocation_counter_works(void) { return false; }
#endif

void allocation_counter_begin(void) {
    blocks = 0;
    counting = true;
}

uint64_t allocation_counter_end(void) {
    counting = false;
    return blocks;
}
