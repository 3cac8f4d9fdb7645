// A STAND-IN for what arduino-pico's Arduino.h brings besides the others', see two folders up.
#ifndef PICO_ARDUINO_H
#define PICO_ARDUINO_H

#include_next <Arduino.h>

void noInterrupts();
void interrupts();
class RP2040 {
public:
    void idleOtherCore();
    void resumeOtherCore();
};
extern RP2040 rp2040;

#endif
