// What cmsdk.c needs of a board beside board.h.
#ifndef CMSDK_H
#define CMSDK_H

#include <stdint.h>

/// Where the first UART stands.
extern const uint32_t board_uart;

#endif
