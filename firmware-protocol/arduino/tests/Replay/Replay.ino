// Plays a recording with channels of any names, over and over again, and runs a network that reads them: the sketch's own, or one
// that came over the line. For live.sh, whose NETWORK it is.
#include <MotionQ15.h>

#include "network.h"
// After the network, whose sizes they read.
#include <MotionQ15Classifier.h>
#include <MotionQ15Store.h>

#include "recorded.h"

static MotionQ15Device device(Serial);
static MotionQ15Classifier classifier;
static MotionQ15Store store;

static void begin() {
    store.begin(classifier, motionq15NetworkWithRoom());
    device.attachPredictor(classifier);
    device.attachInstaller(store);
    MotionQ15Description description("Replay", MOTIONQ_NETWORK_RATE);
    uint8_t count;
    const mq_described_channel *channels = recorded_description(&count);
    mq_hello_describe(&description, channels, count);
    device.begin(description);
}

void setup() { Serial.begin(115200); }

void loop() {
    // Whoever listens first shall hear the first sample, to know which of the recording's each one is.
    static bool begun;
    if (!begun) {
        if (Serial.available() == 0) return;
        begin();
        begun = true;
    }
    device.poll();
    if (!device.sampleDue()) return;
    int16_t counts[MQ_DATA_CHANNELS_MAX];
    recorded_next(counts);
    device.push(counts);
}
