// Overlapping windows over a stream of samples, classified by a quantized network, in memory of the caller's.
//
// The C twin of the engine's `WindowStream`: the bits of ARITHMETIC.md, whichever kernels run. No heap, no recursion, no floating
// point.
//
//     static uint8_t memory[MOTIONQ_CLASSIFIER_MEMORY];  // network.h, written by `motionq export`
//     mq_classifier classifier;
//     mq_window window;
//     mq_classifier_begin(&classifier, &motionq_network, mq_kernels_available(0), memory, sizeof memory);
//     for each sample: if (mq_classifier_push(&classifier, inputs, &window)) use(window.label, window.probability);
#ifndef MQ_CLASSIFIER_H
#define MQ_CLASSIFIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_front_end.h"
#include "mq_network.h"
#include "mq_refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The boundary on which the buffers that kernels read and write begin (mq_kernels.h): a line where they are vectors, or else what
/// an int32 and most machines' loads like.
#ifndef MQ_CLASSIFIER_ALIGNMENT
#if defined(__x86_64__) || defined(__aarch64__)
#define MQ_CLASSIFIER_ALIGNMENT 64
#else
#define MQ_CLASSIFIER_ALIGNMENT 8
#endif
#endif

/// A window that was evaluated.
typedef struct {
    size_t slot;                   ///< The slot that carried it: its number modulo the number of slots, ceil(T / S).
    uint32_t end;                  ///< Samples seen when it ended, itself included: it covers end - T ... end - 1. Modulo 2^32.
    size_t label;                  ///< Most probable label, the first one of equals.
    int16_t probability;           ///< Its probability, Q15.
    bool is_unknown;               ///< Unlike all that the network learned; false where nothing tells (`network->detector`).
    const int16_t *probabilities;  ///< Of all labels, Q15; in the classifier's memory, there until the next window ends.
} mq_window;

/// A running classifier. Caller-owned; set up with `mq_classifier_begin`. Its fields are not for callers.
typedef struct {
    const mq_network *network;
    const mq_kernels *kernels;
    size_t slots;
    uint32_t samples;        ///< Since the last restart, modulo 2^32.
    size_t until_next;       ///< Samples before the next window begins.
    size_t next;             ///< The slot of that window.
    size_t in_flight;        ///< Windows that have begun and not ended: neighbours on the ring of slots.
    size_t oldest;           ///< The slot of the one that ends first.
    size_t oldest_age;       ///< Samples that it has absorbed; each window after it S less. Unused without a window in flight.
    size_t slot_units;       ///< Length of a slot's cell state: the units of all layers.
    size_t slot_hidden;      ///< Length of a slot's hidden state: the same, each layer padded to a whole pair.
    size_t slot_sums;        ///< Length of a slot's convolution sums.
    size_t slot_ring;        ///< Numbers that a slot's front layers remember.
    size_t slot_output;      ///< Length of what a slot's front layers give.
    int32_t *convolution;    ///< [slots][slot_sums]
    int32_t *sums;           ///< Of the widest map but the convolution; then logits.
    int32_t *projection;     ///< Bias + W x of the first LSTM layer, which all slots share; `sums` where that does no harm.
    int16_t *front;          ///< Gate arguments, the outputs of dense layer 0, 2, ..., or of a front layer but the last.
    int16_t *outputs;        ///< [slots][slot_output]: what front layers gave last.
    int16_t *back;           ///< Outputs of the convolution, or of dense layer 1, 3, ... Dense layer 0 may read the former.
    int32_t *cells;          ///< [slots][slot_units]
    mq_front_place *places;  ///< [slots][front layers]
    int16_t *hidden;         ///< [slots][slot_hidden]
    int16_t *field;          ///< What a convolution among the front layers reads, padded to a whole pair.
    int16_t *rings;          ///< [slots][slot_ring]
    int16_t *sample;         ///< The inputs, padded with a zero to a whole pair.
    int16_t *probabilities;  ///< [labels]
} mq_classifier;

/// Bytes of memory that a classifier needs for a network, wherever they begin:
///
///     4 * (projection + sums + slots * convolution) + 2 * (front + back)
///     + slots * (4 * units + 2 * hidden) + 2 * (inputs + labels) + MQ_CLASSIFIER_ALIGNMENT - 1
///     + slots * (2 * output + 8 * front_layers + 2 * ring) + 2 * field
///
/// with, "padded" being to a multiple of 16 and 0 standing for what the network lacks:
///     slots        ceil(length / hop)
///     projection   padded rows of the first LSTM layer; 0 with a convolution, front layers or a single slot
///     sums         most padded rows of an LSTM or dense layer, or of a convolution among the front layers
///     convolution  padded rows of the convolution
///     front        most padded rows of an LSTM layer, of dense layers 0, 2, ... but the last, or of a front layer but the last
///     back         most padded rows of the convolution or of dense layers 1, 3, ... but the last layer
///     units        units of all LSTM layers; hidden: the same, each layer's raised to an even number
///     inputs       inputs, raised to an even number
///     output       padded rows of the last front layer; field: most columns of a convolution among them, raised to an even number
///     ring         numbers that all front layers remember, (span * columns) each
/// With 64 for the alignment it is enough on every machine.
size_t mq_classifier_memory(const mq_network *network);

/// Sets a classifier up, with no sample seen.
///
/// - network: valid (mq_network.h), with `exponentials`; it outlives the classifier, as do `kernels` and `memory`.
/// - kernels: of this machine, as `mq_kernels_available` gives them: they change no bit of any result.
/// - memory: `mq_classifier_memory(network)` bytes or more, on any boundary.
/// Returns false, and leaves the classifier unusable, if a pointer is null, the exponentials are missing, or the memory is too
/// small: `mq_classifier_refusal` tells which.
bool mq_classifier_begin(
    mq_classifier *classifier, const mq_network *network, const mq_kernels *kernels, void *memory, size_t bytes);

/// Why a classifier would not begin with these; MQ_NOT_REFUSED if it would. Writes nothing.
mq_refusal mq_classifier_refusal(const mq_network *network, const mq_kernels *kernels, const void *memory, size_t bytes);

/// Forgets all windows in flight and all carried state: what follows a gap is a new sequence.
void mq_classifier_restart(mq_classifier *classifier);

/// Takes the next sample: as many values as the network has inputs, in its Q-format (mq_normaliser.h makes them).
///
/// Returns whether a window ended with it, which `window` then describes; otherwise `window` is left alone. At most one window ends
/// at a time. Every window in flight takes one step per sample, so the time is that of ceil(T / S) steps; after a convolution a
/// window takes one step in all, and behind front layers one whenever these give it something.
bool mq_classifier_push(mq_classifier *classifier, const int16_t *inputs, mq_window *window);

/// The last LSTM layer's hidden state in Q15, at the end of the window that was completed last, which was in this slot: as many
/// numbers as it has units, or NULL without an LSTM. There until the next sample.
const int16_t *mq_classifier_hidden(const mq_classifier *classifier, size_t slot);

#ifdef __cplusplus
}
#endif
#endif
