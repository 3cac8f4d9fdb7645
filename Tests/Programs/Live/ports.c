// Shows motionq ports that are not there: what it asks of /dev/ttyACM… and of /sys/class/tty is answered from the folder PORTS.
//
// /dev/ttyACM0 is then the link dev/ttyACM0 of that folder, which points to a pseudo-terminal, and /sys/class/tty the folder
// sys/class/tty, in which a port is a USB device. All else goes to the system as it is. Tests/Support/CPtyShim, which is built into
// the same library, answers for modem lines. Preloaded, so that motionq itself is as it is built.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char ports[] = "/dev/ttyACM", classes[] = "/sys/class/tty";

static bool begins(const char *path, const char *prefix) { return strncmp(path, prefix, strlen(prefix)) == 0; }
static bool is_port(const char *path) { return begins(path, ports); }

// The path at which a question is answered, in `room` or as it is.
static const char *moved(const char *path, char room[PATH_MAX]) {
    const char *folder = getenv("PORTS");
    if (!folder || !path || !(is_port(path) || begins(path, classes))) return path;
    const int length = snprintf(room, PATH_MAX, "%s%s", folder, path);
    return length > 0 && length < PATH_MAX ? room : path;
}

// Stands in a function: its type, a pointer to the system's own that is looked up once, and the path as it is moved.
#define SYSTEM(result, name, ...)                                      \
    static result (*real)(__VA_ARGS__);                                \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name); \
    char room[PATH_MAX];                                               \
    const char *there = moved(path, room)

int open(const char *path, int flags, ...) {
    SYSTEM(int, open, const char *, int, mode_t);
    va_list rest;
    va_start(rest, flags);
    const bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    const mode_t mode = makes ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return real(there, flags, mode);
}

// As libserialport calls it, which Debian builds with checks.
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags) { return open(path, flags); }

FILE *fopen(const char *restrict path, const char *restrict mode) {
    SYSTEM(FILE *, fopen, const char *, const char *);
    return real(there, mode);
}

DIR *opendir(const char *path) {
    SYSTEM(DIR *, opendir, const char *);
    return real(there);
}

int access(const char *path, int mode) {
    SYSTEM(int, access, const char *, int);
    return real(there, mode);
}

int stat(const char *restrict path, struct stat *restrict status) {
    SYSTEM(int, stat, const char *, struct stat *);
    return real(there, status);
}

// A port is a device and no link.
int lstat(const char *restrict path, struct stat *restrict status) {
    SYSTEM(int, lstat, const char *, struct stat *);
    return is_port(path) ? stat(path, status) : real(there, status);
}

// What lstat was called in programs built before glibc 2.33, which Debian's libserialport is linked as.
int __lxstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status) { return (void)version, lstat(path, status); }

ssize_t readlink(const char *restrict path, char *restrict target, size_t capacity) {
    SYSTEM(ssize_t, readlink, const char *, char *, size_t);
    if (!is_port(path)) return real(there, target, capacity);
    errno = EINVAL;
    return -1;
}

// A port has no other path; but it must be there, and so must the pseudo-terminal.
char *realpath(const char *restrict path, char *restrict resolved) {
    SYSTEM(char *, realpath, const char *, char *);
    if (!is_port(path)) return real(path, resolved);
    if (access(there, F_OK) != 0) return NULL;
    return resolved ? strcpy(resolved, path) : strdup(path);
}
