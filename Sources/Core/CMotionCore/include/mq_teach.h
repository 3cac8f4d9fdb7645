// Labels taught by examples, in integers, where the network runs: the last layer's row of a label is set by the mean of the hidden
// states that its examples left (ARITHMETIC.md, section 16).
//
//     mq_teach_begin(&learner, &motionq_network, &motionq_teachable, memory, sizeof memory);
//     ... run learner.network in the place of motionq_network ...
//     if (a stroke ended that is an example) heard = mq_teach_show(&learner, place, hidden);
//
// The same code runs on the host (teaching of the head alone), in the firmware and in the Arduino library: the same examples give
// the same bits. The rows of other labels do not change. No heap, no floating point.
#ifndef MQ_TEACH_H
#define MQ_TEACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_network.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Units that a layer which is taught may read, 1 ... 256.
#define MQ_TEACH_UNITS 256
/// Examples of a label, 65,535: their sum fits 32 bits.
#define MQ_TEACH_EXAMPLES 65535
/// The bias of a place without an example, whose weights are 0: such a row is never the largest, and its probability is 0.
#define MQ_TEACH_EMPTY_BIAS (-2147418112)

/// How strangers' strokes of the same label vary, turned round: made once on the host, and constant ever after.
typedef struct {
    /// [units], Q15: where strangers' strokes lie on the whole.
    const int16_t *_Nonnull centre;
    /// [units][units], symmetric. Its fraction bits, and 15, less those of the last layer's weights are `row_shift`.
    const int16_t *_Nonnull metric;
    /// Units of the last LSTM layer, 1 ... MQ_TEACH_UNITS.
    uint16_t units;
    /// 1 ... 46.
    uint8_t row_shift;
} mq_teach_metric;

/// What of a network can be taught where it runs: some of its labels, one behind the other, the places.
typedef struct {
    mq_teach_metric metric;
    /// The first label that is a place.
    uint16_t first;
    /// Places, 1 or more; the network has `first` + `places` labels or more.
    uint16_t places;
} mq_teachable;

/// A label's row of the last layer.
typedef struct {
    /// The bias, in the accumulator's format.
    int32_t bias;
    /// [units] weights, in memory of the caller's.
    int16_t *_Nonnull weights;
} mq_teach_row;

// Swift reads C's constants by their addresses.
static inline MQ_NO_ALLOCATION mq_teach_row mq_teach_row_in(int16_t *_Nonnull weights) {
    mq_teach_row row = {0, weights};
    return row;
}

/// The shift of every panel of a last layer that is taught: 2, and 1 for each doubling of panels. With it no sum overflows
/// (ARITHMETIC.md, section 16).
static inline MQ_NO_ALLOCATION uint8_t mq_teach_panel_shift(size_t units) {
    uint8_t shift = 2;
    for (size_t panels = (units + 63) / 64; panels > 1; panels = (panels + 1) / 2) shift++;
    return shift;
}

/// Sets a row by the examples of its label.
///
/// - sums: [units], the sum of the examples' hidden states, Q15.
/// - count: examples, 1 ... MQ_TEACH_EXAMPLES; |sums[k]| <= count * 2^15.
/// - mean: [units], written: the mean hidden state, Q15, to nearest, halves up.
/// - row: written.
/// Returns false if the row is too large for 16-bit weights or for sums of 32 bits; `row` is then of no use. For all other examples
/// whatever no sum of the network can overflow. Time: units^2 multiplications.
MQ_NO_ALLOCATION bool mq_teach_set_row(
    const mq_teach_metric *_Nonnull metric, const int32_t *_Nonnull sums, uint32_t count, int16_t *_Nonnull mean,
    mq_teach_row *_Nonnull row);

/// A network whose places can be taught. Caller-owned, and not to be copied or moved: `network` points into it. Set up with
/// `mq_teach_begin`; what is not `network` is not for callers.
typedef struct {
    /// The network to run: that which was given, with a last layer in memory that can be written.
    mq_network network;
    const mq_teachable *_Nonnull teachable;
    mq_dense layer;
    mq_matrix matrix;
    /// The layer's weights and biases, packed.
    int16_t *_Nonnull weights;
    int32_t *_Nonnull bias;
    /// [places][units] and [places]: sums of hidden states, and how many there are.
    int32_t *_Nonnull sums;
    uint16_t *_Nonnull counts;
    /// [units] each: the mean and the row of the place that is taught.
    int16_t *_Nonnull mean;
    int16_t *_Nonnull row;
} mq_learner;

/// Bytes of memory for a learner, wherever they begin.
MQ_NO_ALLOCATION size_t mq_teach_memory(const mq_network *_Nonnull network, const mq_teachable *_Nonnull teachable);

/// Sets a learner up, with no example of any place: none of them is ever named.
///
/// - network: of an LSTM and one dense layer; it outlives the learner, as do `teachable` and `memory`.
/// - memory: `mq_teach_memory` bytes or more, on any boundary.
/// Returns false if the two do not fit each other, or the memory is too small.
MQ_NO_ALLOCATION bool mq_teach_begin(
    mq_learner *_Nonnull learner, const mq_network *_Nonnull network, const mq_teachable *_Nonnull teachable, void *_Nonnull memory,
    size_t bytes);

/// Takes an example of a place, between two steps of the network.
///
/// - place: below `teachable->places`.
/// - hidden: [units], what the last LSTM layer held when the example's window ended, Q15.
/// Returns false, and leaves everything as it was, if there is no such place, if it has MQ_TEACH_EXAMPLES, or if its row would be
/// too large.
MQ_NO_ALLOCATION bool mq_teach_show(mq_learner *_Nonnull learner, size_t place, const int16_t *_Nonnull hidden);

/// Forgets the examples of a place, which is then not named any more. Of no place that there is: nothing.
MQ_NO_ALLOCATION void mq_teach_forget(mq_learner *_Nonnull learner, size_t place);

/// Examples of a place; 0 of one that is not there.
static inline MQ_NO_ALLOCATION uint32_t mq_teach_count(const mq_learner *_Nonnull learner, size_t place) {
    return place < learner->teachable->places ? learner->counts[place] : 0;
}

/// Gives a place the examples of which these are the sum; with a count of 0 it forgets what it had.
///
/// - sums: [units], on any boundary, as `mq_teach_set_row` takes them, but for numbers that are too large.
/// Returns false, and leaves everything as it was, for the same reasons as `mq_teach_show`.
MQ_NO_ALLOCATION bool mq_teach_restore(mq_learner *_Nonnull learner, size_t place, const int32_t *_Nonnull sums, uint32_t count);

// Swift reads what stands inside of a C value by its address.
static inline MQ_NO_ALLOCATION const mq_network *_Nonnull mq_teach_network(const mq_learner *_Nonnull learner) {
    return &learner->network;
}

#ifdef __cplusplus
}
#endif
#endif
