// What the firmware needs of a board: a line to the host and a clock. A board is a file with these and one for the linker.
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/// What HELLO tells as the unique id; a board with a serial number of its own tells that.
extern const char board_name[];

void board_start(void);

/// Ticks of a clock that counts up to `board_clock_mask` and begins again. It is asked at least ten times as often as that.
uint32_t board_clock(void);
extern const uint32_t board_clock_mask;
extern const uint32_t board_clock_mhz;

/// The next byte from the host, if one waits; and one to the host, which may wait for room.
bool board_read(uint8_t *byte);
void board_write(uint8_t byte);

/// Where every board begins after a reset, and where faults end: in a new start.
void reset_handler(void);
void fault_handler(void);

#endif
