// Raw counts of a device in, windows and decisions out: channels, classifier and decisions as one.
//
// The C twin of Swift's `Recogniser`, which the live loop and the firmware run: the same bits and the same decisions. No heap.
//
//     if (mq_channel_binding_make(&hello, network, features, rate, bound, NULL) == MQ_FITS &&
//         mq_recogniser_begin(&recogniser, &parts))
//         for each sample: if (mq_recogniser_push(&recogniser, counts, time, &recognised)) use(recognised.decision);
#ifndef MQ_RECOGNISER_H
#define MQ_RECOGNISER_H

#include "mq_channel_binding.h"
#include "mq_classifier.h"
#include "mq_decision.h"
#include "mq_stroke_reader.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most windows before that are told apart.
#define MQ_MOST_WINDOWS_BEFORE 255

/// What a recogniser is made of: all of it the caller's, and there for as long as the recogniser is used.
typedef struct {
    const mq_network *network;
    const mq_kernels *kernels;  ///< As `mq_kernels_available` gives them.
    mq_bound_input *bound;      ///< [inputs], made by `mq_channel_binding_make` before the first sample.
    int16_t *values;            ///< [inputs], for the sample as the network reads it.
    void *memory;               ///< `mq_recogniser_memory(network)` bytes or more.
    size_t memory_bytes;
    size_t labels;
    mq_decision_parameters decision;
    void *decision_memory;  ///< `mq_decision_memory(labels, &decision)` bytes or more.
    size_t decision_bytes;
} mq_recogniser_parts;

/// A recogniser. Caller-owned; set up with `mq_recogniser_begin`. Its fields are not for callers.
typedef struct {
    mq_classifier classifier;
    mq_decision_stream decisions;
    mq_bound_input *bound;
    int16_t *values;
    size_t inputs;
    uint32_t windows;          ///< Since they last began again; stops where `windows_before` does.
    mq_stroke_reader strokes;  ///< For a network that reads whole strokes.
    size_t window;             ///< Rows of a stroke.
    size_t row;                ///< The next of the last stroke that the network has not read; `window` if it has read them all.
    uint32_t samples;          ///< Since the last restart, modulo 2^32; counted for strokes only.
    int16_t left;              ///< The label of a stroke that is over; MQ_NO_LABEL without one.
    uint64_t judged;           ///< When the last stroke was judged.
} mq_recogniser;

/// A window that was classified, and what it led to.
typedef struct {
    mq_window window;
    mq_decision decision;
    uint8_t windows_before;  ///< How many windows the same slot completed since the windows last began again; 255: so many or more.
} mq_recognised_window;

/// Bytes of memory for the windows of a network, and for the strokes that it reads, wherever they begin.
size_t mq_recogniser_memory(const mq_network *network);

/// Sets a recogniser up, with no sample seen and nothing active. Returns false, and leaves it unusable, as `mq_classifier_begin`
/// and `mq_decision_begin` do, and if `values` is null or `labels` is not the network's number: `mq_recogniser_refusal` tells why.
bool mq_recogniser_begin(mq_recogniser *recogniser, const mq_recogniser_parts *parts);

/// Why a recogniser would not begin with these parts; MQ_NOT_REFUSED if it would. Writes nothing.
mq_refusal mq_recogniser_refusal(const mq_recogniser_parts *parts);

/// Samples are missing: windows in flight are dropped. A label that is active stays so until a window decides otherwise.
void mq_recogniser_restart(mq_recogniser *recogniser);

/// Takes one sample: a count for each channel of the device, and when it was taken, in microseconds on any clock that does not go
/// back.
///
/// Returns whether a window ended with it, which `recognised` then describes; otherwise that is left alone. A network of strokes
/// has read one some samples after its pause; each is judged by itself, so that the same label may be entered twice in a row.
bool mq_recogniser_push(mq_recogniser *recogniser, const int16_t *counts, uint64_t time, mq_recognised_window *recognised);

/// The same of a sample that stands in the parts' `values` already, as mq_derived_inputs.h leaves it there. The parts need no
/// `bound` then.
bool mq_recogniser_push_values(mq_recogniser *recogniser, uint64_t time, mq_recognised_window *recognised);

/// Of a network of strokes: the label that was left without a window, a second after it was entered or as another stroke ended;
/// MQ_NO_LABEL if none was. Told once.
int16_t mq_recogniser_take_left(mq_recogniser *recogniser);

/// The last LSTM layer's hidden state in Q15 at the end of the window that was completed last, whose slot this is: an example of
/// what it was, for mq_teach.h. NULL without an LSTM. There until the next sample.
static inline const int16_t *mq_recogniser_hidden(const mq_recogniser *recogniser, size_t slot) {
    return mq_classifier_hidden(&recogniser->classifier, slot);
}

/// Samples since the first one of the last stroke, itself included, by when the network has read it; 0 if it reads no strokes.
static inline size_t mq_recogniser_stroke_age(const mq_recogniser *recogniser) {
    return recogniser->classifier.network->strokes ? mq_stroke_age(&recogniser->strokes) : 0;
}

#ifdef __cplusplus
}
#endif
#endif
