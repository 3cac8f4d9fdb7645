#include "mq_recogniser.h"

// Microseconds for which the label of a stroke is active, if no other stroke ends before.
#define STROKE_HOLD 1000000u

// Up to a boundary that is good for anything.
static size_t whole_words(size_t bytes) { return (bytes + 7) / 8 * 8; }

size_t mq_recogniser_memory(const mq_network *network) {
    const size_t windows = mq_classifier_memory(network);
    if (!network->strokes) return windows;
    return whole_words(windows) + mq_stroke_memory(network->strokes, network->inputs, network->length);
}

// The strokes' memory lies behind the classifier's, wherever that begins.
static void begin_strokes(mq_recogniser *recogniser, const mq_recogniser_parts *parts) {
    const mq_network *network = parts->network;
    const uintptr_t end = (uintptr_t)parts->memory + mq_classifier_memory(network);
    mq_stroke_begin(&recogniser->strokes, network->strokes, network->inputs, network->length, (void *)(end + end % 2));
    recogniser->window = network->length;
    recogniser->row = network->length;
    recogniser->samples = 0;
}

mq_refusal mq_recogniser_refusal(const mq_recogniser_parts *parts) {
    if (!parts || !parts->values) return MQ_REFUSED_NULL;
    const mq_network *network = parts->network;
    const mq_refusal windows = mq_classifier_refusal(network, parts->kernels, parts->memory, parts->memory_bytes);
    if (windows != MQ_NOT_REFUSED) return windows;
    if (parts->memory_bytes < mq_recogniser_memory(network)) return MQ_REFUSED_MEMORY;
    if (parts->labels != network->dense[network->dense_layers - 1].affine.rows) return MQ_REFUSED_LABELS;
    return mq_decision_refusal(parts->labels, &parts->decision, parts->decision_memory, parts->decision_bytes);
}

bool mq_recogniser_begin(mq_recogniser *recogniser, const mq_recogniser_parts *parts) {
    if (!recogniser || mq_recogniser_refusal(parts) != MQ_NOT_REFUSED) return false;
    mq_classifier_begin(&recogniser->classifier, parts->network, parts->kernels, parts->memory, parts->memory_bytes);
    mq_decision_begin(&recogniser->decisions, parts->labels, &parts->decision, parts->decision_memory, parts->decision_bytes);
    recogniser->bound = parts->bound;
    recogniser->values = parts->values;
    recogniser->inputs = parts->network->inputs;
    recogniser->windows = 0;
    recogniser->left = MQ_NO_LABEL;
    recogniser->judged = 0;
    if (parts->network->strokes) begin_strokes(recogniser, parts);
    return true;
}

void mq_recogniser_restart(mq_recogniser *recogniser) {
    mq_classifier_restart(&recogniser->classifier);
    mq_decision_interrupt(&recogniser->decisions);
    recogniser->windows = 0;
    if (!recogniser->classifier.network->strokes) return;
    mq_stroke_restart(&recogniser->strokes);
    recogniser->row = recogniser->window;
    recogniser->samples = 0;
}

// Takes the sample in `values`, and reads some rows of the last stroke: all of them within the samples of the shortest stroke.
static bool take_stroke(mq_recogniser *recogniser, uint64_t time, mq_window *window) {
    recogniser->samples++;
    const bool closed = mq_stroke_push(&recogniser->strokes, recogniser->values);
    if (closed || (recogniser->decisions.active >= 0 && time - recogniser->judged >= STROKE_HOLD)) {
        const int16_t over = mq_decision_abandon(&recogniser->decisions, time);
        if (over >= 0) recogniser->left = over;
        // Each stroke is decided upon by itself, and may be the same again.
        recogniser->decisions.quiet_until = 0;
    }
    if (closed) {
        mq_classifier_restart(&recogniser->classifier);
        recogniser->row = 0;
    }
    const size_t last = recogniser->row + (recogniser->window + MQ_STROKE_LEAST - 1) / MQ_STROKE_LEAST;
    while (recogniser->row < recogniser->window && recogniser->row < last) {
        mq_stroke_row(&recogniser->strokes, recogniser->row++, recogniser->values);
        if (!mq_classifier_push(&recogniser->classifier, recogniser->values, window)) continue;
        window->end = recogniser->samples;
        recogniser->judged = time;
        return true;
    }
    return false;
}

bool mq_recogniser_push(mq_recogniser *recogniser, const int16_t *counts, uint64_t time, mq_recognised_window *recognised) {
    mq_channel_binding_read(recogniser->bound, recogniser->inputs, counts, recogniser->values);
    return mq_recogniser_push_values(recogniser, time, recognised);
}

bool mq_recogniser_push_values(mq_recogniser *recogniser, uint64_t time, mq_recognised_window *recognised) {
    const bool ended = recogniser->classifier.network->strokes
                           ? take_stroke(recogniser, time, &recognised->window)
                           : mq_classifier_push(&recogniser->classifier, recogniser->values, &recognised->window);
    if (!ended) return false;
    const mq_window *window = &recognised->window;
    recognised->decision = window->is_unknown ? mq_decision_decide_unknown(&recogniser->decisions, time)
                                              : mq_decision_decide(&recogniser->decisions, window->probabilities, time);
    // Counted here: the samples that a window counts wrap.
    const uint32_t before = recogniser->windows / (uint32_t)recogniser->classifier.slots;
    if (before < MQ_MOST_WINDOWS_BEFORE) recogniser->windows++;
    recognised->windows_before = (uint8_t)before;
    return true;
}

int16_t mq_recogniser_take_left(mq_recogniser *recogniser) {
    const int16_t left = recogniser->left;
    recogniser->left = MQ_NO_LABEL;
    return left;
}
