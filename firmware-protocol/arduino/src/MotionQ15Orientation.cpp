#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#include "MotionQ15Orientation.h"

mq_fit MotionQ15Orientation::begin(
    const mq_hello &device, const mq_network &network, const mq_network_input *features, float rate) {
    return mq_derived_inputs_begin(&derived, &device, &network, features, rate, nullptr);
}

bool MotionQ15Orientation::fits(const mq_hello &device, const mq_network &network, const mq_network_input *features) const {
    return mq_derived_inputs_fit(&device, &network, features, nullptr) == MQ_FITS;
}

bool MotionQ15Orientation::isNeeded(const mq_network &network, const mq_network_input *features) const {
    return mq_network_derives(&network, features);
}

void MotionQ15Orientation::restart() { mq_derived_inputs_restart(&derived); }

void MotionQ15Orientation::read(const int16_t *counts, int16_t *values) { mq_derived_inputs_read(&derived, counts, values); }
#endif
