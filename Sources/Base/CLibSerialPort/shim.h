// What Swift cannot say for itself about ports: libserialport, two ioctls whose arguments are Linux structures, and the functions
// that open pseudo-terminals, which glibc shows only with a feature macro that Swift's importer does not set.
#ifndef MQ_LIBSERIALPORT_SHIM_H
#define MQ_LIBSERIALPORT_SHIM_H

#include <libserialport.h>

#ifdef __linux__
#include <linux/serial.h>
#include <stddef.h>
#include <sys/ioctl.h>

int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *name, size_t capacity);
#endif

// Asks the driver to hand bytes over at once; an FTDI chip otherwise holds them back for up to 16 ms. This flag needs no
// privilege, unlike the sysfs file latency_timer, and sets the same timer. Returns 0, or -1 where the driver has no such thing.
static inline int mq_serial_ask_low_latency(int descriptor) {
#ifdef __linux__
    struct serial_struct settings;
    if (ioctl(descriptor, TIOCGSERIAL, &settings) != 0) return -1;
    settings.flags |= ASYNC_LOW_LATENCY;
    return ioctl(descriptor, TIOCSSERIAL, &settings) == 0 ? 0 : -1;
#else
    (void)descriptor;
    return -1;
#endif
}

// What a serial port's driver has counted since the port was plugged in.
typedef struct {
    int out_of_step;      // bytes with a wrong stop bit or parity, and breaks
    int overruns;         // of the chip: its bytes were not fetched in time
    int buffer_overruns;  // of the kernel's buffer: no program read it in time
} mq_serial_counts;

// Returns 0, or -1 where the driver does not count.
static inline int mq_serial_count(int descriptor, mq_serial_counts *counts) {
#ifdef __linux__
    struct serial_icounter_struct seen;
    if (ioctl(descriptor, TIOCGICOUNT, &seen) != 0) return -1;
    counts->out_of_step = seen.frame + seen.parity + seen.brk;
    counts->overruns = seen.overrun;
    counts->buffer_overruns = seen.buf_overrun;
    return 0;
#else
    (void)descriptor;
    (void)counts;
    return -1;
#endif
}

#endif
