// A sensor's data-ready line, where it is wired to a pin with an interrupt. All of it is here, and it is no part of MotionQ15.h: a
// sketch that does not watch a line does not link the core's table of interrupts.
#ifndef MOTIONQ15_DATA_READY_H
#define MOTIONQ15_DATA_READY_H

#include <Arduino.h>

#if defined(ARDUINO_ARCH_ESP32)
#define MOTIONQ15_INTERRUPT IRAM_ATTR
#else
#define MOTIONQ15_INTERRUPT
#endif

/// Dates measurements to the microsecond: the line gives a pulse with each of them. One sensor a program; unused until `begin`. All
/// times are micros().
class MotionQ15DataReady {
public:
    /// Watches a pin for rising edges. It must be one that `attachInterrupt` takes on this board.
    void begin(uint8_t pin) {
        watches = true;
        pinMode(pin, INPUT);
        attachInterrupt(digitalPinToInterrupt(pin), rise, RISING);
    }

    /// When the newest measurement was taken that was not asked for yet; false if there is none.
    bool take(uint32_t *time) {
        if (!pending()) return false;
        // An interrupt between the bytes of a time would mix two of them: then once more.
        do {
            taken = line().edges;
            newest = line().at;
        } while (pending());
        rose = true;
        *time = newest;
        return true;
    }

    /// Whether `begin` was called.
    bool watching() const { return watches; }

    /// Whether one more has come since `take`.
    bool pending() const { return line().edges != taken; }

    /// Whether the line rose in the last `microseconds`: nobody needs to ask the sensor itself.
    bool alive(uint32_t now, uint32_t microseconds) const { return rose && now - newest < microseconds; }

private:
    struct Line {
        volatile uint8_t edges;  // Modulo 256.
        volatile uint32_t at;    // The last one.
    };
    static Line &line() {
        static Line only;
        return only;
    }
    static void MOTIONQ15_INTERRUPT rise() {
        line().at = (uint32_t)micros();
        line().edges = (uint8_t)(line().edges + 1);
    }

    uint8_t taken = 0;
    uint32_t newest = 0;
    bool rose = false;
    bool watches = false;
};

#endif
