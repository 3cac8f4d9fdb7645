// QEMU's `virt`, a RISC-V rv32: a 16550 UART, and the machine's timer.
#include "board.h"

#define UART(offset) (*(volatile uint8_t *)(0x10000000 + (offset)))
#define BYTE UART(0)
#define STATE UART(5)

const char board_name[] = "virt-rv32";
const uint32_t board_clock_mask = 0xFFFFFFFF;
const uint32_t board_clock_mhz = 10;

__asm__(".pushsection .vectors, \"ax\", %progbits\n"
        ".global reset\n"
        "reset:\n"
        ".option push\n"
        ".option arch, +zicsr\n"
        "la t0, 1f\n"
        "csrw mtvec, t0\n"
        ".option pop\n"
        "la sp, link_stack_top\n"
        "j reset_handler\n"
        ".balign 4\n"
        "1: la sp, link_stack_top\n"
        "j fault_handler\n"
        ".popsection\n");

void board_start(void) {}

uint32_t board_clock(void) { return *(volatile uint32_t *)0x0200BFF8; }

void fault_handler(void) {
    *(volatile uint32_t *)0x00100000 = 0x7777;  // the machine's reset
    for (;;) continue;
}

bool board_read(uint8_t *byte) {
    if (!(STATE & 1)) return false;
    *byte = BYTE;
    return true;
}

void board_write(uint8_t byte) {
    while (!(STATE & 0x20)) continue;
    BYTE = byte;
}
