// The orientation filter before a network that reads gravity, attitude, acceleration without gravity or motion in a level frame.
// `motionq15Network` brings it for a network.h that needs it; a sketch need not name it.
#ifndef MOTIONQ15_ORIENTATION_H
#define MOTIONQ15_ORIENTATION_H

#include "MotionQ15InputStage.h"
#include "mq_derived_inputs.h"

class MotionQ15Orientation : public MotionQ15InputStage {
public:
    mq_fit begin(const mq_hello &device, const mq_network &network, const mq_network_input *features, float rate) override;
    bool fits(const mq_hello &device, const mq_network &network, const mq_network_input *features) const override;
    bool isNeeded(const mq_network &network, const mq_network_input *features) const override;
    void restart() override;
    void read(const int16_t *counts, int16_t *values) override;

private:
    mq_derived_inputs derived = mq_derived_inputs();
};

#endif
