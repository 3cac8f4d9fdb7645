// The engine and the protocol in C, on a chip: the twin of Engine.swift.
#include "chips.h"
#include "mq_classifier.h"
#include "mq_protocol.h"

static void tell(const mq_window *window, size_t labels) {
    const mq_prediction prediction = {
        .window_end = window->end * 20000,
        .last_index = (uint16_t)(window->end - 1),
        .class_index = (uint8_t)window->label,
        .phase = 2,
        .confidence = (uint16_t)window->probability,
        .window_slot = (uint8_t)window->slot,
    };
    uint8_t *payload = chips_frame_memory(), *wire = payload + 256;
    mq_prediction_encode(&prediction, payload);
    const size_t length = mq_prediction_add_scores(window->probabilities, labels, payload);
    const mq_frame frame = {
        .major = MQ_MAJOR_VERSION,
        .type = MQ_TYPE_PREDICTION,
        .index = prediction.last_index,
        .time = prediction.window_end,
        .length = length,
        .payload = payload,
    };
    const size_t bytes = mq_frame_encode(&frame, wire);
    chips_tell(window->end, (uint32_t)window->slot, (uint32_t)window->label, window->probabilities, wire, (uint32_t)bytes);
}

void chips_run_c(const mq_network *network, uint8_t *memory, uint32_t bytes, uint32_t samples, bool counting) {
    mq_classifier classifier;
    if (!mq_classifier_begin(&classifier, network, mq_kernels_preferred(), memory, bytes)) return;
    const size_t labels = network->dense[network->dense_layers - 1].affine.rows;
    if (counting) chips_begin_counting();
    for (uint32_t sample = 0; sample < samples; sample++) {
        mq_window window;
        if (mq_classifier_push(&classifier, chips_next_sample(), &window) && !counting) tell(&window, labels);
    }
    if (counting) chips_end_counting();
}
