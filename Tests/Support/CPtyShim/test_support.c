// What the transport tests need of POSIX and Swift's importer does not show.
#define _GNU_SOURCE
#include "CPtyShim.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

int64_t mq_thread_cpu_microseconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

static void do_nothing(int signal_number) { (void)signal_number; }

void mq_let_user_signal_interrupt(void) {
    // SIG_IGN would not do: an ignored signal interrupts nothing.
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = do_nothing;
    sigaction(SIGUSR1, &action, NULL);
    // Threads inherit the mask of whoever starts them, and Dispatch's workers block every signal.
    sigset_t unblocked;
    sigemptyset(&unblocked);
    sigaddset(&unblocked, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}

void mq_interrupt_thread(uintptr_t thread) { pthread_kill((pthread_t)thread, SIGUSR1); }
uintptr_t mq_this_thread(void) { return (uintptr_t)pthread_self(); }
