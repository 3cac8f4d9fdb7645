// Bounds into phase and period.
#include "MotionQ15SensorClock.h"

namespace {
const uint16_t LEAST_LEAD_MICROSECONDS = 150, LEAD_STEP_MICROSECONDS = 250;
}

void MotionQ15SensorClock::reset() {
    known = false;
    empty = false;
    period = nominal;
    lead = LEAST_LEAD_MICROSECONDS;
}

bool MotionQ15SensorClock::worthAsking(uint32_t now) const { return quiet(now) == 0; }

uint32_t MotionQ15SensorClock::quiet(uint32_t now) const {
    const uint32_t since = now - last + lead + early;
    return known && since < period / UNITS ? period / UNITS - since : 0;
}

void MotionQ15SensorClock::foundNothing(uint32_t time) {
    emptyAt = time;
    empty = true;
}

uint32_t MotionQ15SensorClock::foundNew(uint32_t time) {
    const uint32_t micros = period / UNITS;
    // A poll that found it at once does not tell how old it is: the next asking begins earlier.
    if (empty) {
        lead = (uint16_t)(lead - (lead - LEAST_LEAD_MICROSECONDS) / 8);
    } else if (lead < micros / 2) {
        lead = (uint16_t)(lead + LEAD_STEP_MICROSECONDS);
    }
    const uint32_t oldest = empty ? emptyAt : time - micros;
    early = (uint8_t)(early * 5 + 37);
    empty = false;
    // Nothing is known, or not for so long that the phase is lost.
    if (!known || time - last > 64 * micros) {
        known = true;
        last = time - (time - oldest) / 2;
        lastUnits = 0;
        return last;
    }
    // So many periods have passed as break the bounds least: the last one is older than `oldest`, or the next one yet to come.
    uint32_t periods = (time - last) / micros;
    const int32_t tooOld = (int32_t)(oldest - (last + periods * micros));
    const int32_t tooYoung = (int32_t)(last + (periods + 1) * micros - time);
    if (periods == 0 || tooOld > tooYoung) periods++;
    const uint32_t units = lastUnits + periods * (period % UNITS);
    uint32_t predicted = last + periods * micros + units / UNITS;
    lastUnits = units % UNITS;
    int32_t wrong = 0;
    if ((int32_t)(predicted - time) > 0) wrong = (int32_t)(time - predicted);
    if ((int32_t)(oldest - predicted) > 0) wrong = (int32_t)(oldest - predicted);
    predicted += (uint32_t)wrong;
    // The phase follows at once; the period by a sixteenth of what it seems to be wrong, as a poll may have been late itself.
    const int32_t correction = wrong * (int32_t)(UNITS / 16) / (int32_t)periods;
    const uint32_t corrected = period + (uint32_t)correction;
    if (corrected > nominal - nominal / 10 && corrected < nominal + nominal / 10) period = corrected;
    last = predicted;
    return predicted;
}
