// From reset to main on QEMU's Cortex-M boards. Files, the exit code and the command line are the host's, by newlib's semihosting.
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

extern uint32_t stack_top[];
extern void initialise_monitor_handles(void);
int main(int count, char **words);

#define MOST_WORDS 8
#define SYS_GET_CMDLINE 0x15

/// The words of -kernel's `arg`s, in place. None if the host has none.
static int split_command_line(char *words[MOST_WORDS + 1]) {
    static char line[200];
    struct {
        char *line;
        int size;
    } block = {line, sizeof line};
    register int operation __asm__("r0") = SYS_GET_CMDLINE;
    register void *parameters __asm__("r1") = &block;
    __asm__ volatile("bkpt 0xAB" : "+r"(operation) : "r"(parameters) : "memory");
    if (operation != 0) return 0;
    int count = 0;
    for (char *at = line; count < MOST_WORDS;) {
        while (*at == ' ') *at++ = 0;
        if (*at == 0) break;
        words[count++] = at;
        while (*at != 0 && *at != ' ') at++;
    }
    return count;
}

void reset(void) {
    char *words[MOST_WORDS + 1] = {0};
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;  // CPACR: floating point and vectors may be used
    __asm__ volatile("dsb\n isb");
#endif
    initialise_monitor_handles();
    const int count = split_command_line(words);
    exit(main(count, words));
}

static void fault(void) { _Exit(70); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top,           (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault,
};

// What newlib needs and does not have.

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

void _init(void) {}
void _fini(void) {}
