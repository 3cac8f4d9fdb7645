// What Cortex-M boards have in common: vectors, faults, and SysTick for a clock.
#include "board.h"

extern uint32_t link_stack_top;

#define SYSTICK ((volatile uint32_t *)0xE000E010)

const uint32_t board_clock_mask = 0xFFFFFF;

void board_start_clock(void) {
    SYSTICK[1] = 0xFFFFFF;
    SYSTICK[2] = 0;
    SYSTICK[0] = 5;  // enabled, the processor's clock, no interrupt
}

uint32_t board_clock(void) { return 0xFFFFFF - SYSTICK[2]; }  // it counts down

void fault_handler(void) {
    *(volatile uint32_t *)0xE000ED0C = 0x05FA0004;  // AIRCR: SYSRESETREQ
    for (;;) continue;
}

// No interrupt is ever enabled: the firmware asks.
__attribute__((section(".vectors"), used)) const void *const vectors[16] = {
    &link_stack_top,       (void *)reset_handler, (void *)fault_handler, (void *)fault_handler,
    (void *)fault_handler, (void *)fault_handler, (void *)fault_handler,
};
