// A device's samples through a network, and what came of them to the host. The recogniser is that of the C library: the same rules
// as in the Swift firmware (firmware-protocol/swift), so that `run --shadow` finds the same bits and decisions.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#include "MotionQ15Classifier.h"

bool MotionQ15Classifier::begin(const mq_hello &description) {
    if (!parts.network) return false;
    staged = before && before->isNeeded(*parts.network, features);
    misfit = staged ? before->begin(description, *parts.network, features, rate)
                    : mq_channel_binding_make(&description, parts.network, features, rate, bound, nullptr);
    ready = misfit == MQ_FITS && mq_recogniser_begin(&recogniser, &parts);
    return ready;
}

void MotionQ15Classifier::restart() {
    if (!ready) return;
    mq_recogniser_restart(&recogniser);
    if (staged) before->restart();
}

void MotionQ15Classifier::push(mq_device &device, const int16_t *counts, uint64_t time) {
    mq_recognised_window recognised;
    if (!ready) return;
    const bool teaches = pupil && pupil->network() == parts.network;
    if (teaches) pupil->sampled();
    if (staged) before->read(counts, parts.values);
    const bool ended = staged ? mq_recogniser_push_values(&recogniser, time, &recognised)
                              : mq_recogniser_push(&recogniser, counts, time, &recognised);
    const int16_t over = mq_recogniser_take_left(&recogniser);
    if (over != MQ_NO_LABEL && left) left(over);
    if (!ended) return;
    const size_t age = teaches ? mq_recogniser_stroke_age(&recogniser) : 0;
    if (age > 0 && pupil->takes(device, mq_recogniser_hidden(&recogniser, recognised.window.slot), age)) return;
    if (judged) judged(recognised.window, recognised.decision);
    send(device, recognised, time);
}

void MotionQ15Classifier::send(mq_device &device, const mq_recognised_window &recognised, uint64_t time) {
    const mq_decision &decision = recognised.decision;
    const int16_t label = decision.phase == MQ_PHASE_NONE ? decision.label : decision.active;
    mq_prediction prediction = mq_prediction();
    prediction.window_end = (uint32_t)time;
    prediction.last_index = mq_device_last_index(&device);
    prediction.class_index = label < 0 ? 255 : (uint8_t)label;
    prediction.phase = (uint8_t)decision.phase;
    prediction.confidence = (uint16_t)(decision.confidence > 0 ? decision.confidence : 0);
    prediction.window_slot = (uint8_t)recognised.window.slot;
    prediction.windows_before = recognised.windows_before;
    // Without room it is lost like a frame that the line lost; the next window says what is held.
    (void)mq_device_send_prediction(&device, &prediction, recognised.window.probabilities, parts.labels);
}
#endif
