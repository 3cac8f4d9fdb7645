// What a device hands its samples to.
#ifndef MOTIONQ15_PREDICTOR_H
#define MOTIONQ15_PREDICTOR_H

#include "mq_device.h"

/// Makes predictions of a device's samples: MotionQ15Classifier, or what a sketch has instead. `MotionQ15Device::attachPredictor`
/// makes it known.
class MotionQ15Predictor {
public:
    /// A session begins with this description; nothing is left of the one before. Returns whether there will be predictions, which
    /// the device announces.
    virtual bool begin(const mq_hello &description) = 0;
    /// The device has taken this sample; `time` is in microseconds, 64 bits of device time.
    virtual void push(mq_device &device, const int16_t *counts, uint64_t time) = 0;
    /// Samples are missing: the next one does not continue those before it.
    virtual void restart() = 0;
    /// Hash of the network that predicts, or would at another rate, which HELLO tells; 0: there is none, or it is not known.
    virtual uint64_t network() const { return 0; }

protected:
    ~MotionQ15Predictor() {}
};

#endif
