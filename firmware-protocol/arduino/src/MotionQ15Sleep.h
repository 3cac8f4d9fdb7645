// The processor rests while there is nothing to do.
#ifndef MOTIONQ15_SLEEP_H
#define MOTIONQ15_SLEEP_H

#include <stdint.h>

/// Rests until an interrupt comes, and never for longer than `microseconds`. Clocks, serial ports and pins go on. False, and it
/// returns at once: that is too short to be worth it, or this core is not known here (README.md names those that are).
bool motionq15Sleep(uint32_t microseconds);

#endif
