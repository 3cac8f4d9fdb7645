// What happens at a fault, a Swift trap, or when the watchdog finds the main loop dead: it is noted in memory that a reset keeps,
// and the device starts again, which the host sees as a new session.
#include "board.h"

__attribute__((section(".kept"))) board_fault board_last_fault;
volatile uint32_t board_uptime;

extern uint32_t link_stack_bottom, link_stack_top;

/// - frame: what the processor pushed: r0 to r3, r12, lr, pc, xpsr.
__attribute__((used, noreturn)) void board_note_fault(const uint32_t *frame, uint32_t exception) {
    // A stack that ran over ends below its memory, where nothing can be read.
    const int is_there = frame >= &link_stack_bottom && frame + 8 <= &link_stack_top;
    board_last_fault.exception = exception;
    board_last_fault.pc = is_there ? frame[6] : 0;
    board_last_fault.lr = is_there ? frame[5] : 0;
    board_last_fault.status = *(volatile uint32_t *)0xE000ED28;  // CFSR
    board_last_fault.uptime = board_uptime;
    board_last_fault.noted = BOARD_FAULT_NOTED;
    __asm__ volatile("dsb" ::: "memory");
    *(volatile uint32_t *)0xE000ED0C = 0x05FA0004;  // AIRCR: SYSRESETREQ
    for (;;) {}
}

// A function without frame may hold nothing but assembly.
__attribute__((naked)) void fault_handler(void) { __asm__ volatile("mrs r0, msp\n mrs r1, ipsr\n b board_note_fault"); }
