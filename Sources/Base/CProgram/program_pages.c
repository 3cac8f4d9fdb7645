#define _GNU_SOURCE
#include "program_pages.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void program_blocks_go_back(void) { mallopt(M_MMAP_THRESHOLD, 256 * 1024); }
#else
void program_blocks_go_back(void) {}
#endif

#ifdef __linux__
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

struct wish {
    uintptr_t page;
    bool with_libraries;
};

/// The first object is the program itself.
static int give_back(struct dl_phdr_info *object, size_t size, void *wanted) {
    (void)size;
    const struct wish *wish = wanted;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // A page that was written to is not the file's any more.
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(wish->page - 1);
        const uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return wish->with_libraries ? 0 : 1;
}

void program_pages_give_back(bool with_libraries) {
    struct wish wish = {(uintptr_t)sysconf(_SC_PAGESIZE), with_libraries};
    dl_iterate_phdr(give_back, &wish);
}
#else
void program_pages_give_back(bool with_libraries) { (void)with_libraries; }
#endif
