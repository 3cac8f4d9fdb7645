// Raw counts to network inputs.
#include "mq_normaliser.h"

// A double of 32 bits, as on small AVRs, would make another map than the host's without a word.
typedef char mq_double_is_64_bits[sizeof(double) == 8 ? 1 : -1];

static double magnitude(double value) { return value < 0 ? -value : value; }

// To nearest, ties away from zero. The values are below 2^51, where adding a half is exact.
static double half_away(double value) { return value + (value < 0 ? -0.5 : 0.5); }

bool mq_normaliser_begin(mq_normaliser *normaliser, double gain, double bias) {
    // Written so that what is not a number fails.
    if (!(magnitude(gain) < 65536.0) || !(magnitude(bias) <= 1073741824.0)) return false;
    uint8_t shift = 46;
    double scaled = gain * 70368744177664.0;  // 2^46
    double offset = bias * 70368744177664.0;
    // Below 2^30 - 1, so that rounding keeps the multiplier below 2^30; the bounds above end this at shift 14 or before.
    while (magnitude(scaled) >= 1073741823.0 || magnitude(offset) >= 1125899906842624.0) {
        scaled /= 2;
        offset /= 2;
        shift--;
    }
    normaliser->multiplier = (int32_t)half_away(scaled);
    normaliser->addend = (int64_t)half_away(offset);
    normaliser->shift = shift;
    return true;
}

bool mq_normaliser_begin_sensor(
    mq_normaliser *normaliser, const mq_sensor_scale *sensor, double feature_offset, double feature_scale, unsigned fraction_bits) {
    const double steps = feature_scale * (double)(UINT32_C(1) << fraction_bits);
    const double gain = sensor->scale * sensor->factor * steps;
    // Through memory: a compiler may otherwise fuse the product with the subtraction, which rounds differently.
    const volatile double physical = sensor->offset * sensor->factor;
    return mq_normaliser_begin(normaliser, gain, (physical - feature_offset) * steps);
}

int16_t mq_normaliser_input(const mq_normaliser *normaliser, int16_t count) {
    const int64_t half = INT64_C(1) << (normaliser->shift - 1);
    const int64_t value = ((int64_t)count * normaliser->multiplier + normaliser->addend + half) >> normaliser->shift;
    return (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
}
