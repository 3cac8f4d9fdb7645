// A rate that a reset leaves alone, on cores that say of some memory that they do.
#ifndef MOTIONQ15_KEEP_H
#define MOTIONQ15_KEEP_H

#include <stdint.h>

/// 1 where there is such memory: RTC_NOINIT_ATTR of ESP-IDF, __uninitialized_ram of the Pico SDK. Elsewhere start-up code or a boot
/// loader may clear it.
#if defined(ARDUINO_ARCH_ESP32) || (defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED))
#define MOTIONQ15_KEEPS 1
#else
#define MOTIONQ15_KEEPS 0
#endif

#if MOTIONQ15_KEEPS
/// Keeps a rate in hertz; 0: none.
void motionq15KeepRate(uint16_t rate);
/// The rate that was kept; 0: none, or power was lost.
uint16_t motionq15KeptRate();
#else
inline void motionq15KeepRate(uint16_t) {}
inline uint16_t motionq15KeptRate() { return 0; }
#endif

#endif
