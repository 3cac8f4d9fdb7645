// What is measured: the state of the codec, of a device, of a classifier or of derived inputs, or the memory of a network, and
// nothing else. The functions and constants are added by the linker, see compile.sh.
#include "mq_protocol.h"

#if defined(CLASSIFIER)
#include "mq_classifier.h"
#include "mq_decision.h"
#elif defined(ORIENTATION)
#include "mq_derived_inputs.h"
#elif defined(NETWORK)
#include "network.h"
#endif

#if defined(CODEC)
mq_decoder measured_state;
#elif defined(DEVICE)
mq_device measured_state;
#elif defined(CLASSIFIER)
struct {
    mq_classifier classifier;
    mq_decision_stream decisions;
} measured_state;
#elif defined(ORIENTATION)
mq_derived_inputs measured_state;
#elif defined(NETWORK)
uint8_t measured_state[MOTIONQ_CLASSIFIER_MEMORY + MOTIONQ_DECISION_MEMORY];
#endif

int main(void) {
    for (;;) continue;
}
