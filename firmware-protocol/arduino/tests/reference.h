// What RecogniseOnBoard is held against: the classifier and the decisions in C, called directly on the counts that the sketch
// streamed.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <math.h>

#include "board.h"
#include "network.h"

#include "MotionQ15Classifier.h"

static const uint32_t SETS_RATE = 1 << 5, PREDICTS = 1 << 7;

// Of one stream.
struct Reference {
    uint8_t memory[MOTIONQ_CLASSIFIER_MEMORY], decisionMemory[MOTIONQ_DECISION_MEMORY];
    mq_classifier classifier;
    mq_decision_stream decisions;
    int16_t inputs[MOTIONQ_NETWORK_INPUTS];
#if defined(MOTIONQ_NETWORK_DERIVES)
    mq_derived_inputs derived;

    void bind(const mq_hello &hello) {
        CHECK(mq_derived_inputs_begin(&derived, &hello, &motionq_network, motionq_network_inputs, 0, nullptr) == MQ_FITS);
    }
    void read(const int16_t *counts) { mq_derived_inputs_read(&derived, counts, inputs); }
    void missed() { mq_derived_inputs_restart(&derived); }
#else
    mq_normaliser normalisers[MOTIONQ_NETWORK_INPUTS];
    uint8_t columns[MOTIONQ_NETWORK_INPUTS];

    void bind(const mq_hello &hello) {
        for (int i = 0; i < MOTIONQ_NETWORK_INPUTS; i++) {
            const mq_network_input &feature = motionq_network_inputs[i];
            columns[i] = 255;
            for (uint8_t c = 0; c < hello.channel_count; c++) {
                if (hello.channels[c].kind == feature.kind) columns[i] = c;
            }
            const mq_channel &channel = hello.channels[columns[i]];
            const double factor = channel.unit == MQ_UNIT_DEGREE_PER_SECOND          ? 0.017453292519943295
                                  : channel.unit == MQ_UNIT_METRE_PER_SECOND_SQUARED ? 1 / 9.80665
                                                                                     : 1;
            const mq_sensor_scale sensor = {channel.scale, channel.offset, factor};
            CHECK(mq_normaliser_begin_sensor(
                normalisers + i, &sensor, feature.offset, feature.scale, motionq_network.input_fraction_bits));
        }
    }
    void read(const int16_t *counts) {
        for (int i = 0; i < MOTIONQ_NETWORK_INPUTS; i++) inputs[i] = mq_normaliser_input(normalisers + i, counts[columns[i]]);
    }
    void missed() {}
#endif
    mq_window window;
    mq_decision decision;

    void begin(const mq_hello &hello) {
        bind(hello);
        CHECK(mq_classifier_begin(&classifier, &motionq_network, mq_kernels_available(0), memory, sizeof memory));
        const mq_decision_parameters parameters = MOTIONQ_DECISION_INIT;
        CHECK(mq_decision_begin(&decisions, MOTIONQ_NETWORK_LABELS, &parameters, decisionMemory, sizeof decisionMemory));
    }

    void restart() {
        mq_classifier_restart(&classifier);
        mq_decision_interrupt(&decisions);
        missed();
    }

    bool push(const int16_t *counts, uint64_t time) {
        read(counts);
        if (!mq_classifier_push(&classifier, inputs, &window)) return false;
        decision = mq_decision_decide(&decisions, window.probabilities, time);
        return true;
    }

    unsigned windowsBefore() const {
        const unsigned number = (unsigned)((window.end - motionq_network.length) / motionq_network.hop);
        const unsigned before = number / MOTIONQ_NETWORK_SLOTS;
        return before < 255 ? before : 255;
    }
};

static Reference reference;
static size_t followed;         // Frames that the reference knows.
static bool running, expected;  // The rate is the network's; a PREDICTION must come next.
static uint16_t nextIndex;
static uint64_t sampleTime;  // Of the last sample, 64 bits.
static unsigned windows, entered, left, restarts, mostBefore, labelsEntered;

static void followData(const SentFrame &frame) {
    mq_data view;
    CHECK(!expected && mq_data_decode(frame.payload.data(), frame.payload.size(), frame.header.count, &view));
    if (frame.header.index != nextIndex) {
        reference.restart();
        restarts++;
    }
    sampleTime += frame.header.time - (uint32_t)sampleTime;
    for (uint8_t sample = 0; sample < view.samples; sample++) {
        int16_t counts[MQ_DATA_CHANNELS_MAX];
        for (uint8_t channel = 0; channel < view.channels; channel++) counts[channel] = mq_data_count(&view, sample, channel);
        CHECK(!expected);  // PREDICTION leaves after the window's last sample.
        // At the rate of the demo's network each sample leaves alone: the time of the first is that of the last.
        CHECK(!running || view.samples == 1);
        if (running) expected = reference.push(counts, sampleTime);
    }
    nextIndex = (uint16_t)(frame.header.index + view.samples);
}

static void followPrediction(const SentFrame &frame) {
    mq_prediction told;
    CHECK(expected && mq_prediction_decode(frame.payload.data(), frame.payload.size(), &told));
    expected = false;
    const mq_decision &decision = reference.decision;
    const int label = decision.phase == MQ_PHASE_NONE ? decision.label : decision.active;
    CHECK(told.window_end == (uint32_t)sampleTime && told.last_index == (uint16_t)(nextIndex - 1));
    CHECK(told.class_index == (label < 0 ? 255 : label) && told.phase == decision.phase && told.confidence == decision.confidence);
    CHECK(told.window_slot == reference.window.slot && told.windows_before == reference.windowsBefore());
    CHECK(mq_prediction_score_count(frame.payload.size()) == MOTIONQ_NETWORK_LABELS);
    for (size_t i = 0; i < MOTIONQ_NETWORK_LABELS; i++) {
        CHECK(mq_prediction_score(frame.payload.data(), i) == reference.window.probabilities[i]);
    }
    windows++;
    entered += told.phase == MQ_PHASE_ENTER;
    if (told.phase == MQ_PHASE_ENTER) labelsEntered |= 1u << told.class_index;
    left += told.phase == MQ_PHASE_EXIT;
    if (told.windows_before > mostBefore) mostBefore = told.windows_before;
}

// Holds what was sent since the last call against the reference.
static void follow() {
    static uint32_t session;
    for (; followed < board.sent.size(); followed++) {
        const SentFrame &frame = board.sent[followed];
        mq_hello hello;
        switch (frame.header.type) {
        case MQ_TYPE_HELLO:
            CHECK(mq_hello_decode(frame.payload.data(), frame.payload.size(), &hello));
            running = MOTIONQ_NETWORK_RATE == 0 || fabsf(hello.rate / MOTIONQ_NETWORK_RATE - 1) < 0.05f;
            CHECK(hello.capabilities == (running ? SETS_RATE | PREDICTS : SETS_RATE));
            if (hello.session != session) reference.begin(hello);
            session = hello.session;
            break;
        case MQ_TYPE_DATA: followData(frame); break;
        case MQ_TYPE_PREDICTION: followPrediction(frame); break;
        default: break;
        }
    }
}

#endif
