/// The memory in which a program's own file lies.
#ifndef PROGRAM_PAGES_H
#define PROGRAM_PAGES_H

/// Gives back the pages of the program's file that nothing writes to: code, tables of relocations, metadata. Most of those that
/// a start touches nobody touches again; the others come back, from the system's cache of the file, as they are needed. Does
/// nothing where this is not Linux.
void program_pages_give_back(void);

#endif
