// Reads an image and finds its arrays; what they must hold is proved in image_proof.c.
//
// The compiler's own names for memcpy and its kin: clang for a chip comes without string.h.
#include "mq_network_image.h"

#include "image_proof.h"

// The arrays are used as they lie: inputs as structs, weights and biases as integers of this machine.
typedef char mq_input_is_as_in_the_image
    [sizeof(mq_network_input) == 12 && offsetof(mq_network_input, kind) == 0 && offsetof(mq_network_input, offset) == 4 &&
             offsetof(mq_network_input, scale) == 8
         ? 1
         : -1];

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define IS_BIG_ENDIAN 1
#else
#define IS_BIG_ENDIAN 0
#endif

// Where kernels read whole vectors, and where they read pairs of weights.
#if defined(__x86_64__) || defined(__aarch64__)
#define BOUNDARY 64
#else
#define BOUNDARY 4
#endif

// The bounds of ARITHMETIC.md, section 3.3, and that of the hop which model files have.
#define MOST_ROWS 65536u
#define MOST_WEIGHTS 16777216u
#define MOST_HOP 65536u

#define LAYERS_OFFSET 96
#define LAYER_BYTES 64

enum { CONVOLUTION = 1, LSTM = 2, DENSE = 3 };

uint64_t mq_fnv1a(uint64_t start, const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) start = (start ^ bytes[index]) * 0x100000001B3u;
    return start;
}

// MARK: Words

static uint32_t u32_at(const uint8_t *bytes) {
    uint32_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

static uint64_t u64_at(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

static uint16_t u16_at(const uint8_t *bytes) {
    uint16_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

// Whether a float32 is no infinity and no NaN.
static bool is_finite(uint32_t bits) { return (bits & 0x7F800000u) != 0x7F800000u; }

static bool all_zero(const uint8_t *bytes, size_t count) {
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
} reader;

// An array behind the header, NULL if it is not there whole or not on its boundary.
static const uint8_t *array_at(const reader *reader, uint32_t offset, uint64_t size, uint32_t boundary) {
    if (offset < MQ_IMAGE_HEADER || offset > reader->length || offset % boundary != 0) return NULL;
    return size <= reader->length - offset ? reader->bytes + offset : NULL;
}

// MARK: Header

static mq_image_fault read_header(mq_network_image *image, const uint8_t *bytes) {
    image->threshold = (int16_t)u16_at(bytes + 16);
    image->rest_label = (int16_t)u16_at(bytes + 18);
    image->smoothing = u16_at(bytes + 22);
    image->enter_ratio = (int32_t)u32_at(bytes + 24);
    image->exit_ratio = (int32_t)u32_at(bytes + 28);
    image->refractory = u64_at(bytes + 32);
    // What `DecisionParameters` may be chosen from.
    const bool is_sound = image->threshold >= 0 && image->smoothing >= 1 && image->smoothing <= 1000 &&
                          image->enter_ratio >= 4096 && image->enter_ratio <= 4096000 && image->exit_ratio >= 4096 &&
                          image->exit_ratio <= 4096000 && image->refractory <= 60000000u;
    return is_sound && all_zero(bytes + 20, 2) && all_zero(bytes + 40, 24) ? MQ_IMAGE_OK : MQ_IMAGE_FORMAT;
}

// MARK: Layers

// A term of a layer: its columns, and of a convolution those of a sample, which are a panel; 0 of any other layer.
static mq_image_fault read_term(
    reader *reader, const uint8_t *at, uint32_t rows, uint64_t columns, uint32_t sample, const mq_matrix **term) {
    const uint32_t panels = u32_at(at + 4), panel_pairs = u32_at(at + 8), pairs = u32_at(at + 12);
    if (columns == 0 || u32_at(at) != columns) return MQ_IMAGE_SHAPE;
    if (columns > MOST_WEIGHTS / rows) return MQ_IMAGE_TOO_LARGE;
    // From here on there are at most 2^24 columns.
    if (panels == 0 || panel_pairs == 0 || panel_pairs > INT32_MAX) return MQ_IMAGE_SHAPE;
    if (sample > 0) {
        if (panel_pairs != (sample + 1) / 2 || (uint64_t)panels * sample != columns) return MQ_IMAGE_SHAPE;
        if (pairs != (uint64_t)panels * panel_pairs) return MQ_IMAGE_SHAPE;
    } else {
        if (pairs != (columns + 1) / 2 || (uint64_t)panels * panel_pairs < pairs) return MQ_IMAGE_SHAPE;
        if ((uint64_t)(panels - 1) * panel_pairs >= pairs) return MQ_IMAGE_SHAPE;
    }
    const uint32_t blocks = (rows + 15) / 16;
    const uint8_t *weights = array_at(reader, u32_at(at + 16), (uint64_t)blocks * pairs * 64, 64);
    const uint8_t *shifts = array_at(reader, u32_at(at + 20), (uint64_t)blocks * panels, 1);
    if (!weights || !shifts) return MQ_IMAGE_SHAPE;
    mq_matrix *matrix = &reader->image->matrices[reader->matrices++];
    matrix->weights = (const int16_t *)(const void *)weights;
    matrix->shifts = shifts;
    matrix->blocks = blocks;
    matrix->panels = panels;
    matrix->panel_pairs = panel_pairs;
    matrix->pairs = pairs;
    *term = matrix;
    return MQ_IMAGE_OK;
}

// A layer that reads so many columns; `sample` as for a term.
static mq_image_fault read_layer(
    reader *reader, const uint8_t *at, uint8_t kind, uint64_t columns, uint32_t sample, mq_affine *affine, bool *rectified) {
    const uint32_t rows = u32_at(at + 4);
    if (at[0] != kind || at[1] > (kind == DENSE ? 1 : 0) || !all_zero(at + 2, 2)) return MQ_IMAGE_FORMAT;
    if (rows == 0 || (kind == LSTM && rows % 4 != 0)) return MQ_IMAGE_SHAPE;
    if (rows > MOST_ROWS) return MQ_IMAGE_TOO_LARGE;
    *rectified = at[1] == 1;
    const uint32_t blocks = (rows + 15) / 16;
    const uint8_t *bias = array_at(reader, u32_at(at + 8), (uint64_t)blocks * 64, 64);
    const uint8_t *shifts = array_at(reader, u32_at(at + 12), blocks, 1);
    if (!bias || !shifts) return MQ_IMAGE_SHAPE;
    affine->bias = (const int32_t *)(const void *)bias;
    affine->output_shifts = shifts;
    affine->rows = rows;
    affine->blocks = blocks;
    affine->recurrent = NULL;
    mq_image_fault fault = read_term(reader, at + 16, rows, columns, sample, &affine->input);
    if (fault != MQ_IMAGE_OK) return fault;
    if (kind == LSTM) {
        fault = read_term(reader, at + 40, rows, rows / 4, 0, &affine->recurrent);
        if (fault != MQ_IMAGE_OK) return fault;
    } else if (!all_zero(at + 40, 24)) {
        return MQ_IMAGE_SHAPE;
    }
    return mq_image_prove(affine, columns, sample);
}

static mq_image_fault read_layers(reader *reader, bool has_convolution) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    const uint8_t *at = reader->bytes + LAYERS_OFFSET;
    uint64_t columns = network->inputs;
    bool rectified;
    if (has_convolution) {
        const uint64_t window = columns * network->length;
        const mq_image_fault fault =
            read_layer(reader, at, CONVOLUTION, window, (uint32_t)columns, &image->convolution, &rectified);
        if (fault != MQ_IMAGE_OK) return fault;
        network->convolution = &image->convolution;
        columns = image->convolution.rows;
        at += LAYER_BYTES;
    }
    for (size_t index = 0; index < network->lstm_layers; index++, at += LAYER_BYTES) {
        const mq_image_fault fault = read_layer(reader, at, LSTM, columns, 0, &image->lstm[index], &rectified);
        if (fault != MQ_IMAGE_OK) return fault;
        columns = image->lstm[index].rows / 4;
    }
    for (size_t index = 0; index < network->dense_layers; index++, at += LAYER_BYTES) {
        mq_dense *dense = &image->dense[index];
        const mq_image_fault fault = read_layer(reader, at, DENSE, columns, 0, &dense->affine, &dense->rectified);
        if (fault != MQ_IMAGE_OK) return fault;
        columns = dense->affine.rows;
    }
    network->lstm = image->lstm;
    network->dense = image->dense;
    return columns == image->labels ? MQ_IMAGE_OK : MQ_IMAGE_SHAPE;
}

// MARK: Inputs and labels

static mq_image_fault read_inputs(const reader *reader) {
    mq_network_image *image = reader->image;
    const uint64_t size = (uint64_t)image->network.inputs * sizeof(mq_network_input);
    const uint8_t *inputs = array_at(reader, u32_at(reader->bytes + 88), size, 4);
    if (!inputs) return MQ_IMAGE_SHAPE;
    for (const uint8_t *input = inputs; input < inputs + size; input += sizeof(mq_network_input)) {
        if (!all_zero(input + 1, 3) || !is_finite(u32_at(input + 4)) || !is_finite(u32_at(input + 8))) return MQ_IMAGE_FORMAT;
    }
    image->inputs = (const mq_network_input *)(const void *)inputs;
    return MQ_IMAGE_OK;
}

static mq_image_fault read_labels(const reader *reader) {
    uint32_t offset = u32_at(reader->bytes + 92);
    const uint8_t *labels = array_at(reader, offset, 1, 1);
    if (!labels) return MQ_IMAGE_SHAPE;
    for (size_t index = 0; index < reader->image->labels; index++) {
        if (offset >= reader->length) return MQ_IMAGE_SHAPE;
        const uint8_t bytes = reader->bytes[offset];
        if (bytes > 31 || bytes > reader->length - offset - 1) return MQ_IMAGE_SHAPE;
        offset += bytes + 1u;
    }
    reader->image->label_names = labels;
    return MQ_IMAGE_OK;
}

const uint8_t *mq_network_image_label(const mq_network_image *image, size_t index, size_t *length) {
    const uint8_t *label = image->label_names;
    for (size_t before = 0; before < index && before < image->labels; before++) label += label[0] + 1;
    *length = index < image->labels ? label[0] : 0;
    return label + (*length > 0 ? 1 : 0);
}

// MARK: The whole

static mq_image_fault read_body(reader *reader) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    const uint8_t *bytes = reader->bytes;
    const uint8_t convolutions = bytes[78], lstm_layers = bytes[79], dense_layers = bytes[80];
    const uint32_t length = u32_at(bytes + 64), hop = u32_at(bytes + 68), inputs = u32_at(bytes + 72), rate = u32_at(bytes + 84);
    if (bytes[76] > 15 || bytes[77] > 1 || convolutions > 1 || !all_zero(bytes + 82, 2)) return MQ_IMAGE_FORMAT;
    if (!is_finite(rate) || rate >> 31 != 0) return MQ_IMAGE_FORMAT;
    image->labels = bytes[81];
    if (image->rest_label < -1 || image->rest_label >= (int16_t)image->labels) return MQ_IMAGE_FORMAT;
    if (length == 0 || hop == 0 || inputs == 0 || lstm_layers == 0 || dense_layers == 0) return MQ_IMAGE_SHAPE;
    if (lstm_layers > MQ_IMAGE_LSTM_LAYERS || dense_layers > MQ_IMAGE_DENSE_LAYERS) return MQ_IMAGE_TOO_LARGE;
    if (length > MOST_ROWS || inputs > MOST_ROWS || hop > MOST_HOP) return MQ_IMAGE_TOO_LARGE;
    if ((length - 1) / hop + 1 > MQ_IMAGE_SLOTS) return MQ_IMAGE_TOO_LARGE;
    const uint32_t layers = (uint32_t)convolutions + lstm_layers + dense_layers;
    if (!array_at(reader, LAYERS_OFFSET, layers * LAYER_BYTES, 1)) return MQ_IMAGE_SHAPE;
    network->length = length;
    network->hop = hop;
    network->inputs = inputs;
    network->input_fraction_bits = bytes[76];
    network->carries_state = bytes[77] == 1;
    network->lstm_layers = lstm_layers;
    network->dense_layers = dense_layers;
    __builtin_memcpy(&image->rate, bytes + 84, sizeof image->rate);

    mq_image_fault fault = read_inputs(reader);
    if (fault == MQ_IMAGE_OK) fault = read_labels(reader);
    return fault == MQ_IMAGE_OK ? read_layers(reader, convolutions == 1) : fault;
}

mq_image_fault mq_network_image_read(
    mq_network_image *image, const uint8_t *bytes, size_t count, const mq_tanh_table *tanh, const int32_t *exponentials) {
    __builtin_memset(image, 0, sizeof *image);
    if (IS_BIG_ENDIAN) return MQ_IMAGE_FORMAT;
    if ((uintptr_t)bytes % BOUNDARY != 0 || count < LAYERS_OFFSET || __builtin_memcmp(bytes, "MQN1", 4) != 0)
        return MQ_IMAGE_NOT_ONE;
    const uint32_t length = u32_at(bytes + 4);
    if (length < LAYERS_OFFSET || length % 64 != 0 || length > count) return MQ_IMAGE_NOT_ONE;
    image->hash = u64_at(bytes + 8);
    image->length = length;
    if (mq_fnv1a(MQ_FNV1A_START, bytes + MQ_IMAGE_HEADER, length - MQ_IMAGE_HEADER) != image->hash) return MQ_IMAGE_DAMAGED;
    image->network.tanh = tanh;
    image->network.exponentials = exponentials;
    reader reader = {bytes, length, image, 0};
    const mq_image_fault fault = read_header(image, bytes);
    return fault == MQ_IMAGE_OK ? read_body(&reader) : fault;
}
