// How an image is read: words, and arrays that lie inside of it.
#ifndef MQ_IMAGE_READER_H
#define MQ_IMAGE_READER_H

#include "mq_network_image.h"

// The bounds of ARITHMETIC.md, section 3.3, and that of the hop which model files have.
#define MOST_ROWS 65536u
#define MOST_WEIGHTS 16777216u
#define MOST_HOP 65536u

#define LAYERS_OFFSET 96
#define LAYER_BYTES 64

static inline uint32_t u32_at(const uint8_t *bytes) {
    uint32_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint64_t u64_at(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint16_t u16_at(const uint8_t *bytes) {
    uint16_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

// Whether a float32 is no infinity and no NaN.
static inline bool is_finite(uint32_t bits) { return (bits & 0x7F800000u) != 0x7F800000u; }

static inline bool all_zero(const uint8_t *bytes, size_t count) {
    uint8_t any = 0;
    for (size_t index = 0; index < count; index++) any |= bytes[index];
    return any == 0;
}

// What is read, how much of it there is, and how many matrices were found in it.
typedef struct {
    const uint8_t *bytes;
    uint32_t length;
    mq_network_image *image;
    size_t matrices;
} mq_image_reader;

// An array behind the header, NULL if it is not there whole or not on its boundary.
static inline const uint8_t *array_at(const mq_image_reader *reader, uint32_t offset, uint64_t size, uint32_t boundary) {
    if (offset < MQ_IMAGE_HEADER || offset > reader->length || offset % boundary != 0) return NULL;
    return size <= reader->length - offset ? reader->bytes + offset : NULL;
}

// Reads how strokes are cut out and become windows, if the network reads them whole; `network` has its inputs and windows.
mq_image_fault mq_image_read_strokes(const mq_image_reader *reader);

// Finds the layers' arrays, whose descriptions are there, and proves what they hold; `network` has the sizes that come before them.
mq_image_fault mq_image_read_layers(mq_image_reader *reader, bool has_convolution, bool has_detector);

// A layer that reads so many columns, as it is described, and the proof of what it holds; `sample` is that of a convolution over
// the window, the columns of a sample, which are a panel; 0 of any other layer.
mq_image_fault mq_image_read_layer(
    mq_image_reader *reader, const uint8_t *at, uint8_t kind, uint64_t columns, uint32_t sample, mq_affine *affine, uint8_t *flags);

// Finds the front layers, of which `network` has the number; `columns` is what they read, and then what they give.
mq_image_fault mq_image_read_front(mq_image_reader *reader, const uint8_t *at, uint64_t *columns);

// What a layer's description says that it is.
enum {
    IMAGE_CONVOLUTION = 1,
    IMAGE_LSTM = 2,
    IMAGE_DENSE = 3,
    IMAGE_DETECTOR = 4,
    IMAGE_FRONT_CONVOLUTION = 5,
    IMAGE_FRONT_MAXIMUM = 6,
    IMAGE_FRONT_AVERAGE = 7,
    IMAGE_GRU = 8
};

// Shifts in their ranges, zeros in the padding, and the proof of ARITHMETIC.md, section 3.3, for every row.
//
// - affine: its arrays are there; columns: of its input, 1 or more; sample: of a convolution the columns of a sample, else 0.
mq_image_fault mq_image_prove(const mq_affine *affine, uint64_t columns, uint32_t sample);

#endif
