// Linear interpolation of counts.
#include "MotionQ15Resampler.h"

namespace {
enum { PART_BITS = 14, ONE = 1 << PART_BITS };

bool clipped(int16_t count) { return count == INT16_MAX || count == INT16_MIN; }

// `part` of the way from a to b, 0 ... ONE: the product has 31 bits and a sign.
int16_t mixed(int16_t a, int16_t b, uint32_t part) {
    if (clipped(a) || clipped(b)) return part < ONE / 2 ? a : b;
    return (int16_t)(a + ((((int32_t)b - a) * (int32_t)part + ONE / 2) >> PART_BITS));
}
}

bool MotionQ15Resampler::between(
    const int16_t *counts, uint32_t time, uint32_t due, uint32_t longest, uint8_t channels, int16_t *sample) const {
    const uint32_t apart = time - beforeAt, since = due - beforeAt;
    if (!kept || apart > longest || since > apart || apart == 0) return false;
    const uint32_t part = (since << PART_BITS) / apart;
    for (uint8_t i = 0; i < channels; i++) sample[i] = mixed(before[i], counts[i], part);
    return true;
}

void MotionQ15Resampler::keep(const int16_t *counts, uint32_t time, uint8_t channels) {
    for (uint8_t i = 0; i < channels; i++) before[i] = counts[i];
    beforeAt = time;
    kept = true;
}
