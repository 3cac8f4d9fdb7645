// Reads an image: what is said of the network, its inputs and its labels. image_layers.c finds the layers.
//
// The compiler's own names for memcpy and its kin: clang for a chip comes without string.h.
#include "mq_network_image.h"

#include "image_reader.h"

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

uint64_t mq_fnv1a(uint64_t start, const uint8_t *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) start = (start ^ bytes[index]) * 0x100000001B3u;
    return start;
}

// MARK: Header

static mq_image_fault read_header(mq_network_image *image, const uint8_t *bytes) {
    mq_decision_parameters *decision = &image->decision;
    decision->threshold = (int16_t)u16_at(bytes + 16);
    decision->rest_label = (int16_t)u16_at(bytes + 18);
    decision->smoothing = u16_at(bytes + 22);
    decision->enter_ratio = (int32_t)u32_at(bytes + 24);
    decision->exit_ratio = (int32_t)u32_at(bytes + 28);
    decision->refractory = u64_at(bytes + 32);
    decision->evidence = u16_at(bytes + 40);
    decision->evidence_leak = u16_at(bytes + 42);
    decision->evidence_limit = u16_at(bytes + 44);
    decision->evidence_shares = u64_at(bytes + 48);
    // What `DecisionParameters` may be chosen from.
    const bool is_sound = decision->threshold >= 0 && decision->smoothing >= 1 && decision->smoothing <= 1000 &&
                          decision->enter_ratio >= 4096 && decision->enter_ratio <= 4096000 && decision->exit_ratio >= 4096 &&
                          decision->exit_ratio <= 4096000 && decision->refractory <= 60000000u;
    const bool has_evidence = decision->evidence_leak <= 4096 && decision->evidence_limit >= 64 && decision->evidence_limit <= 4096;
    const bool has_none = all_zero(bytes + 40, 16);
    return is_sound && (decision->evidence > 0 ? has_evidence : has_none) && all_zero(bytes + 20, 2) && all_zero(bytes + 46, 2) &&
                   all_zero(bytes + 56, 8)
               ? MQ_IMAGE_OK
               : MQ_IMAGE_FORMAT;
}

// MARK: Inputs and labels

static mq_image_fault read_inputs(const mq_image_reader *reader) {
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

// The text of `least` to `most` bytes at an offset, which goes on to the one after it. False if it does not lie inside.
static bool pass_text(const mq_image_reader *reader, uint32_t *offset, uint8_t least, uint8_t most) {
    if (*offset >= reader->length) return false;
    const uint8_t bytes = reader->bytes[*offset];
    if (bytes < least || bytes > most || bytes > reader->length - *offset - 1) return false;
    *offset += bytes + 1u;
    return true;
}

// Behind the labels stand the names of the channels that inputs of kind MQ_NAMED_KIND read.
static mq_image_fault read_labels(const mq_image_reader *reader) {
    mq_network_image *image = reader->image;
    uint32_t offset = u32_at(reader->bytes + 92);
    const uint8_t *labels = array_at(reader, offset, 1, 1);
    if (!labels) return MQ_IMAGE_SHAPE;
    for (size_t index = 0; index < image->labels; index++) {
        if (!pass_text(reader, &offset, 0, 31)) return MQ_IMAGE_SHAPE;
    }
    image->label_names = labels;
    for (size_t input = 0; input < image->network.inputs; input++) {
        if (image->inputs[input].kind != MQ_NAMED_KIND) continue;
        if (!image->network.input_names) image->network.input_names = reader->bytes + offset;
        if (!pass_text(reader, &offset, 1, 32)) return MQ_IMAGE_SHAPE;
    }
    return MQ_IMAGE_OK;
}

const uint8_t *mq_network_image_label(const mq_network_image *image, size_t index, size_t *length) {
    const uint8_t *label = image->label_names;
    for (size_t before = 0; before < index && before < image->labels; before++) label += label[0] + 1;
    *length = index < image->labels ? label[0] : 0;
    return label + (*length > 0 ? 1 : 0);
}

// MARK: The whole

static mq_image_fault read_body(mq_image_reader *reader) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    const uint8_t *bytes = reader->bytes;
    const uint8_t convolutions = bytes[78] & 1, detectors = bytes[78] >> 1 & 1, front_layers = bytes[78] >> 2;
    const uint8_t lstm_layers = bytes[79], dense_layers = bytes[80];
    const uint32_t length = u32_at(bytes + 64), hop = u32_at(bytes + 68), inputs = u32_at(bytes + 72), rate = u32_at(bytes + 84);
    if (bytes[76] > 15 || bytes[77] > 1 || front_layers > 7) return MQ_IMAGE_FORMAT;
    if (!is_finite(rate) || rate >> 31 != 0) return MQ_IMAGE_FORMAT;
    image->labels = bytes[81];
    if (image->decision.rest_label < -1 || image->decision.rest_label >= (int16_t)image->labels) return MQ_IMAGE_FORMAT;
    if (length == 0 || hop == 0 || inputs == 0 || dense_layers == 0) return MQ_IMAGE_SHAPE;
    if (convolutions > 0 && front_layers > 0) return MQ_IMAGE_SHAPE;
    if (lstm_layers == 0 && (convolutions + front_layers == 0 || detectors > 0)) return MQ_IMAGE_SHAPE;
    if (front_layers > MQ_IMAGE_FRONT_LAYERS || lstm_layers > MQ_IMAGE_LSTM_LAYERS || dense_layers > MQ_IMAGE_DENSE_LAYERS)
        return MQ_IMAGE_TOO_LARGE;
    if (length > MOST_ROWS || inputs > MOST_ROWS || hop > MOST_HOP) return MQ_IMAGE_TOO_LARGE;
    if ((length - 1) / hop + 1 > MQ_IMAGE_SLOTS) return MQ_IMAGE_TOO_LARGE;
    const uint32_t layers = (uint32_t)convolutions + front_layers + lstm_layers + dense_layers + detectors;
    if (!array_at(reader, LAYERS_OFFSET, layers * LAYER_BYTES, 1)) return MQ_IMAGE_SHAPE;
    network->length = length;
    network->hop = hop;
    network->inputs = inputs;
    network->input_fraction_bits = bytes[76];
    network->carries_state = bytes[77] == 1;
    network->front_layers = front_layers;
    network->lstm_layers = lstm_layers;
    network->dense_layers = dense_layers;
    __builtin_memcpy(&image->rate, bytes + 84, sizeof image->rate);

    mq_image_fault fault = read_inputs(reader);
    if (fault == MQ_IMAGE_OK) fault = read_labels(reader);
    if (fault == MQ_IMAGE_OK) fault = mq_image_read_strokes(reader);
    return fault == MQ_IMAGE_OK ? mq_image_read_layers(reader, convolutions == 1, detectors == 1) : fault;
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
    mq_image_reader reader = {bytes, length, image, 0};
    const mq_image_fault fault = read_header(image, bytes);
    return fault == MQ_IMAGE_OK ? read_body(&reader) : fault;
}
