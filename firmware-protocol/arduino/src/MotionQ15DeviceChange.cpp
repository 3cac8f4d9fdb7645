// What a host may change of a device: its rate, and its network.
#include "MotionQ15Device.h"
#include "MotionQ15Keep.h"
extern "C" {  // A header of C alone.
#include "mq_device_internal.h"
}

static MotionQ15Device &of(void *self) { return *static_cast<MotionQ15Device *>(self); }

// It predicts or not by what is announced, and that it does is announced too. A device that takes networks names the one that it
// has, whether it runs at this rate or not: by that a host knows what was installed.
void MotionQ15Device::beginPredictor(mq_hello *description) {
    const bool installs = description->capabilities & MQ_INSTALLS;
    if (!predictor && !installs) return;
    description->capabilities &= ~MQ_PREDICTS;
    description->present &= (uint16_t)~MQ_HAS(MQ_HELLO_NETWORK);
    const bool predicts = predictor && predictor->begin(*description);
    if (predicts) description->capabilities |= MQ_PREDICTS;
    description->network = predictor ? predictor->network() : 0;
    if (installs || (predicts && description->network != 0)) description->present |= MQ_HAS(MQ_HELLO_NETWORK);
}

// What a host wanted kept comes before what a network would have.
void MotionQ15Device::takeKeptRate(mq_hello *description) {
    if (!MOTIONQ15_KEEPS || rateCount == 0) return;
    description->capabilities |= MQ_KEEPS_CONFIG;
    const uint16_t kept = motionq15KeptRate();
    for (uint8_t i = 0; i < rateCount; i++) {
        if (rates[i] == kept && kept != 0) description->rate = kept;
    }
}

float MotionQ15Device::nearestRate(float wanted) const {
    float nearest = rates[0];
    for (uint8_t i = 1; i < rateCount; i++) {
        const float rate = rates[i];
        if (fabs(rate - wanted) < fabs(nearest - wanted)) nearest = rate;
    }
    return nearest;
}

mq_configure_result MotionQ15Device::setRate(void *self, const mq_config *config, mq_hello *description) {
    MotionQ15Device &device = of(self);
    const uint16_t ranges = MQ_HAS(MQ_CONFIG_ACCELERATION) | MQ_HAS(MQ_CONFIG_ROTATION);
    const uint16_t understood = MQ_HAS(MQ_CONFIG_RATE) | MQ_HAS(MQ_CONFIG_KEEP);
    if (device.rateCount == 0 || (config->present & ranges) || !(config->present & understood)) return MQ_CONFIGURE_UNSUPPORTED;
    const bool asked = config->present & MQ_HAS(MQ_CONFIG_RATE);
    const float nearest = asked ? device.nearestRate(config->rate) : description->rate;
    if (config->present & MQ_HAS(MQ_CONFIG_KEEP)) motionq15KeepRate(config->keep == 1 ? (uint16_t)nearest : 0);
    if (!(nearest < description->rate) && !(nearest > description->rate)) return MQ_CONFIGURE_UNCHANGED;
    description->rate = nearest;
    device.beginPredictor(description);
    device.pace.start(nearest, micros());
    return MQ_CONFIGURE_CHANGED;
}

// Dark before it does anything: while flash is erased some cores let no interrupt come, and the guard would be late. A host whose
// command is lost thereby hears from HEARTBEAT that nothing is on.
bool MotionQ15Device::install(void *self, const mq_install *step, mq_installed *answer, mq_hello *description) {
    MotionQ15Device &device = of(self);
    mq_actuators_all_off(&device.device);
    const bool changed = device.installer->install(*step, answer, description);
    // It was another network's.
    if (step->step >= MQ_INSTALL_COMMIT && answer->status == MQ_INSTALLED_OK) motionq15KeepRate(0);
    if (!changed) return false;
    device.beginPredictor(description);
    device.pace.start(description->rate, micros());
    return true;
}
