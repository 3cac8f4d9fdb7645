// What the transport tests need of POSIX and Swift's importer does not show.
#define _GNU_SOURCE
#include "CPtyShim.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

int64_t mq_thread_waits(void) {
#ifdef RUSAGE_THREAD
    struct rusage used;
    return getrusage(RUSAGE_THREAD, &used) == 0 ? used.ru_nvcsw : 0;
#else
    return 0;
#endif
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
