// When a device may doze, and what wakes it.
#include "MotionQ15Doze.h"

namespace {
// `loop` is to return every 10 ms.
const uint32_t LONGEST_ROUND_MICROSECONDS = 8000;
// How often the sensor itself is asked: without a line that is how motion is found, with one only whether it is still there.
const uint32_t ASK_MILLISECONDS = 50, ASK_WIRED_MILLISECONDS = 1000;
// Below what wakes the sensor: what would wake it at once keeps it awake.
const float STILL_G = 0.05f, STILL_DEGREES = 10;

// So many counts are as much as `limit`, of a channel of this unit; 0: it tells nothing of motion.
uint16_t countsOf(const mq_channel &channel) {
    float limit;
    if (channel.kind == 0) return 0;
    switch (channel.unit) {
    case MQ_UNIT_G: limit = STILL_G; break;
    case MQ_UNIT_METRE_PER_SECOND_SQUARED: limit = STILL_G * 9.80665f; break;
    case MQ_UNIT_DEGREE_PER_SECOND: limit = STILL_DEGREES; break;
    case MQ_UNIT_RADIAN_PER_SECOND: limit = STILL_DEGREES * 0.0174533f; break;
    default: return 0;
    }
    const float counts = fabs(limit / channel.scale);
    return counts < 1 ? 1 : counts > 65535 ? 65535 : (uint16_t)counts;
}
}

void MotionQ15Doze::begin(uint16_t stillSeconds, uint16_t hostSeconds) {
    const mq_hello &description = device.core().description;
    const uint8_t channels = mq_hello_data_channels(&description);
    for (uint8_t i = 0; i < channels; i++) limits[i] = countsOf(mq_hello_channel(&description, i));
    stillMilliseconds = stillSeconds * 1000ul;
    hostMicroseconds = (hostSeconds < 4000 ? hostSeconds : 4000) * 1000000ul;
    placed = false;
    if (asleep) wake();
    stir();
}

void MotionQ15Doze::measured(const int16_t *counts) {
    const uint8_t channels = mq_hello_data_channels(&device.core().description);
    bool moved = !placed;
    for (uint8_t i = 0; i < channels; i++) {
        const int32_t away = (int32_t)counts[i] - place[i];
        moved |= limits[i] != 0 && (away < 0 ? -away : away) > limits[i];
    }
    if (!moved) return;
    for (uint8_t i = 0; i < channels; i++) place[i] = counts[i];
    placed = true;
    stir();
}

void MotionQ15Doze::stir() { stillSince = millis(); }

bool MotionQ15Doze::hostHeard() const { return device.now() - device.core().host_heard_at < hostMicroseconds; }

bool MotionQ15Doze::anythingOn() const {
    for (uint8_t kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        for (uint8_t unit = 0; unit < MQ_ACTUATOR_UNITS; unit++) {
            if (device.core().actuators[kind][unit].on) return true;
        }
    }
    return false;
}

// It must have been measured at all: a sensor that never answered does not lie still.
bool MotionQ15Doze::mayDoze() const {
    return stillMilliseconds != 0 && placed && millis() - stillSince >= stillMilliseconds && !hostHeard() && !anythingOn();
}

bool MotionQ15Doze::poll() {
    if (!asleep) {
        if (!mayDoze()) return false;
        // One that does not do as it is told is found silent by the sketch, which starts it again.
        asleep = sensor.watchMotion();
        askedAt = millis();
        dozes += asleep;
        if (!asleep) stir();
        return asleep;
    }
    device.unmeasured();
    if (disturbed()) {
        wake();
    } else {
        rest(LONGEST_ROUND_MICROSECONDS);
    }
    return true;
}

// A line that rose proves nothing: it may be the last pulse of the streaming, or noise. The sensor is asked.
bool MotionQ15Doze::disturbed() {
    if (hostHeard() || anythingOn()) return true;
    const uint32_t now = millis();
    const bool due = now - askedAt >= (sensor.wired() ? ASK_WIRED_MILLISECONDS : ASK_MILLISECONDS);
    if (!sensor.signalled() && !due) return false;
    askedAt = now;
    return sensor.motion() != MotionQ15WakeSensor::STILL;
}

// A sensor that does not answer is the sketch's affair, as ever: no measurement comes, and it starts it again.
void MotionQ15Doze::wake() {
    asleep = false;
    placed = false;
    (void)sensor.stream();
    stir();
    // Else a host that has just greeted wonders about its first gap.
    (void)device.log(MotionQ15Device::INFORMATION_LEVEL, "awake: samples until now were not taken, it dozed");
}

// Measurements that no sample needs pass by.
bool MotionQ15Doze::pause(uint32_t lead) {
    const uint32_t until = device.untilSample();
    if (until <= lead) return false;
    sleep(until - lead, false);
    return true;
}

void MotionQ15Doze::sleep(uint32_t microseconds, bool heedsLine) {
    const uint32_t longest = microseconds < LONGEST_ROUND_MICROSECONDS ? microseconds : LONGEST_ROUND_MICROSECONDS;
    const uint32_t begun = (uint32_t)micros();
    for (;;) {
        const uint32_t passed = (uint32_t)micros() - begun;
        if (passed >= longest || device.hears() || (heedsLine && sensor.signalled())) return;
        if (!sleeper(longest - passed)) return;
    }
}
