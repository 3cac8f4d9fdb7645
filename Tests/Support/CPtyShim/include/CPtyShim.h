// Test use only: makes the real libserialport accept a pseudo-terminal as if it were a serial port with modem lines.
//
// libserialport refuses one twice: there is no /sys/class/tty entry for it, and it has no modem lines. Linked into a test
// executable, this target answers those two questions in libserialport's place and hands every other call to the kernel as it is.
#ifndef CPTYSHIM_H
#define CPTYSHIM_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this platform has the shim. Calling it also makes sure that the linker keeps the shim.
bool mq_pty_shim_is_available(void);

/// The modem lines last set on the pseudo-terminal at `descriptor`, as TIOCM_… bits.
int mq_pty_shim_modem_lines(int descriptor);

/// Whether DTR, and whether RTS, is raised among `lines`.
bool mq_pty_shim_has_dtr(int lines);
bool mq_pty_shim_has_rts(int lines);

/// Whether a terminal is closed to further openers (TIOCEXCL): 1 or 0, or -1 where the system does not tell.
int mq_pty_shim_is_exclusive(int descriptor);

/// The speed a terminal is set to, in bits per second, or -1 where the system does not tell.
int mq_pty_shim_baud_rate(int descriptor);

/// How often the calling thread has given up the processor to wait; always 0 where the system does not tell.
int64_t mq_thread_waits(void);

/// Lets SIGUSR1 interrupt the calling thread's system calls and do nothing else. Other threads, such as Dispatch's, block signals.
void mq_let_user_signal_interrupt(void);

/// Interrupts the system call that `thread` (from `mq_this_thread`) waits in.
void mq_interrupt_thread(uintptr_t thread);
uintptr_t mq_this_thread(void);

#endif
