// Smoothing, threshold, hysteresis and refractory time: window probabilities in, events out, in memory of the caller's.
//
// The C twin of `EventStream`. Integers throughout, no heap.
#ifndef MQ_DECISION_H
#define MQ_DECISION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_decision_parameters.h"
#include "mq_refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `MQ_DECISION_INIT`, for languages that read no macro. Those of an exported network are `MOTIONQ_DECISION_INIT` (network.h).
mq_decision_parameters mq_decision_defaults(void);

/// What a window did; the numbers are those of PREDICTION on the wire.
typedef enum { MQ_PHASE_NONE = 0, MQ_PHASE_ENTER = 1, MQ_PHASE_HOLD = 2, MQ_PHASE_EXIT = 3 } mq_phase;

/// What one window led to.
typedef struct {
    int16_t label;       ///< The most probable label after smoothing, MQ_NO_LABEL if it stays below the threshold: unknown.
    int16_t confidence;  ///< Its smoothed probability, Q15, whether or not it reaches the threshold.
    int16_t active;      ///< The label that was entered, is held, or was left; MQ_NO_LABEL with `MQ_PHASE_NONE`.
    mq_phase phase;
} mq_decision;

/// The events of one stream. Caller-owned; set up with `mq_decision_begin`. `active` is there to be read, the rest is its own
/// business.
typedef struct {
    mq_decision_parameters parameters;
    int16_t active;  ///< The label that was entered and not yet left, or MQ_NO_LABEL.
    int16_t labels;
    uint16_t filled;       ///< Windows seen since the scores were forgotten, at most `smoothing`.
    uint16_t next;         ///< The row of `history` that the next window takes.
    uint64_t quiet_until;  ///< Before this time nothing is entered.
    int32_t *evidence;     ///< [labels], bits with 8 fraction bits; NULL where threshold and ratio decide
    int32_t *weights;      ///< [smoothing], Q15, oldest first
    int16_t *history;      ///< [smoothing][labels], a ring
    int16_t *averages;     ///< [labels]
} mq_decision_stream;

/// Bytes of memory that a stream needs, wherever they begin: 4 * smoothing + 2 * (smoothing + 1) * labels + 3, and 4 * labels where
/// evidence decides.
size_t mq_decision_memory(size_t labels, const mq_decision_parameters *parameters);

/// Sets a stream up with no window seen and nothing active.
///
/// - labels: 1 ... 255.
/// - memory: `mq_decision_memory(labels, parameters)` bytes or more, on any boundary; it outlives the stream.
/// Returns false, and leaves the stream unusable, if a pointer is null, there are no labels or too many, no window to average, or
/// too little memory: `mq_decision_refusal` tells which.
bool mq_decision_begin(
    mq_decision_stream *stream, size_t labels, const mq_decision_parameters *parameters, void *memory, size_t bytes);

/// Why a stream would not begin with these; MQ_NOT_REFUSED if it would. Writes nothing.
mq_refusal mq_decision_refusal(size_t labels, const mq_decision_parameters *parameters, const void *memory, size_t bytes);

/// Judges a window that is unlike all that was learned: nothing was meant by it. Rest has all of its probability, or nothing any
/// where there is no rest (ARITHMETIC.md, section 15).
mq_decision mq_decision_decide_unknown(mq_decision_stream *stream, uint64_t time);

/// Judges a window.
///
/// - probabilities: one per label, Q15.
/// - time: when it ended, in microseconds on any clock that does not go back; 64 bits, because what wraps goes back.
mq_decision mq_decision_decide(mq_decision_stream *stream, const int16_t *probabilities, uint64_t time);

/// The stream has a gap: forgets the scores. What is active stays so until a window decides otherwise, or `mq_decision_abandon`.
void mq_decision_interrupt(mq_decision_stream *stream);

/// The stream is over, or silent for too long. Returns the label that was active and is left hereby, or MQ_NO_LABEL.
int16_t mq_decision_abandon(mq_decision_stream *stream, uint64_t time);

#ifdef __cplusplus
}
#endif
#endif
