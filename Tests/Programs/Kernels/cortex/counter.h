// Instructions, counted by QEMU's clock: with -icount shift=0 each lasts a nanosecond, whatever else the machine does.
#ifndef COUNTER_H
#define COUNTER_H

#include <stdint.h>

#if defined(__riscv)
static uint64_t counting_began;

/// QEMU's counter of cycles counts instructions. Of its 64 bits the upper ones are read twice, in case they change in between.
static inline uint64_t instructions_so_far(void) {
    uint32_t high, low, again;
    do {
        __asm__ volatile(".option push\n .option arch, +zicsr\n"
                         "csrr %0, mcycleh\n csrr %1, mcycle\n csrr %2, mcycleh\n .option pop"
                         : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

static inline void begin_counting(void) { counting_began = instructions_so_far(); }

static inline uint64_t counted(void) { return instructions_so_far() - counting_began; }

#else
/// Every Cortex-M has SysTick. It counts down 24 bits at the speed of the processor's clock, which the board decides.
#define SYSTICK ((volatile uint32_t *)0xE000E010)
#ifndef CLOCK_MHZ
#define CLOCK_MHZ 25
#endif

static inline void begin_counting(void) {
    SYSTICK[1] = 0xFFFFFF;
    SYSTICK[0] = 5;  // enabled, the processor's clock, no interrupt
    SYSTICK[2] = 0;
}

/// At most 2²⁴ ticks of the clock, which is 500 million instructions at 32 MHz.
static inline uint64_t counted(void) { return (uint64_t)(0xFFFFFF - SYSTICK[2]) * 1000 / CLOCK_MHZ; }
#endif

#endif
