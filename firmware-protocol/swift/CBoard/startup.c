// From reset to Swift on a Cortex-M4: vectors, memory, floating point. Handlers that are not here are in Swift.
#include "board.h"

extern uint32_t link_stack_top, link_data_image, link_data_start, link_data_end, link_bss_start, link_bss_end;
extern void firmware_main(void);

board_ring board_received_ring, board_sending_ring, board_sensed_ring, board_ticks_ring;
uint8_t board_received_memory[512], board_sending_memory[2048], board_sensed_memory[1024];
board_tick board_ticks_memory[64];
board_pace board_line;
__attribute__((aligned(8))) uint8_t board_link_bytes[4096];
__attribute__((section(".kept"))) uint32_t board_boots;

static void stop(void) {
    for (;;) __asm__ volatile("bkpt 0");
}

void reset_handler(void) {
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;  // CPACR: the FPU may be used
    __asm__ volatile("dsb\n isb");
    for (uint32_t *from = &link_data_image, *to = &link_data_start; to < &link_data_end;) *to++ = *from++;
    for (uint32_t *to = &link_bss_start; to < &link_bss_end;) *to++ = 0;
    firmware_main();
    stop();
}

void fault_handler(void);
void uart0_received(void);
void uart0_sent(void);
void uart1_received(void);
void timer0_expired(void);
void systick_expired(void);

/// The stack pointer, the core's exceptions, then the board's interrupts: UART 0 and 1 in and out, timer 0 (Arm application note
/// AN386). Eight interrupts to a line:
// clang-format off
#define FAULT fault_handler
__attribute__((section(".vectors"), used)) const void *const vectors[16 + 16] = {
    &link_stack_top, reset_handler, FAULT, FAULT, FAULT, FAULT, FAULT, 0, 0, 0, 0, FAULT, FAULT, 0, FAULT, systick_expired,
    uart0_received, uart0_sent, uart1_received, FAULT, FAULT, FAULT, FAULT, FAULT,
    timer0_expired, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT, FAULT,
};
// clang-format on
