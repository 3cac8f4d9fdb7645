// A broken I2C bus must not hold the loop. Not part of MotionQ15.h: a sketch without a bus would link one.
#ifndef MOTIONQ15_BUS_H
#define MOTIONQ15_BUS_H

#include <Arduino.h>
#include <Wire.h>

/// Lets this core's driver give up on a broken bus after 10 ms, and returns true; false where it cannot be told to. There
/// `setTimeout` is that of a Stream, which no transfer looks at: mbed's drivers give up by themselves, those of SAM and SAMD may
/// wait for ever, and then only the guard is left, which turns the actuators off.
template <typename Bus> bool motionq15BoundBus(Bus &bus) {
    const uint8_t MILLISECONDS = 10;
#if defined(WIRE_HAS_TIMEOUT)
    bus.setWireTimeout(MILLISECONDS * 1000u, true);  // AVR, in microseconds; and the bus is set up again.
    return true;
#elif defined(ARDUINO_ARCH_ESP32)
    bus.setTimeOut(MILLISECONDS);
    return true;
#elif defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED)
    bus.setTimeout(MILLISECONDS);  // There it is the bus's.
    return true;
#else
    (void)bus;
    (void)MILLISECONDS;
    return false;
#endif
}

#endif
