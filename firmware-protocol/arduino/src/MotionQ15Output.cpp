// Pins driven by commands.
#include "MotionQ15Output.h"

#include <Arduino.h>

namespace {
const uint16_t DEFAULT_PERIOD_MILLISECONDS = 500;
const uint16_t DEFAULT_FREQUENCY_HERTZ = 2000;

uint8_t dimmed(uint8_t colour, uint8_t level) { return (uint8_t)((uint16_t)colour * level / 255); }
}

void MotionQ15Output::attach(uint8_t which, const uint8_t *where, bool low) {
    actuator = which;
    activeLow = low;
    const uint8_t count = which == MQ_ACTUATOR_RGB ? 3 : 1;
    for (uint8_t i = 0; i < count; i++) {
        pins[i] = where[i];
        pinMode(pins[i], OUTPUT);
    }
    driven = true;  // Not known: written in any case.
    drive(false);
}

void MotionQ15Output::apply(const mq_feedback &wanted, uint32_t milliseconds) {
    if (!attached()) return;
    command = wanted;
    if (command.period == 0) command.period = DEFAULT_PERIOD_MILLISECONDS;
    if (command.frequency == 0) command.frequency = DEFAULT_FREQUENCY_HERTZ;
    since = milliseconds;
    drive(command.pattern != MQ_PATTERN_OFF);
}

void MotionQ15Output::poll(uint32_t milliseconds) {
    if (!attached() || command.pattern != MQ_PATTERN_BLINK) return;
    const bool on = (milliseconds - since) % command.period < (command.period + 1u) / 2;
    if (on != driven) drive(on);
}

// noTone frees memory on some cores, which an interrupt must not do. A pin that is no output is silent as well; on an AVR, where
// the tone would go on in its pull-up, noTone does nothing that an interrupt may not.
void MotionQ15Output::forceOff() {
    command.pattern = MQ_PATTERN_OFF;
#if !defined(ARDUINO_ARCH_AVR)
    if (actuator == MQ_ACTUATOR_BUZZER) {
        pinMode(pins[0], INPUT);
        driven = false;
        forced = true;
        return;
    }
#endif
    drive(false);
}

void MotionQ15Output::drive(bool on) {
    driven = on;
    if (forced && on) {
        pinMode(pins[0], OUTPUT);
        forced = false;
    }
    switch (actuator) {
    case MQ_ACTUATOR_RGB:
        write(pins[0], on ? dimmed(command.red, command.level) : 0);
        write(pins[1], on ? dimmed(command.green, command.level) : 0);
        write(pins[2], on ? dimmed(command.blue, command.level) : 0);
        break;
    case MQ_ACTUATOR_BUZZER:
#if defined(ARDUINO_ARCH_SAM)  // The Due has no tone(): a buzzer that sounds by itself still works.
        write(pins[0], on ? command.level : 0);
#else
        if (on && command.level > 0) {
            tone(pins[0], command.frequency);
        } else {
            noTone(pins[0]);
        }
#endif
        break;
    default: write(pins[0], on ? command.level : 0); break;
    }
}

// Always PWM: some cores leave it on when digitalWrite follows.
void MotionQ15Output::write(uint8_t pin, uint8_t level) { analogWrite(pin, activeLow ? 255 - level : level); }
