// A quantized network in the form that runs, as constant data: what an export writes and what the engine builds of a model
// file.
//
// ARITHMETIC.md says what every number does. A network is taken for valid: its maker has proved that no sum can overflow.
#ifndef MQ_NETWORK_H
#define MQ_NETWORK_H

#include "mq_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An affine map: bias + one matrix times its vector, or two in a recurrent layer.
typedef struct {
    const mq_matrix *_Nonnull input;
    /// What the hidden state is multiplied with; NULL in a map that is no recurrent layer.
    const mq_matrix *_Nullable recurrent;
    /// blocks × 16, zero in the padding; 64-byte aligned where vectors are.
    const int32_t *_Nonnull bias;
    /// blocks
    const uint8_t *_Nonnull output_shifts;
    size_t rows;
    size_t blocks;
    /// Whether a recurrent layer is a GRU (ARITHMETIC.md, section 18) and not an LSTM.
    bool is_gru;
} mq_affine;

/// One step of a recurrent layer's cells, of their gate arguments: `advance` or `advance_gru` of the kernels.
static inline MQ_NO_ALLOCATION void mq_advance(
    const mq_kernels *_Nonnull kernels, const mq_affine *_Nonnull layer, const int16_t *_Nonnull gates,
    const mq_tanh_table *_Nonnull tanh, int32_t *_Nonnull cell, int16_t *_Nonnull hidden) {
    (layer->is_gru ? kernels->advance_gru : kernels->advance)(gates, layer->rows / 4, tanh, cell, hidden);
}

/// A dense layer.
typedef struct {
    mq_affine affine;
    /// Whether negative outputs become 0.
    bool rectified;
} mq_dense;

/// A layer in front of the LSTM (ARITHMETIC.md, section 17): a convolution over a field of its inputs, or their maximum or mean.
///
/// A field has `taps` inputs, `dilation` apart; the next one is `stride` inputs later. mq_front_end.h moves it along a window.
typedef struct {
    /// Its columns are the field's inputs, the oldest first; NULL in a layer that pools, which has as many outputs as inputs.
    const mq_affine *_Nullable convolution;
    /// Numbers of one input.
    size_t columns;
    uint32_t taps;
    uint32_t stride;
    uint32_t dilation;
    /// Whether the first field ends with the window's first input, with zeros before that; or else begins with it.
    bool is_causal;
    /// Of a convolution: whether negative outputs become 0.
    bool rectified;
    /// Of a layer that pools: whether it takes the mean and not the maximum.
    bool averages;
} mq_front_layer;

/// Taps of a layer that pools, at most: twice their sum stays below 2^31.
#define MQ_FRONT_POOL_TAPS 16384
/// Numbers that all front layers of a window remember, at most.
#define MQ_FRONT_NUMBERS 1048576

/// From a value of a stroke that was evened out to an input of the network: (value * multiplier + addend + 2^(shift-1)) >> shift.
typedef struct {
    /// |addend| <= 2^50
    int64_t addend;
    /// |multiplier| < 2^30
    int32_t multiplier;
    /// 1 ... 46
    uint8_t shift;
    /// Whether the input is a rotation; otherwise it is an acceleration.
    bool rotates;
} mq_stroke_input;

/// Inputs that a network of strokes has at most: three accelerations and three rotations.
#define MQ_STROKE_INPUTS 6

/// How isolated gestures are cut out of a stream, and how each becomes the one window of the network (ARITHMETIC.md, section 14).
/// Times are in samples, motion is in units of 2^-11 g; a rotation of 1 rad/s counts as much as 1/4 g.
typedef struct {
    /// One of each input, in their order.
    mq_stroke_input inputs[MQ_STROKE_INPUTS];
    /// Mean motion at which a stroke begins, and motion below which it pauses, 1 <= stop <= start <= 2^20.
    int32_t start;
    int32_t stop;
    /// Samples between which accelerations are compared, 1 ... 4096; of a pause that ends a stroke, 1 ... 4096; looked back on at
    /// its start, 0 ... 4096.
    uint16_t lag;
    uint16_t pause;
    uint16_t before;
    /// Samples of a stroke, 4 <= least <= most <= 4096.
    uint16_t least;
    uint16_t most;
    /// The running mean takes 2^-smoothing of each sample's motion, 0 ... 8.
    uint8_t smoothing;
    /// 0: stretched to the window, 1: at its own tempo to the window's end, 2: the middle of its motion in the window's middle.
    uint8_t form;
} mq_strokes;

// Swift has no arrays in C values.
static inline MQ_NO_ALLOCATION mq_stroke_input mq_stroke_input_at(const mq_strokes *_Nonnull strokes, size_t input) {
    return strokes->inputs[input];
}
static inline MQ_NO_ALLOCATION void mq_stroke_set_input(mq_strokes *_Nonnull strokes, size_t input, mq_stroke_input map) {
    if (input < MQ_STROKE_INPUTS) strokes->inputs[input] = map;
}

/// Rows of a detector's projection, 1 ... 16, and prototypes of a label, 1 ... 16, at most.
#define MQ_DETECTOR_ROWS 16
#define MQ_DETECTOR_PROTOTYPES 16
/// Largest magnitude of a prototype's number; the projection is cut to it. 16 · (2 · 8191)^2 is below 2^32.
#define MQ_DETECTOR_LARGEST 8191

/// Tells what is unlike all that was learned (ARITHMETIC.md, section 15): a window whose last hidden state lies far from the
/// prototypes of its label.
typedef struct {
    /// Of the last LSTM layer's hidden state; its rows are 1 ... MQ_DETECTOR_ROWS.
    mq_affine projection;
    /// [labels][per_label][rows], −8191 ... 8191
    const int16_t *_Nonnull prototypes;
    /// [labels]: the largest squared distance that is not far.
    const uint32_t *_Nonnull limits;
    /// Prototypes of each label, 1 ... MQ_DETECTOR_PROTOTYPES.
    size_t per_label;
} mq_detector;

/// Whether a projected hidden state is farther from all prototypes of a label than its limit allows. Wrap-free: see
/// `MQ_DETECTOR_LARGEST`.
///
/// - projected: the first `projection.rows` numbers are read, any int16.
/// - label: one that the network has.
static inline MQ_NO_ALLOCATION bool mq_detector_is_far(
    const mq_detector *_Nonnull detector, const int16_t *_Nonnull projected, size_t label) {
    const size_t rows = detector->projection.rows;
    const int16_t *prototype = detector->prototypes + label * detector->per_label * rows;
    const uint32_t limit = detector->limits[label];
    for (size_t index = 0; index < detector->per_label; index++, prototype += rows) {
        uint32_t distance = 0;
        for (size_t row = 0; row < rows; row++) {
            int32_t value = projected[row];
            if (value > MQ_DETECTOR_LARGEST) value = MQ_DETECTOR_LARGEST;
            if (value < -MQ_DETECTOR_LARGEST) value = -MQ_DETECTOR_LARGEST;
            const int32_t difference = value - prototype[row];
            distance += (uint32_t)(difference * difference);
        }
        if (distance <= limit) return false;
    }
    return true;
}

/// Window length T and hop S in samples; F inputs with so many fraction bits; the layers in the order in which they run.
typedef struct {
    size_t length;
    size_t hop;
    size_t inputs;
    unsigned input_fraction_bits;
    /// Whether a slot keeps its state from one of its windows to the next. Means nothing without an LSTM, which has it.
    bool carries_state;
    /// Over the whole window, rectified; NULL without one.
    const mq_affine *_Nullable convolution;
    /// Layers that a window's samples pass, one by one; none with a convolution over the whole window. Not read where there are
    /// none.
    const mq_front_layer *_Nullable front;
    size_t front_layers;
    /// Not read where there are none. There may be none after a convolution or front layers, which then give one output a window:
    /// the dense layers read that.
    const mq_affine *_Nullable lstm;
    size_t lstm_layers;
    const mq_dense *_Nonnull dense;
    size_t dense_layers;
    const mq_tanh_table *_Nonnull tanh;
    /// The 257 nodes of the softmax's exponential, for readers in C; NULL where Swift reads its own.
    const int32_t *_Nullable exponentials;
    /// For a network that reads whole strokes; NULL for one that reads windows as they come. With strokes the hop is the length.
    const mq_strokes *_Nullable strokes;
    /// Tells windows that are unlike all that was learned; NULL without one. Only with an LSTM.
    const mq_detector *_Nullable detector;
    /// Of the inputs whose kind is MQ_NAMED_KIND, in their order: a length, 1 ... 32, and so many bytes of UTF-8, one name after
    /// the other. NULL without such inputs.
    const uint8_t *_Nullable input_names;
} mq_network;

/// The kind of an input that reads a channel with a name, whatever it measures: `mq_network.input_names` has the name.
#define MQ_NAMED_KIND 0

/// What one input measures in g, rad/s or rad, or in the unit of its named channel, and how it is normalised: (x − offset) · scale.
/// Its kind is a channel's (PROTOCOL.md §6.1), MQ_NAMED_KIND, or for what an orientation filter tells one that no channel has
/// (mq_derivation.h).
typedef struct {
    uint8_t kind;
    float offset;
    float scale;
} mq_network_input;

/// For constant data that vector units read in whole lines.
#define MQ_ALIGNED __attribute__((aligned(64)))

#ifdef __cplusplus
}
#endif
#endif
