// Arm's MPS2+ with a Cortex-M33 (application note AN505), in its secure world: the first UART.
#include "board.h"

void board_start_clock(void);

#define UART(offset) (*(volatile uint32_t *)(0x50200000 + (offset)))
#define BYTE UART(0x0)
#define STATE UART(0x4)
#define CONTROL UART(0x8)
#define DIVISOR UART(0x10)

const char board_name[] = "mps2-an505";
const uint32_t board_clock_mhz = 20;

void board_start(void) {
    board_start_clock();
    DIVISOR = 174;  // 115,200
    CONTROL = 3;    // both directions, no interrupt
}

bool board_read(uint8_t *byte) {
    if (!(STATE & 2)) return false;
    *byte = (uint8_t)BYTE;
    return true;
}

void board_write(uint8_t byte) {
    while (STATE & 1) continue;
    BYTE = byte;
}
