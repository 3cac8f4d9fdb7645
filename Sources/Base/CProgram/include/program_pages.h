/// What memory the program holds: of its own file, and of what it asks for.
#ifndef PROGRAM_PAGES_H
#define PROGRAM_PAGES_H

/// Gives back the pages of the files of the program and its shared libraries that nothing writes to: code, metadata. Most of
/// those that a start touches nobody touches again; the others come back, from the system's cache of the file, as they are needed,
/// which takes a start two milliseconds: this is for what runs long, once it runs. Does nothing where this is not Linux.
void program_pages_give_back(void);

/// From now on, blocks of 256 KiB and more come from the system and go back to it. Otherwise the GNU C library hands out ever
/// larger ones from heaps of its threads, once such a block was returned, and what the program holds depends on which thread
/// returned which block when. Does nothing with other C libraries.
void program_blocks_go_back(void);

#endif
