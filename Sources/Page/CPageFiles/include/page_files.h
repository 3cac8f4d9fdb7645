/// The files of the page, as they stand in `Web` beside this.
#ifndef PAGE_FILES_H
#define PAGE_FILES_H

#include <stddef.h>

/// The bytes of a file; they last as long as the program.
struct page_file {
    const unsigned char *_Nullable bytes;
    size_t count;
};

/// The file of a name; without bytes if there is none.
struct page_file page_file(const char *_Nonnull name);

#endif
