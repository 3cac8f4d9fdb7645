// How each core rests. Nowhere deeper than micros(), the guard and the serial port endure: a device that dozes still hears a host.
#include "MotionQ15Sleep.h"

#include <Arduino.h>

#if defined(ARDUINO_ARCH_AVR)
#include <avr/sleep.h>

// The timer of millis() wakes it at the latest.
bool motionq15Sleep(uint32_t microseconds) {
    const uint32_t TICK_MICROSECONDS = 1024;
    if (microseconds < TICK_MICROSECONDS) return false;
    set_sleep_mode(SLEEP_MODE_IDLE);
    sleep_mode();
    return true;
}

#elif defined(ARDUINO_ARCH_SAM) || defined(ARDUINO_ARCH_SAMD)
// SysTick, each millisecond, wakes it at the latest.
bool motionq15Sleep(uint32_t microseconds) {
    const uint32_t TICK_MICROSECONDS = 1000;
    if (microseconds < TICK_MICROSECONDS) return false;
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    return true;
}

#elif defined(ARDUINO_ARCH_MBED)
#include <mbed.h>

// The thread that idles waits for interrupts. One of a pin does not end this.
bool motionq15Sleep(uint32_t microseconds) {
    const uint32_t milliseconds = microseconds / 1000;
    if (milliseconds == 0) return false;
    thread_sleep_for(milliseconds);
    return true;
}

#elif defined(ARDUINO_ARCH_RP2040)
#include <pico/time.h>

bool motionq15Sleep(uint32_t microseconds) {
    const uint32_t WORTH_IT_MICROSECONDS = 50;
    if (microseconds < WORTH_IT_MICROSECONDS) return false;
    (void)best_effort_wfe_or_timeout(make_timeout_time_us(microseconds));
    return true;
}

#elif defined(ARDUINO_ARCH_ESP32)
// Its light sleep would stop the UART and USB; the task that idles waits for interrupts. A tick is a millisecond in Arduino's core,
// and the first one may be short. An interrupt of a pin does not end this.
bool motionq15Sleep(uint32_t microseconds) {
    const uint32_t ticks = microseconds / 1000;
    if (ticks == 0) return false;
    vTaskDelay(ticks);
    return true;
}

#else
// Not here: what wakes it at the latest is not known. MotionQ15Doze::sleepBy takes what a board has instead.
bool motionq15Sleep(uint32_t) { return false; }
#endif
