/// What memory the program holds: of its own file, and of what it asks for.
#ifndef PROGRAM_PAGES_H
#define PROGRAM_PAGES_H

#include <stdbool.h>

/// Gives back the pages of the program's file that nothing writes to: code, tables of relocations, metadata. Most of those that
/// a start touches nobody touches again; the others come back, from the system's cache of the file, as they are needed. Does
/// nothing where this is not Linux.
///
/// with_libraries: also those of the files of the shared libraries, which takes another tenth of a millisecond or two, as much
/// again where they come back, and is for what runs long.
void program_pages_give_back(bool with_libraries);

/// From now on, blocks of 256 KiB and more come from the system and go back to it. Otherwise the GNU C library hands out ever
/// larger ones from heaps of its threads, once such a block was returned, and what the program holds depends on which thread
/// returned which block when. Does nothing with other C libraries.
void program_blocks_go_back(void);

#endif
