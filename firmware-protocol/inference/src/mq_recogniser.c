#include "mq_recogniser.h"

bool mq_recogniser_begin(mq_recogniser *recogniser, const mq_recogniser_parts *parts) {
    if (!mq_classifier_begin(&recogniser->classifier, parts->network, parts->kernels, parts->memory, parts->memory_bytes))
        return false;
    if (!mq_decision_begin(
            &recogniser->decisions, parts->labels, &parts->decision, parts->decision_memory, parts->decision_bytes)) {
        return false;
    }
    recogniser->bound = parts->bound;
    recogniser->values = parts->values;
    recogniser->inputs = parts->network->inputs;
    recogniser->windows = 0;
    return true;
}

void mq_recogniser_restart(mq_recogniser *recogniser) {
    mq_classifier_restart(&recogniser->classifier);
    mq_decision_interrupt(&recogniser->decisions);
    recogniser->windows = 0;
}

bool mq_recogniser_push(mq_recogniser *recogniser, const int16_t *counts, uint64_t time, mq_recognised_window *recognised) {
    mq_channel_binding_read(recogniser->bound, recogniser->inputs, counts, recogniser->values);
    if (!mq_classifier_push(&recogniser->classifier, recogniser->values, &recognised->window)) return false;
    recognised->decision = mq_decision_decide(&recogniser->decisions, recognised->window.probabilities, time);
    // Counted here: the samples that a window counts wrap.
    const uint32_t before = recogniser->windows / (uint32_t)recogniser->classifier.slots;
    if (before < MQ_MOST_WINDOWS_BEFORE) recogniser->windows++;
    recognised->windows_before = (uint8_t)before;
    return true;
}
