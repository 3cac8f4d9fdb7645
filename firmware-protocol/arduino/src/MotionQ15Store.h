// Takes networks over the line and keeps them in flash: PROTOCOL.md, section 6.13. For boards whose flash a MotionQ15Flash….cpp
// knows; on any other one it loads the sketch's own network and announces nothing.
//
//     #include "network.h"
//     #include <MotionQ15Classifier.h>
//     #include <MotionQ15Store.h>
//
//     static MotionQ15Classifier classifier;
//     static MotionQ15Store store;
//
//     store.begin(classifier, motionq15NetworkWithRoom());  // In setup, in place of classifier.load.
//     device.attachPredictor(classifier);
//     device.attachInstaller(store);
#ifndef MOTIONQ15_STORE_H
#define MOTIONQ15_STORE_H

#include "MotionQ15Classifier.h"
#include "MotionQ15Installer.h"
#include "mq_network_store.h"

// A sketch may define these before it includes this header. Bytes of RAM in which networks of others run: 16,384 take 64 units with
// windows of 128 samples and a hop of 16. The sketch's own network has its memory there, too.
#ifndef MOTIONQ15_NETWORK_ROOM
#define MOTIONQ15_NETWORK_ROOM 16384
#endif
// Bytes of RAM for their decisions: 4 * smoothing + 2 * (smoothing + 1) * labels + 3, and 4 * labels where evidence decides.
#ifndef MOTIONQ15_DECISION_ROOM
#define MOTIONQ15_DECISION_ROOM 512
#endif
// Inputs that they may have.
#ifndef MOTIONQ15_INPUT_ROOM
#define MOTIONQ15_INPUT_ROOM 9
#endif
// Bytes of flash for each of two networks, 256 of which are the store's own.
#ifndef MOTIONQ15_SLOT_BYTES
#define MOTIONQ15_SLOT_BYTES 65536
#endif

/// Which network runs: the newest in flash that can run here, or else the sketch's own. One object a program, since there is one
/// flash; what it needs is static memory of MotionQ15Store.cpp, and nothing of a sketch that does not use it.
class MotionQ15Store : public MotionQ15Installer {
public:
    /// In `setup`, before `MotionQ15Device::begin`.
    ///
    /// - own: of network.h, in memory with room for others.
    void begin(MotionQ15Classifier &classifier, const MotionQ15Network &own, size_t slotBytes = MOTIONQ15_SLOT_BYTES);
    /// Whether this board takes networks.
    bool available() const;
    /// Whether one that came over the line is loaded.
    bool runsInstalled() const;
    /// Name of a label of the network that is loaded, cut after 31 bytes; "" if it has no such label. There until the next call.
    const char *label(int16_t index) const;
    /// The names in network.h, in its order.
    void nameOwn(const char *const *labels) { ownLabels = labels; }

    bool start(const uint16_t *rates, uint8_t rateCount, mq_hello *description) override;
    bool install(const mq_install &step, mq_installed *answer, mq_hello *description) override;

private:
    const char *const *ownLabels = nullptr;
};

#if defined(MOTIONQ_NETWORK_H)
/// The network of network.h in static memory that also has room for others, see MOTIONQ15_NETWORK_ROOM.
inline MotionQ15Network motionq15NetworkWithRoom() {
    enum {
        NETWORK = MOTIONQ_CLASSIFIER_MEMORY > MOTIONQ15_NETWORK_ROOM ? MOTIONQ_CLASSIFIER_MEMORY : MOTIONQ15_NETWORK_ROOM,
        DECISIONS = MOTIONQ_DECISION_MEMORY > MOTIONQ15_DECISION_ROOM ? MOTIONQ_DECISION_MEMORY : MOTIONQ15_DECISION_ROOM,
        INPUTS = MOTIONQ_NETWORK_INPUTS > MOTIONQ15_INPUT_ROOM ? MOTIONQ_NETWORK_INPUTS : MOTIONQ15_INPUT_ROOM
    };
    static uint8_t network[NETWORK];
    static uint8_t decisions[DECISIONS];
    static mq_bound_input bound[INPUTS];
    static int16_t values[INPUTS];
    const MotionQ15Memory memory = {network, sizeof network, decisions, sizeof decisions, bound, values, INPUTS};
    return motionq15NetworkIn(memory);
}
#endif

#endif
