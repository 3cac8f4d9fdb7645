// Recognises on the board: the network of a sketch's network.h, which `motionq export` wrote.
#ifndef MOTIONQ15_CLASSIFIER_H
#define MOTIONQ15_CLASSIFIER_H

#include "mq_inference_supported.h"

#if !MQ_INFERENCE_SUPPORTED
#error "MotionQ15Classifier.h: this board cannot recognise by itself: its double has 32 bits. Stream to motionq instead."
#else

#include "MotionQ15InputStage.h"
#include "MotionQ15Predictor.h"
#include "mq_recogniser.h"

/// Memory in which a network runs.
struct MotionQ15Memory {
    uint8_t *network;
    size_t networkBytes;
    uint8_t *decisions;
    size_t decisionBytes;
    mq_bound_input *bound;  // One for each input.
    int16_t *values;        // Likewise.
    size_t inputs;          // For how many.
};

/// An exported network and the memory that it needs. `motionq15Network` makes one of network.h.
struct MotionQ15Network {
    mq_recogniser_parts parts;  // But the kernels and the binding, which the classifier knows.
    const mq_network_input *features;
    float rate;             // Samples per second; 0: any.
    mq_bound_input *bound;  // One for each input.
    uint64_t hash;          // That HELLO tells; 0: not told.
    size_t inputRoom;       // Inputs for which there is memory.
    // For networks that read what no channel has; null: none such runs. Not owned.
    MotionQ15InputStage *stage;
};

/// Is shown what windows leave, to learn of them: MotionQ15Teacher.
class MotionQ15Pupil {
public:
    /// The network that it teaches; windows of others it is not shown.
    virtual const mq_network *network() const = 0;
    /// A sample was taken.
    virtual void sampled() = 0;
    /// A window ended, which began `age` samples ago and left this state. Returns whether it was an example: nobody is then told of
    /// the window.
    virtual bool takes(mq_device &device, const int16_t *hidden, size_t age) = 0;

protected:
    ~MotionQ15Pupil() {}
};

/// Samples in, decisions and PREDICTION out. One object, for the life of the sketch; `MotionQ15Device` feeds it.
class MotionQ15Classifier : public MotionQ15Predictor {
public:
    /// The network from now on, not owned; before `MotionQ15Device::begin`. In `setup`: nothing here runs before it. Not with a
    /// MotionQ15Store, which loads what it chooses.
    void load(const MotionQ15Network &network) {
        parts = network.parts;
        features = network.features;
        rate = network.rate;
        bound = network.bound;
        hash = network.hash;
        parts.bound = bound;
        before = network.stage;
        ready = false;  // Until the next `begin`.
        // Not mq_kernels_preferred: it would link the environment, which a board does not have.
        parts.kernels = mq_kernels_available(0);
    }

    /// Called with each window that was classified, a host listening or not, before PREDICTION is sent: the window's own
    /// probabilities, and what was decided. Only from within `MotionQ15Device::push`; must not push itself.
    void onWindow(void (*handler)(const mq_window &window, const mq_decision &decision)) { judged = handler; }
    /// Called when a label is left without a window, which only happens with a network of strokes: a second after the stroke, or as
    /// another one ends. As `onWindow`.
    void onLeft(void (*handler)(int16_t label)) { left = handler; }
    /// Who is shown strokes, not owned.
    void attachPupil(MotionQ15Pupil &learner) { pupil = &learner; }
    /// The label that was entered and not yet left; MQ_NO_LABEL: none.
    int16_t active() const { return ready ? recogniser.decisions.active : MQ_NO_LABEL; }
    /// Whether windows are classified: the device measures what the network reads, at its rate.
    bool running() const { return ready; }
    /// Why not, in a sentence for whoever writes the sketch; after `begin`. A sketch that does not ask does not link the sentences.
    const char *problem() const {
        if (!parts.network) return "no network is loaded";
        return misfit == MQ_FITS ? mq_refusal_sentence(mq_recogniser_refusal(&parts)) : mq_fit_sentence(misfit);
    }

    bool begin(const mq_hello &description) override;
    void push(mq_device &device, const int16_t *counts, uint64_t time) override;
    void restart() override;
    uint64_t network() const override { return hash; }

private:
    void send(mq_device &device, const mq_recognised_window &recognised, uint64_t time);

    mq_recogniser_parts parts = mq_recogniser_parts();
    const mq_network_input *features = nullptr;
    float rate = 0;
    mq_bound_input *bound = nullptr;
    uint64_t hash = 0;
    mq_recogniser recogniser = mq_recogniser();
    void (*judged)(const mq_window &, const mq_decision &) = nullptr;
    void (*left)(int16_t label) = nullptr;
    MotionQ15Pupil *pupil = nullptr;
    MotionQ15InputStage *before = nullptr;
    bool staged = false;  // Whether the network that runs needs it.
    mq_fit misfit = MQ_FITS;
    bool ready = false;
};

#if defined(MOTIONQ_NETWORK_H)
#if defined(MOTIONQ_NETWORK_DERIVES)
#include "MotionQ15Orientation.h"
#endif
#if !defined(MOTIONQ_NETWORK_HASH)
#define MOTIONQ_NETWORK_HASH 0  // Of an export from before there were hashes.
#endif
#if !defined(MOTIONQ_DECISION_EVIDENCE)
#define MOTIONQ_DECISION_EVIDENCE 0  // Of one from before there was evidence.
#define MOTIONQ_DECISION_EVIDENCE_LEAK 0
#define MOTIONQ_DECISION_EVIDENCE_LIMIT 0
#endif
#if !defined(MOTIONQ_DECISION_EVIDENCE_SHARES)
#define MOTIONQ_DECISION_EVIDENCE_SHARES 0  // Of one from before labels had shares of it.
#endif
#if !defined(MOTIONQ_DECISION_INIT)  // Of one from before there was an initialiser.
#define MOTIONQ_DECISION_INIT                                                                                                    \
    {                                                                                                                            \
        MOTIONQ_DECISION_THRESHOLD, MOTIONQ_NETWORK_REST, MOTIONQ_DECISION_SMOOTHING, MOTIONQ_DECISION_ENTER_RATIO,              \
            MOTIONQ_DECISION_EXIT_RATIO, MOTIONQ_DECISION_REFRACTORY, MOTIONQ_DECISION_EVIDENCE, MOTIONQ_DECISION_EVIDENCE_LEAK, \
            MOTIONQ_DECISION_EVIDENCE_LIMIT, MOTIONQ_DECISION_EVIDENCE_SHARES                                                    \
    }
#endif

/// The network of network.h in memory of the sketch's, at least as large as network.h says. Include network.h before this header.
inline MotionQ15Network motionq15NetworkIn(const MotionQ15Memory &memory) {
    const mq_decision_parameters decision = MOTIONQ_DECISION_INIT;
    const mq_recogniser_parts parts = {
        &motionq_network,       nullptr,  nullptr,          memory.values,       memory.network, memory.networkBytes,
        MOTIONQ_NETWORK_LABELS, decision, memory.decisions, memory.decisionBytes};
#if defined(MOTIONQ_NETWORK_DERIVES)
    static MotionQ15Orientation orientation;
    MotionQ15InputStage *const stage = &orientation;
#else
    MotionQ15InputStage *const stage = nullptr;
#endif
    const MotionQ15Network network = {
        parts, motionq_network_inputs, MOTIONQ_NETWORK_RATE, memory.bound, MOTIONQ_NETWORK_HASH, memory.inputs, stage};
    return network;
}

/// The network of network.h, in static memory of the sizes that it names.
inline MotionQ15Network motionq15Network() {
    static uint8_t network[MOTIONQ_CLASSIFIER_MEMORY];
    static uint8_t decisions[MOTIONQ_DECISION_MEMORY];
    static mq_bound_input bound[MOTIONQ_NETWORK_INPUTS];
    static int16_t values[MOTIONQ_NETWORK_INPUTS];
    const MotionQ15Memory memory = {network, sizeof network, decisions, sizeof decisions, bound, values, MOTIONQ_NETWORK_INPUTS};
    return motionq15NetworkIn(memory);
}
#endif

#endif
#endif
