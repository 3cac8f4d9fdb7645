// Cores on which nobody knows here where flash is free, or how it is written: HELLO does not announce that networks are taken.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#if defined(ARDUINO_ARCH_MBED) || defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_SAMD)
// They have a file each.
#elif defined(ARDUINO_ARCH_RP2040) && !defined(PICO_RP2350) && !defined(__FREERTOS)
#else
#include "MotionQ15Flash.h"

bool motionq15OpenFlash(size_t, mq_flash *) { return false; }
#endif
#endif
