// What a device hands the steps of an installation to.
#ifndef MOTIONQ15_INSTALLER_H
#define MOTIONQ15_INSTALLER_H

#include "mq_device.h"

/// Takes networks over the line: MotionQ15Store. `MotionQ15Device::attachInstaller` makes it known.
class MotionQ15Installer {
public:
    /// Chooses the network to boot with, for a device of this description that offers these rates beside its own, and writes that
    /// network's rate and the hash of the image as which it came into the description. Returns whether networks can be taken, which
    /// the device announces.
    virtual bool start(const uint16_t *rates, uint8_t rateCount, mq_hello *description) = 0;
    /// Does a step and fills in status and next. Returns true if another image was loaded, whose rate and hash are then in the
    /// description: a session begins.
    virtual bool install(const mq_install &step, mq_installed *answer, mq_hello *description) = 0;

protected:
    ~MotionQ15Installer() {}
};

#endif
