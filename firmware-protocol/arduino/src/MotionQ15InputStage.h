// What may stand between the samples and a network. A sketch whose network reads channels holds none of it.
#ifndef MOTIONQ15_INPUT_STAGE_H
#define MOTIONQ15_INPUT_STAGE_H

#include "mq_channel_binding.h"

/// What makes a network's inputs of samples, for a network that reads what no channel has: MotionQ15Orientation.
class MotionQ15InputStage {
public:
    /// Begins with no sample seen. Returns MQ_FITS if the device has what it takes, and the network is one for it; only then the
    /// rest may be called.
    virtual mq_fit begin(const mq_hello &device, const mq_network &network, const mq_network_input *features, float rate) = 0;
    /// Whether the device has what it takes for such a network, at whatever rate. Nothing that runs is touched.
    virtual bool fits(const mq_hello &device, const mq_network &network, const mq_network_input *features) const = 0;
    /// Whether a network needs it.
    virtual bool isNeeded(const mq_network &network, const mq_network_input *features) const = 0;
    /// Samples are missing.
    virtual void restart() = 0;
    /// Takes a sample, and tells what the network reads of it.
    virtual void read(const int16_t *counts, int16_t *values) = 0;

protected:
    ~MotionQ15InputStage() {}
};

#endif
