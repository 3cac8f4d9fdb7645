#include "mq_motion.h"

#include "mq_single.h"

void mq_motion_push(mq_motion *motion, const int16_t *counts) {
    for (int place = 0; place < MQ_MOTION_AXES; place++) {
        const mq_motion_axis *const axis = &motion->axes[place];
        const double value = (double)counts[axis->channel] * axis->scale;
        motion->values[place] = (float)((value + axis->offset) * axis->factor);
    }
    mq_orientation_push(&motion->filter, motion->values, motion->values + 3, motion->values + MQ_MOTION_AXES);
}

int16_t mq_motion_input(float value, float offset, float scale, unsigned fraction_bits) {
    const float steps = (value - offset) * scale * (float)(1u << fraction_bits);
    if (!mq_is_finite(steps)) return 0;
    if (steps >= 32767) return 32767;
    if (steps <= -32768) return -32768;
    const int32_t whole = (int32_t)steps;
    const float rest = steps - (float)whole;
    return (int16_t)(whole + (rest >= 0.5f) - (rest <= -0.5f));
}
