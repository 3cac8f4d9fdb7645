// Overrides four C library functions in the executable this is linked into. See CPtyShim.h.
#define _GNU_SOURCE
#include "CPtyShim.h"

#ifdef __linux__

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// Where libserialport looks for the pseudo-terminal /dev/pts/N, and what a port of the computer itself has there.
static const char class_prefix[] = "/sys/class/tty/pts/";
static const char class_target[] = "../../devices/virtual/tty/pts";

// The major numbers of Unix 98 pseudo-terminal slaves, from Linux' devices.txt.
enum { first_slave_major = 136, last_slave_major = 143, minors_per_major = 256 };

// The modem lines of every pseudo-terminal that was asked about, found by device number. A kernel raises both lines at open.
enum { line_slots = (last_slave_major - first_slave_major + 1) * minors_per_major, lines_at_open = TIOCM_DTR | TIOCM_RTS };
static _Atomic int changed_lines[line_slots];

static bool is_class_entry(const char *path) { return strncmp(path, class_prefix, sizeof class_prefix - 1) == 0; }

// The slot of a pseudo-terminal's slave side, or -1 for any other descriptor. Leaves errno alone.
static int slave_slot(int descriptor) {
    struct stat status;
    int saved = errno;
    int result = fstat(descriptor, &status);
    errno = saved;
    if (result != 0 || !S_ISCHR(status.st_mode)) return -1;
    unsigned number = major(status.st_rdev);
    if (number < first_slave_major || number > last_slave_major) return -1;
    return (int)((number - first_slave_major) * minors_per_major + minor(status.st_rdev) % minors_per_major);
}

// The call that lstat makes, without going through lstat: newer processors have no system call of that name.
static int real_lstat(const char *path, struct stat *status) {
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int lstat(const char *restrict path, struct stat *restrict status) {
    if (!is_class_entry(path)) return real_lstat(path, status);
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFLNK | 0777;
    return 0;
}

// What lstat was called in programs built before glibc 2.33, which Debian's libserialport is linked as.
int __lxstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status) {
    (void)version;
    return lstat(path, status);
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t capacity) {
    if (!is_class_entry(path)) return syscall(SYS_readlinkat, AT_FDCWD, path, target, capacity);
    size_t length = sizeof class_target - 1;
    if (length > capacity) length = capacity;
    memcpy(target, class_target, length);
    return (ssize_t)length;
}

// Answers a question about modem lines that the kernel has refused. Returns false for any other request.
static bool answer_modem_lines(int slot, unsigned long request, void *argument) {
    // Stored as the difference from the state at open, so that zeroed storage needs no initialiser.
    _Atomic int *changed = &changed_lines[slot];
    int lines = atomic_load(changed) ^ lines_at_open;
    switch (request) {
    case TIOCMGET: *(int *)argument = lines | TIOCM_CTS | TIOCM_DSR | TIOCM_CAR; return true;
    case TIOCMSET: lines = *(int *)argument; break;
    case TIOCMBIS: lines |= *(int *)argument; break;
    case TIOCMBIC: lines &= ~*(int *)argument; break;
    case TIOCSBRK:
    case TIOCCBRK: return true;
    default: return false;
    }
    atomic_store(changed, (lines & lines_at_open) ^ lines_at_open);
    return true;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int saved = errno;
    int result = (int)syscall(SYS_ioctl, descriptor, request, argument);
    if (result >= 0 || (errno != ENOTTY && errno != EINVAL)) return result;
    int slot = slave_slot(descriptor);
    if (slot < 0 || !answer_modem_lines(slot, request, argument)) return result;
    errno = saved;
    return 0;
}

bool mq_pty_shim_is_available(void) { return true; }

int mq_pty_shim_modem_lines(int descriptor) {
    int slot = slave_slot(descriptor);
    return slot < 0 ? -1 : atomic_load(&changed_lines[slot]) ^ lines_at_open;
}

bool mq_pty_shim_has_dtr(int lines) { return (lines & TIOCM_DTR) != 0; }
bool mq_pty_shim_has_rts(int lines) { return (lines & TIOCM_RTS) != 0; }

int mq_pty_shim_is_exclusive(int descriptor) {
    int exclusive = 0;
    return syscall(SYS_ioctl, descriptor, TIOCGEXCL, &exclusive) == 0 ? exclusive != 0 : -1;
}

int mq_pty_shim_baud_rate(int descriptor) {
    // libserialport sets uncommon speeds as numbers, which tcgetattr cannot show; the kernel's own structure can.
    struct termios2 settings;
    return syscall(SYS_ioctl, descriptor, TCGETS2, &settings) == 0 ? (int)settings.c_ospeed : -1;
}

#else

bool mq_pty_shim_is_available(void) { return false; }
int mq_pty_shim_modem_lines(int descriptor) { return (void)descriptor, -1; }
bool mq_pty_shim_has_dtr(int lines) { return (void)lines, false; }
bool mq_pty_shim_has_rts(int lines) { return (void)lines, false; }
int mq_pty_shim_is_exclusive(int descriptor) { return (void)descriptor, -1; }
int mq_pty_shim_baud_rate(int descriptor) { return (void)descriptor, -1; }

#endif
