// The UART of Arm's MPS2+ boards (the CMSDK's), wherever it stands.
#include "cmsdk.h"

#include "board.h"

void board_start_clock(void);

#define UART(offset) (*(volatile uint32_t *)(board_uart + (offset)))
#define BYTE UART(0x0)
#define STATE UART(0x4)
#define CONTROL UART(0x8)
#define DIVISOR UART(0x10)

void board_start(void) {
    board_start_clock();
    DIVISOR = board_clock_mhz * 1000000 / 115200;
    CONTROL = 3;  // both directions, no interrupt
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
