// Isolated gestures in a stream of samples, each as the one window that a network reads, in integers (ARITHMETIC.md, section 14).
//
//     mq_stroke_begin(&reader, &strokes, inputs, window, memory);
//     for each sample: if (mq_stroke_push(&reader, sample)) for each row: mq_stroke_row(&reader, row, values);
//
// The same code runs on the host, in the firmware and in the Arduino library. No heap, no floating point.
#ifndef MQ_STROKE_READER_H
#define MQ_STROKE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_network.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a value of a sample is in: 2^-11 g, or 2^-9 rad/s. Beyond +-16 g and +-64 rad/s it is saturated.
#define MQ_STROKE_G 2048
#define MQ_STROKE_RADIANS 512

/// A running reader. Caller-owned; set up with `mq_stroke_begin`. Its fields are not for callers.
typedef struct {
    const mq_strokes *_Nonnull strokes;
    /// [capacity][inputs], a ring: the last samples, of which `held` are there.
    int16_t *_Nonnull ring;
    /// [window][inputs]: the last stroke before its strength is evened out.
    int16_t *_Nonnull rows;
    size_t inputs;
    size_t window;
    size_t capacity;
    size_t next;
    size_t held;
    /// Samples since the last stroke closed, of those that are held: only they may belong to another.
    size_t fresh;
    /// Running mean of the motion, times 2^smoothing.
    int32_t energy;
    /// Samples since the stroke began that goes on, itself included; 0 without one.
    size_t age;
    /// Samples in a row of less motion than `stop`.
    size_t quiet;
    /// Samples of the last stroke.
    size_t length;
    /// Of the last stroke's inputs: sum over the rows.
    int32_t sums[MQ_STROKE_INPUTS];
    /// Of its accelerations and of its rotations: 8 * window * strength.
    int64_t strengths[2];
} mq_stroke_reader;

/// Bytes of memory for a reader.
///
/// - inputs: of the network, 1 ... `MQ_STROKE_INPUTS`.
/// - window: its length in samples, 4 ... 4096.
MQ_NO_ALLOCATION size_t mq_stroke_memory(const mq_strokes *_Nonnull strokes, size_t inputs, size_t window);

/// Sets a reader up, with no sample seen.
///
/// - strokes: within the ranges of `mq_strokes`; it outlives the reader, as does `memory`.
/// - memory: `mq_stroke_memory` bytes or more, on a 2-byte boundary.
MQ_NO_ALLOCATION void mq_stroke_begin(
    mq_stroke_reader *_Nonnull reader, const mq_strokes *_Nonnull strokes, size_t inputs, size_t window, void *_Nonnull memory);

// Swift takes a value.
static inline MQ_NO_ALLOCATION mq_stroke_reader
mq_stroke_reader_in(void *_Nonnull memory, const mq_strokes *_Nonnull strokes, size_t inputs, size_t window) {
    mq_stroke_reader reader;
    mq_stroke_begin(&reader, strokes, inputs, window, memory);
    return reader;
}

/// Samples are missing: a stroke that goes on is dropped, and nothing is known of what was before.
MQ_NO_ALLOCATION void mq_stroke_restart(mq_stroke_reader *_Nonnull reader);

/// Takes one sample: `inputs` values in the units above.
///
/// Returns whether a stroke ended, so many samples ago as a pause has; its rows are there until the next one ends. The time is that
/// of a few additions, and where a stroke ends some hundred divisions.
MQ_NO_ALLOCATION bool mq_stroke_push(mq_stroke_reader *_Nonnull reader, const int16_t *_Nonnull sample);

/// A row of the last stroke as the network reads it.
///
/// - row: below the window's length.
/// - values: room for `inputs` numbers in the Q-format of the network's inputs.
MQ_NO_ALLOCATION void mq_stroke_row(const mq_stroke_reader *_Nonnull reader, size_t row, int16_t *_Nonnull values);

/// The motion of a sample, in 2^-11 g: how much its accelerations differ from an earlier sample's, and a quarter g for each rad/s
/// of its rotations, added up over the axes.
MQ_NO_ALLOCATION int32_t mq_stroke_motion(
    const mq_strokes *_Nonnull strokes, size_t inputs, const int16_t *_Nonnull sample, const int16_t *_Nonnull earlier);

/// Makes the rows of the stroke that these samples are, `count` times `inputs` numbers, as `mq_stroke_push` does of one that it cut
/// out of the stream.
///
/// - count: `MQ_STROKE_LEAST` or more, and no more than the reader's memory holds: most + pause + before.
MQ_NO_ALLOCATION void mq_stroke_take(mq_stroke_reader *_Nonnull reader, const int16_t *_Nonnull samples, size_t count);

/// Samples that a stroke has at least.
#define MQ_STROKE_LEAST 4

/// Samples since the first one of the last stroke, itself included, by when a network has read it: the stroke, its pause, and those
/// over which the reading is spread.
static inline MQ_NO_ALLOCATION size_t mq_stroke_age(const mq_stroke_reader *_Nonnull reader) {
    return reader->length + reader->strokes->pause + MQ_STROKE_LEAST - 1;
}

#ifdef __cplusplus
}
#endif
#endif
