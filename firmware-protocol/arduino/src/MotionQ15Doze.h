// A device that lies still sleeps until it is moved.
#ifndef MOTIONQ15_DOZE_H
#define MOTIONQ15_DOZE_H

#include "MotionQ15Device.h"
#include "MotionQ15Sleep.h"
#include "MotionQ15WakeSensor.h"

/// For a device that runs from a battery and needs no host. When it has lain still, no label was active, nothing is switched on and
/// no host was heard for long enough, the sensor watches for motion at low power and the processor sleeps. Motion, a valid frame of
/// a host, or a sensor that does not answer any more end it.
///
/// The loop goes on meanwhile, every 8 ms: HELLO, heartbeats, answers, the failsafe and the guard are what they always are. Samples
/// that are not taken count as dropped, and the windows start over. See README.md.
class MotionQ15Doze {
public:
    /// Neither is owned.
    MotionQ15Doze(MotionQ15Device &device, MotionQ15WakeSensor &sensor) : device(device), sensor(sensor) {}

    /// After `MotionQ15Device::begin`, whose channels say what still means. 0 for `stillSeconds`: never dozes.
    void begin(uint16_t stillSeconds, uint16_t hostSeconds = 10);
    /// A measurement, or a sample: a count for each channel. More than 0.05 g or 10 °/s away from where it lay, it has moved.
    void measured(const int16_t *counts);
    /// Something goes on, whatever the sensor says: in every round in which a label is active.
    void stir();

    /// In every round of `loop`, after `MotionQ15Device::poll`, while the sensor works. True: it dozes, has slept a little, and the
    /// sensor has nothing to read in this round.
    bool poll();
    /// Between samples, before the sensor is asked. True: the next sample is further away than `lead` microseconds, it has slept a
    /// little, and nobody needs what the sensor measures meanwhile. A sample lies between two measurements: three periods of the
    /// sensor are a good lead.
    bool pause(uint32_t lead);
    /// Sleeps for no more than `microseconds`, as long as nobody needs the loop; no longer than 8 ms. Ends early for a byte of the
    /// host and for the sensor's line.
    void rest(uint32_t microseconds) { sleep(microseconds, true); }

    /// Whether it dozes now.
    bool dozing() const { return asleep; }
    /// How often it has begun to.
    uint32_t count() const { return dozes; }
    /// What sleeps in place of motionq15Sleep: for a core that it does not know, or a deeper sleep. It must keep to what that
    /// promises.
    void sleepBy(bool (*sleep)(uint32_t microseconds)) { sleeper = sleep; }

private:
    bool mayDoze() const;
    bool hostHeard() const;
    bool anythingOn() const;
    bool disturbed();
    void sleep(uint32_t microseconds, bool heedsLine);
    void wake();

    MotionQ15Device &device;
    MotionQ15WakeSensor &sensor;
    bool (*sleeper)(uint32_t) = motionq15Sleep;
    uint32_t stillMilliseconds = 0;
    uint32_t hostMicroseconds = 0;
    uint32_t stillSince = 0;  // millis()
    uint32_t askedAt = 0;     // millis(), of the sensor while it dozes.
    uint32_t dozes = 0;
    uint16_t limits[MOTIONQ15_CHANNELS] = {};  // In counts; 0: that channel does not matter.
    int16_t place[MOTIONQ15_CHANNELS] = {};    // Where it lies.
    bool placed = false;
    bool asleep = false;
};

#endif
