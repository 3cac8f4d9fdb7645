// The calls that can be made to fail, each under its own name: the program finds these before the C library's.
#define _GNU_SOURCE
#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// MARK: - By a path

#define BY_PATH(kind, result, name, types, values, path)          \
    result name types {                                           \
        SYSTEM(result, name, BARE types);                         \
        if (watches_path(path) && fails(kind)) return (result)-1; \
        return real values;                                       \
    }
#define BARE(...) __VA_ARGS__

BY_PATH(RENAME, int, rename, (const char *from, const char *to), (from, to), to)
BY_PATH(RENAME, int, link, (const char *from, const char *to), (from, to), to)
BY_PATH(RENAME, int, symlink, (const char *from, const char *to), (from, to), to)
BY_PATH(RENAME, int, linkat, (int one, const char *from, int two, const char *to, int flags), (one, from, two, to, flags), to)
BY_PATH(STATUS, int, stat, (const char *restrict path, struct stat *restrict status), (path, status), path)
BY_PATH(STATUS, int, lstat, (const char *restrict path, struct stat *restrict status), (path, status), path)
BY_PATH(STATUS, int, access, (const char *path, int mode), (path, mode), path)
BY_PATH(STATUS, ssize_t, readlink, (const char *restrict path, char *restrict text, size_t size), (path, text, size), path)
BY_PATH(FOLDER, int, mkdir, (const char *path, mode_t mode), (path, mode), path)
BY_PATH(FOLDER, int, chdir, (const char *path), (path), path)
BY_PATH(UNLINK, int, unlink, (const char *path), (path), path)
BY_PATH(UNLINK, int, rmdir, (const char *path), (path), path)

static mode_t mode_of(int flags, va_list rest) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    SYSTEM(int, open, const char *, int, mode_t);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return watches_path(path) && fails(OPEN) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    SYSTEM(int, openat, int, const char *, int, mode_t);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return watches_path(path) && fails(OPEN) ? -1 : real(folder, path, flags, mode);
}

// MARK: - By a descriptor

#define BY_DESCRIPTOR(kind, result, name, types, values)                \
    result name types {                                                 \
        SYSTEM(result, name, BARE types);                               \
        if (watches_descriptor(file) && fails(kind)) return (result)-1; \
        return real values;                                             \
    }
// One that may transfer fewer bytes than it was asked for.
#define TRANSFER(kind, name, types, values)                \
    ssize_t name types {                                   \
        SYSTEM(ssize_t, name, BARE types);                 \
        if (!watches_descriptor(file)) return real values; \
        if (fails(kind)) return -1;                        \
        count = shortened(kind, count);                    \
        return real values;                                \
    }

TRANSFER(READ, read, (int file, void *bytes, size_t count), (file, bytes, count))
TRANSFER(READ, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
TRANSFER(READ, recv, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags))
TRANSFER(WRITE, write, (int file, const void *bytes, size_t count), (file, bytes, count))
TRANSFER(WRITE, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
TRANSFER(WRITE, send, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags))
BY_DESCRIPTOR(FLUSH, int, fsync, (int file), (file))
BY_DESCRIPTOR(STATUS, int, fstat, (int file, struct stat *status), (file, status))
BY_DESCRIPTOR(CUT, int, ftruncate, (int file, off_t length), (file, length))
BY_DESCRIPTOR(CUT, off_t, lseek, (int file, off_t at, int whence), (file, at, whence))
BY_DESCRIPTOR(CUT, int, fchmod, (int file, mode_t mode), (file, mode))
BY_DESCRIPTOR(CUT, int, fchown, (int file, uid_t owner, gid_t group), (file, owner, group))
BY_DESCRIPTOR(LOCK, int, flock, (int file, int operation), (file, operation))
BY_DESCRIPTOR(TERMINAL, int, tcgetattr, (int file, struct termios *settings), (file, settings))
BY_DESCRIPTOR(TERMINAL, int, tcsetattr, (int file, int when, const struct termios *settings), (file, when, settings))

// The number is given back all the same, as Linux does it.
int close(int file) {
    SYSTEM(int, close, int);
    const bool failed = watches_descriptor(file) && fails(CLOSE);
    const int error = errno, result = real(file);
    if (failed) errno = error;
    return failed ? -1 : result;
}

int ioctl(int file, unsigned long request, ...) {
    SYSTEM(int, ioctl, int, unsigned long, void *);
    va_list rest;
    va_start(rest, request);
    void *value = va_arg(rest, void *);
    va_end(rest);
    return watches_descriptor(file) && fails(TERMINAL) ? -1 : real(file, request, value);
}

int poll(struct pollfd *requests, nfds_t count, int milliseconds) {
    SYSTEM(int, poll, struct pollfd *, nfds_t, int);
    for (nfds_t index = 0; index < count; index++) {
        if (watches_descriptor(requests[index].fd)) return fails(POLL) ? -1 : real(requests, count, milliseconds);
    }
    return real(requests, count, milliseconds);
}

DIR *fdopendir(int file) {
    SYSTEM(DIR *, fdopendir, int);
    return watches_descriptor(file) && fails(FOLDER) ? NULL : real(file);
}

struct dirent *readdir(DIR *stream) {
    SYSTEM(struct dirent *, readdir, DIR *);
    return watches_descriptor(dirfd(stream)) && fails(FOLDER) ? NULL : real(stream);
}

// MARK: - Memory and threads

void *mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) {
    SYSTEM(void *, mmap, void *, size_t, int, int, int, off_t);
    return fails(MAP) ? MAP_FAILED : real(at, length, protection, flags, file, offset);
}

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *), void *restrict value) {
    SYSTEM(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return fails(THREAD) ? errno : real(thread, attributes, body, value);
}

// Where code of C libraries lies that ask for memory and say so if there is none. Swift's own requests always succeed or trap.
static struct { uintptr_t from, to; } libraries[16];
static int library_count;

static int note(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    if (!strstr(object->dlpi_name, "libyaml") && !strstr(object->dlpi_name, "libz.") && !strstr(object->dlpi_name, "libserialport"))
        return 0;
    for (int index = 0; index < object->dlpi_phnum && library_count < 16; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        libraries[library_count].from = object->dlpi_addr + segment->p_vaddr;
        libraries[library_count++].to = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    }
    return 0;
}

__attribute__((constructor)) static void find_libraries(void) { dl_iterate_phdr(note, NULL); }

static bool is_of_library(const void *caller) {
    for (int index = 0; index < library_count; index++) {
        if ((uintptr_t)caller >= libraries[index].from && (uintptr_t)caller < libraries[index].to) return true;
    }
    return false;
}

// motionq counts what it asks of malloc, which jumps from its own malloc to these: the caller is still the library.
#define IS_DENIED (is_of_library(__builtin_return_address(0)) && fails(MEMORY))

void *__libc_malloc(size_t size) {
    SYSTEM(void *, __libc_malloc, size_t);
    return IS_DENIED ? NULL : real(size);
}

void *__libc_calloc(size_t number, size_t size) {
    SYSTEM(void *, __libc_calloc, size_t, size_t);
    return IS_DENIED ? NULL : real(number, size);
}

void *__libc_realloc(void *block, size_t size) {
    SYSTEM(void *, __libc_realloc, void *, size_t);
    return IS_DENIED ? NULL : real(block, size);
}

// MARK: - Clocks

int clock_gettime(clockid_t clock, struct timespec *time) {
    SYSTEM(int, clock_gettime, clockid_t, struct timespec *);
    const int result = real(clock, time);
    counts(CLOCK);
    const int64_t error = clock_error();
    // Only that of the wall goes back.
    if (error > 0 || clock == CLOCK_REALTIME) time->tv_sec += error / 1000000000;
    return result;
}

// A wait until a moment of a clock that has jumped is one until a moment of the clock as it is.
int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    SYSTEM(int, pthread_cond_timedwait, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    struct timespec moment = *until;
    const int64_t error = clock_error();
    if (error > 0) moment.tv_sec -= error / 1000000000;
    return real(condition, mutex, &moment);
}
