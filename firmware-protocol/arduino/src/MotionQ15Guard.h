// The failsafe behind the failsafe: actuators go off although the loop does not come back.
#ifndef MOTIONQ15_GUARD_H
#define MOTIONQ15_GUARD_H

#include <stdint.h>

#include "MotionQ15Output.h"

/// Watches the actuators of a device from an interrupt. `mq_device` decides; this only takes its place when the loop is held up, by
/// a write that waits for the host or by anything else: 50 ms after a command's end, and 2,050 ms after the last valid frame, the
/// pins are turned off. The device finds the same as soon as the loop is back, so that HEARTBEAT tells it. One object a program.
class MotionQ15Guard {
public:
    /// Watches `outputs`, in the order of actuators, from now on, and starts this core's timer if there is one here.
    void begin(MotionQ15Output *outputs);

    /// The host was heard, at a time of micros().
    void heard(uint32_t microseconds);

    /// Applies a command of the host, or the end of one, to its output. `now` is in milliseconds.
    void apply(const mq_feedback &command, uint32_t now);
    /// Switches what blinks.
    void poll(uint32_t now);

    /// Whether the interrupt has ever come.
    bool runs() const { return ticked; }

    /// What the interrupt does. See motionq15GuardTick.
    void tick();

private:
    // Between these two the outputs and what is watched are the loop's: an interrupt then waits for the next one.
    void lock();
    void unlock();
    // The interrupt's: false if the loop is at the outputs.
    bool enter();
    void leave();

    struct Watched {
        bool on, ends;
        uint32_t endsAt;  // micros(), if it ends.
    };
    MotionQ15Output *outputs = nullptr;
    Watched watched[MQ_ACTUATOR_KINDS] = {};
    uint32_t heardAt = 0;
    volatile uint32_t held = 0;
    volatile bool ticked = false;
};

/// Looks after the actuators. On a core that README.md names it is called already; on another one a sketch calls it from a timer
/// interrupt of its own, every 1 to 40 ms. Short; calls micros, and analogWrite and pinMode when something must go off.
void motionq15GuardTick();

#endif
