// One actuator on pins: what a command of the host makes it do, and its blinking.
#ifndef MOTIONQ15_OUTPUT_H
#define MOTIONQ15_OUTPUT_H

#include <stdint.h>

#include "mq_message.h"

/// An LED, an RGB LED, a buzzer or a vibration motor. Unused until `attach`.
class MotionQ15Output {
public:
    /// `pins` are one, or red, green and blue. `activeLow`: the pins are low when on. A buzzer's pin gets a tone, the others PWM; a
    /// pin that has no PWM is on from level 128.
    void attach(uint8_t actuator, const uint8_t *pins, bool activeLow);

    bool attached() const { return actuator != 0; }

    /// Begins what a command asks for. Durations and the failsafe come as a command with the pattern off.
    void apply(const mq_feedback &command, uint32_t milliseconds);

    /// Switches what blinks. `milliseconds` may wrap.
    void poll(uint32_t milliseconds);

    /// Turns it off at once, and it does not blink on. For interrupts: nothing is allocated, nothing waits.
    void forceOff();

private:
    void drive(bool on);
    void write(uint8_t pin, uint8_t level);

    uint8_t actuator = 0;
    uint8_t pins[3] = {0, 0, 0};
    bool activeLow = false;
    bool driven = false;  // What the pins show.
    bool forced = false;  // A buzzer's pin is no output any more.
    uint32_t since = 0;   // Of the command, for the phase of its blinking.
    mq_feedback command = mq_feedback();
};

#endif
