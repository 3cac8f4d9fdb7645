// A device's samples through a network. The same rules as in the Swift firmware (firmware-protocol/swift), so that `run --shadow` finds
// the same bits and decisions.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#include "MotionQ15Classifier.h"

// Largest relative difference between the device's rate and the network's.
static const float RATE_TOLERANCE = 0.05f;

// Factor to the unit that the network reads: g or rad/s.
static double factorOf(uint8_t unit) {
    switch (unit) {
        case MQ_UNIT_METRE_PER_SECOND_SQUARED: return MQ_METRES_PER_SECOND_SQUARED;
        case MQ_UNIT_DEGREE_PER_SECOND: return MQ_DEGREES_PER_SECOND;
        default: return 1;
    }
}

bool MotionQ15Classifier::begin(const mq_hello &description) {
    ready = connect(description) &&
            // Not mq_kernels_preferred: it would link the environment, which a board does not have.
            mq_classifier_begin(&classifier, parts.network, mq_kernels_available(0), parts.memory, parts.memoryBytes) &&
            mq_decision_begin(&decisions, parts.labels, &parts.decision, parts.decisionMemory, parts.decisionBytes);
    windows = 0;
    return ready;
}

// Finds the channel of every input. False if there is none, or the rate is not the network's.
bool MotionQ15Classifier::connect(const mq_hello &description) {
    const float difference = description.rate - parts.rate;
    const float most = parts.rate * RATE_TOLERANCE;
    if (parts.rate > 0 && (difference > most || difference < -most)) return false;
    for (size_t i = 0; i < parts.network->inputs; i++) {
        const mq_network_input &feature = parts.features[i];
        uint8_t column;
        bool reversed;
        if (!mq_hello_source(&description, feature.kind, &column, &reversed)) return false;
        const mq_channel &channel = description.channels[column];
        const double factor = factorOf(channel.unit);
        const mq_sensor_scale sensor = {channel.scale, channel.offset, reversed ? -factor : factor};
        parts.inputs[i].column = column;
        if (!mq_normaliser_begin_sensor(
                &parts.inputs[i].normaliser, &sensor, feature.offset, feature.scale, parts.network->input_fraction_bits)) {
            return false;
        }
    }
    return true;
}

void MotionQ15Classifier::restart() {
    if (!ready) return;
    mq_classifier_restart(&classifier);
    mq_decision_interrupt(&decisions);
    windows = 0;
}

void MotionQ15Classifier::push(mq_device &device, const int16_t *counts, uint64_t time) {
    if (!ready) return;
    for (size_t i = 0; i < parts.network->inputs; i++) {
        const MotionQ15Input &input = parts.inputs[i];
        parts.values[i] = mq_normaliser_input(&input.normaliser, counts[input.column]);
    }
    mq_window window;
    if (!mq_classifier_push(&classifier, parts.values, &window)) return;
    const mq_decision decision = mq_decision_decide(&decisions, window.probabilities, time);
    if (judged) judged(window, decision);
    send(device, window, decision, time);
}

void MotionQ15Classifier::send(mq_device &device, const mq_window &window, const mq_decision &decision, uint64_t time) {
    const uint32_t MOST_WINDOWS_BEFORE = 255;
    const uint32_t slots = (uint32_t)((parts.network->length + parts.network->hop - 1) / parts.network->hop);
    const uint32_t before = windows / slots;  // Counted here: the samples that `window` counts wrap.
    if (before < MOST_WINDOWS_BEFORE) windows++;

    const int16_t label = decision.phase == MQ_PHASE_NONE ? decision.label : decision.active;
    mq_prediction prediction = mq_prediction();
    prediction.window_end = (uint32_t)time;
    prediction.last_index = mq_device_last_index(&device);
    prediction.class_index = label < 0 ? 255 : (uint8_t)label;
    prediction.phase = (uint8_t)decision.phase;
    prediction.confidence = (uint16_t)(decision.confidence > 0 ? decision.confidence : 0);
    prediction.window_slot = (uint8_t)window.slot;
    prediction.windows_before = (uint8_t)before;
    // Without room it is lost like a frame that the line lost; the next window says what is held.
    (void)mq_device_send_prediction(&device, &prediction, window.probabilities, parts.labels);
}
#endif
