// A network as one relocatable stretch of bytes, the network image: what an export writes as network.mqn, a device keeps in
// flash, and a kernel reads where it lies.
//
// Its bytes are laid out in firmware-protocol/NETWORK-IMAGE.md, which is normative, and so is the order in which faults are looked
// for. Only a little-endian machine reads one: the arrays are used as they are. No heap, no arithmetic in floating point. The
// format of what a layer gives (ARITHMETIC.md, section 1) is not stored, because nothing that runs needs it.
#ifndef MQ_NETWORK_IMAGE_H
#define MQ_NETWORK_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_decision_parameters.h"
#include "mq_network.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Layers for which an `mq_network_image` has room.
#define MQ_IMAGE_FRONT_LAYERS 4
#define MQ_IMAGE_LSTM_LAYERS 4
#define MQ_IMAGE_DENSE_LAYERS 4
/// Bytes of the header.
#define MQ_IMAGE_HEADER 64
/// Most windows in flight at a time: a device names them in a byte.
#define MQ_IMAGE_SLOTS 256

/// What is wrong with an image.
typedef enum {
    MQ_IMAGE_OK = 0,
    /// Nothing that begins like an image, is as long as one says, and lies on the boundary that this machine needs.
    MQ_IMAGE_NOT_ONE = 1,
    /// The network hash is another one.
    MQ_IMAGE_DAMAGED = 2,
    /// Layers do not fit each other or the windows, an array lies outside, or padding is not zero.
    MQ_IMAGE_SHAPE = 3,
    /// A shift, a Q-format, a weight of 8 bits or a decision parameter is outside its range; or this machine is big-endian.
    MQ_IMAGE_FORMAT = 4,
    /// Some input could make a row's sum leave 32 bits (ARITHMETIC.md, section 3.3).
    MQ_IMAGE_OVERFLOW = 5,
    /// More layers than fit an `mq_network_image`, or more rows, columns, samples or windows in flight than any network may have.
    MQ_IMAGE_TOO_LARGE = 6
} mq_image_fault;

/// A network image that was read. Caller-owned, and not to be copied or moved: `network` points into it, and into the image, which
/// stays where it is for as long as this is used.
typedef struct {
    /// Ready to run.
    mq_network network;
    /// [network.inputs], in the image.
    const mq_network_input *_Nonnull inputs;
    /// Number of labels, 1 ... 255.
    size_t labels;
    /// The first label's length, its bytes, the next one's length ..., in the image; `mq_network_image_label` finds one.
    const uint8_t *_Nonnull label_names;
    /// Samples per second that the network was made for; 0: not known.
    float rate;
    /// How scores become events.
    mq_decision_parameters decision;
    /// Network hash, which leaves the decision parameters out.
    uint64_t hash;
    /// Bytes of the image.
    size_t length;

    /// What `network` points to. Nothing for callers.
    mq_strokes strokes;
    mq_affine convolution;
    mq_affine front_convolutions[MQ_IMAGE_FRONT_LAYERS];
    mq_front_layer front[MQ_IMAGE_FRONT_LAYERS];
    mq_affine lstm[MQ_IMAGE_LSTM_LAYERS];
    mq_dense dense[MQ_IMAGE_DENSE_LAYERS];
    mq_detector detector;
    mq_matrix matrices[1 + MQ_IMAGE_FRONT_LAYERS + 2 * MQ_IMAGE_LSTM_LAYERS + MQ_IMAGE_DENSE_LAYERS + 1];
} mq_network_image;

/// FNV-1a in 64 bits before the first byte.
#define MQ_FNV1A_START 0xCBF29CE484222325ULL

/// FNV-1a in 64 bits: detects faults, not forgery.
///
/// - start: `MQ_FNV1A_START`, or the hash of the bytes before these.
MQ_NO_ALLOCATION uint64_t mq_fnv1a(uint64_t start, const uint8_t *_Nonnull bytes, size_t count);

/// Reads an image and proves that it can run: its hash; that every array lies inside, on its boundary; that shapes, shifts and
/// Q-formats are those that `QuantizedNetwork` allows; that padding which kernels read is zero; and, row by row, that no input
/// whatsoever can overflow a 32-bit sum. Safe on any bytes whatever. Time grows with the image.
///
/// - image: filled in; of no use unless the result is `MQ_IMAGE_OK`.
/// - bytes, count: the image and what may follow it. On a 64-byte boundary where kernels use vectors (x86-64, 64-bit ARM), on a
///   4-byte one elsewhere.
/// - tanh, exponentials: of the firmware's own network; they are the same for all. `exponentials` may be NULL where Swift reads its
///   own.
MQ_NO_ALLOCATION mq_image_fault mq_network_image_read(
    mq_network_image *_Nonnull image, const uint8_t *_Nonnull bytes, size_t count, const mq_tanh_table *_Nonnull tanh,
    const int32_t *_Nullable exponentials);

/// A label's name: UTF-8 that does not end with a zero.
///
/// - index: below `image->labels`; any other gives a length of 0.
MQ_NO_ALLOCATION const uint8_t *_Nonnull mq_network_image_label(
    const mq_network_image *_Nonnull image, size_t index, size_t *_Nonnull length);

// Swift reads what stands inside of a C value by its address.
static inline MQ_NO_ALLOCATION const mq_network *_Nonnull mq_network_image_network(const mq_network_image *_Nonnull image) {
    return &image->network;
}

/// What an input measures, and how it is normalised.
///
/// - index: below `image->network.inputs`.
static inline MQ_NO_ALLOCATION const mq_network_input *_Nonnull mq_network_image_input(
    const mq_network_image *_Nonnull image, size_t index) {
    return image->inputs + index;
}

#ifdef __cplusplus
}
#endif
#endif
