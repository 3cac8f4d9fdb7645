// A timer that the loop cannot hold up, by core. None of them takes a timer from the sketch.
#include "MotionQ15GuardTimer.h"

#include <Arduino.h>

#include "MotionQ15Guard.h"

#if defined(ARDUINO_ARCH_AVR) && defined(TIMER0_COMPA_vect) && RAMEND >= 0x10FF
// The timer of millis() comes by each of its values every 1.024 ms, whatever PWM makes of the compare value. Below 4 KB of RAM a
// whole device has no room, and the interrupt would only take flash.
#include <avr/interrupt.h>

ISR(TIMER0_COMPA_vect) {
    static uint8_t rounds;
    if ((++rounds & 15) == 0) motionq15GuardTick();
}

void motionq15StartGuardTimer() { TIMSK0 |= _BV(OCIE0A); }

#elif defined(ARDUINO_ARCH_SAM) || defined(ARDUINO_ARCH_SAMD)
// Both cores call this each millisecond. Weak, as theirs is: a library with a hook of its own wins, and the device finds that no
// interrupt comes.
static volatile bool started;

extern "C" int sysTickHook(void) __attribute__((weak));
extern "C" int sysTickHook(void) {
    static uint8_t rounds;
    if (started && ++rounds >= 10) {
        rounds = 0;
        motionq15GuardTick();
    }
    return 0;  // The core goes on with its own.
}

void motionq15StartGuardTimer() { started = true; }

#elif defined(ARDUINO_ARCH_MBED)
// A thread above the loop's: it runs while the loop waits, and takes the processor from a loop that does not end. Not an
// interrupt: some of mbed's drivers refuse to be called from one.
#include <mbed.h>

static void watch() {
    for (;;) {
        thread_sleep_for(10);
        motionq15GuardTick();
    }
}

void motionq15StartGuardTimer() {
    static rtos::Thread thread(osPriorityRealtime, 2048, nullptr, "motionq15");
    (void)thread.start(watch);  // Once; a second start is refused.
}

#elif defined(ARDUINO_ARCH_RP2040)
#include <pico/time.h>

static bool tickAgain(repeating_timer_t *) {
    motionq15GuardTick();
    return true;
}

void motionq15StartGuardTimer() {
    static repeating_timer_t timer;
    static bool started;
    if (!started) started = add_repeating_timer_ms(10, tickAgain, nullptr, &timer);
}

#elif defined(ARDUINO_ARCH_ESP32)
#include <esp_timer.h>

static void tick(void *) { motionq15GuardTick(); }

void motionq15StartGuardTimer() {
    static esp_timer_handle_t timer;
    if (timer) return;
    esp_timer_create_args_t arguments = esp_timer_create_args_t();
    arguments.callback = tick;
    arguments.name = "motionq15";
    if (esp_timer_create(&arguments, &timer) == ESP_OK) (void)esp_timer_start_periodic(timer, 10000);
}

#else
// Not here: the device says so to a host that it can switch something on. A sketch may call the guard from its own interrupt.
void motionq15StartGuardTimer() {}
#endif
