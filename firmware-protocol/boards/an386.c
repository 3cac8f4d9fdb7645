// Arm's MPS2+ with a Cortex-M4 (application note AN386): the first UART.
#include "board.h"
#include "cmsdk.h"

const char board_name[] = "mps2-an386";
const uint32_t board_clock_mhz = 25;
const uint32_t board_uart = 0x40004000;
