// Arm's MPS2+ with a Cortex-M33 (application note AN505), in its secure world: the first UART.
#include "board.h"
#include "cmsdk.h"

const char board_name[] = "mps2-an505";
const uint32_t board_clock_mhz = 20;
const uint32_t board_uart = 0x50200000;
