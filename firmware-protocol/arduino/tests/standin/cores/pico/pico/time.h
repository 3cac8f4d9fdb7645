// A STAND-IN for pico/time.h of the Pico SDK, see Arduino.h three folders up.
#ifndef PICO_TIME_H
#define PICO_TIME_H

#include <stdint.h>

struct repeating_timer {
    int64_t delay_us;
};
typedef struct repeating_timer repeating_timer_t;
typedef bool (*repeating_timer_callback_t)(repeating_timer_t *timer);
extern "C" bool add_repeating_timer_ms(int32_t delay, repeating_timer_callback_t callback, void *data, repeating_timer_t *timer);
typedef uint64_t absolute_time_t;
extern "C" absolute_time_t make_timeout_time_us(uint64_t microseconds);
extern "C" bool best_effort_wfe_or_timeout(absolute_time_t time);

#endif
