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

static int give_back(struct dl_phdr_info *object, size_t size, void *page_size) {
    (void)size;
    const uintptr_t page = *(const uintptr_t *)page_size;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // A page that was written to is not the file's any more.
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        const uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
        (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void program_pages_give_back(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(give_back, &page);
}
#else
void program_pages_give_back(void) {}
#endif
