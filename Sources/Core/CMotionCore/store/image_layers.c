// Finds the arrays of an image's layers, and whether shapes fit each other; what they must hold is proved in image_proof.c.
#include "image_reader.h"

// A term of a layer: its columns, and of a convolution those of a sample, which are a panel; 0 of any other layer.
static mq_image_fault read_term(
    mq_image_reader *reader, const uint8_t *at, uint32_t rows, uint64_t columns, uint32_t sample, bool has_bytes,
    const mq_matrix **term) {
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
    // Kernels read lines of four columns that begin at multiples of 64.
    if (has_bytes && panels > 1 && panel_pairs % 2 != 0) return MQ_IMAGE_SHAPE;
    const uint32_t blocks = (rows + 15) / 16;
    const uint8_t *weights = array_at(reader, u32_at(at + 16), (uint64_t)blocks * pairs * (has_bytes ? 32 : 64), 64);
    const uint8_t *shifts = array_at(reader, u32_at(at + 20), (uint64_t)blocks * panels, 1);
    if (!weights || !shifts) return MQ_IMAGE_SHAPE;
    mq_matrix *matrix = &reader->image->matrices[reader->matrices++];
    matrix->weights = has_bytes ? NULL : (const int16_t *)(const void *)weights;
    matrix->bytes = has_bytes ? (const int8_t *)(const void *)weights : NULL;
    matrix->shifts = shifts;
    matrix->blocks = blocks;
    matrix->panels = panels;
    matrix->panel_pairs = panel_pairs;
    matrix->pairs = pairs;
    *term = matrix;
    return MQ_IMAGE_OK;
}

// The largest that byte 1 of a layer may be; a detector has a number there.
static uint8_t most_flags(uint8_t kind) {
    switch (kind) {
    case IMAGE_DENSE: return 1;
    case IMAGE_FRONT_CONVOLUTION: return 3;
    case IMAGE_DETECTOR: return UINT8_MAX;
    default: return 0;
    }
}

// From byte 40 on a layer without a second term may have so many bytes of its own.
static size_t own_bytes(uint8_t kind) { return kind == IMAGE_DETECTOR ? 8 : kind == IMAGE_FRONT_CONVOLUTION ? 12 : 0; }

mq_image_fault mq_image_read_layer(
    mq_image_reader *reader, const uint8_t *at, uint8_t kind, uint64_t columns, uint32_t sample, mq_affine *affine,
    uint8_t *flags) {
    const uint32_t rows = u32_at(at + 4);
    const bool is_recurrent = kind == IMAGE_LSTM || kind == IMAGE_GRU;
    // Byte 2: which terms have their weights as bytes.
    const uint8_t bytes = at[2], all_terms = is_recurrent ? 3 : 1;
    if (at[0] != kind || at[1] > most_flags(kind) || bytes > all_terms || at[3] != 0) return MQ_IMAGE_FORMAT;
    if (rows == 0 || (is_recurrent && rows % 4 != 0)) return MQ_IMAGE_SHAPE;
    if (rows > MOST_ROWS) return MQ_IMAGE_TOO_LARGE;
    *flags = at[1];
    const uint32_t blocks = (rows + 15) / 16;
    const uint8_t *bias = array_at(reader, u32_at(at + 8), (uint64_t)blocks * 64, 64);
    const uint8_t *shifts = array_at(reader, u32_at(at + 12), blocks, 1);
    if (!bias || !shifts) return MQ_IMAGE_SHAPE;
    affine->bias = (const int32_t *)(const void *)bias;
    affine->output_shifts = shifts;
    affine->rows = rows;
    affine->blocks = blocks;
    affine->recurrent = NULL;
    mq_image_fault fault = read_term(reader, at + 16, rows, columns, sample, bytes & 1, &affine->input);
    if (fault != MQ_IMAGE_OK) return fault;
    affine->is_gru = kind == IMAGE_GRU;
    if (is_recurrent) {
        fault = read_term(reader, at + 40, rows, rows / 4, 0, bytes & 2, &affine->recurrent);
        if (fault != MQ_IMAGE_OK) return fault;
    } else if (!all_zero(at + 40 + own_bytes(kind), 24 - own_bytes(kind))) {
        return MQ_IMAGE_SHAPE;
    }
    return mq_image_prove(affine, columns, sample);
}

// The detector, whose projection reads so many columns; `at` describes it. Squared distances cannot leave 32 bits
// (MQ_DETECTOR_LARGEST), whatever the limits are.
static mq_image_fault read_detector(mq_image_reader *reader, const uint8_t *at, uint64_t columns) {
    mq_network_image *image = reader->image;
    mq_detector *detector = &image->detector;
    uint8_t flags;
    const mq_image_fault fault = mq_image_read_layer(reader, at, IMAGE_DETECTOR, columns, 0, &detector->projection, &flags);
    if (fault != MQ_IMAGE_OK) return fault;
    const size_t rows = detector->projection.rows, per_label = at[1];
    if (per_label == 0) return MQ_IMAGE_FORMAT;
    if (rows > MQ_DETECTOR_ROWS || per_label > MQ_DETECTOR_PROTOTYPES) return MQ_IMAGE_TOO_LARGE;
    const size_t count = image->labels * per_label * rows;
    const uint8_t *prototypes = array_at(reader, u32_at(at + 40), (uint64_t)count * 2, 4);
    const uint8_t *limits = array_at(reader, u32_at(at + 44), (uint64_t)image->labels * 4, 4);
    if (!prototypes || !limits) return MQ_IMAGE_SHAPE;
    detector->prototypes = (const int16_t *)(const void *)prototypes;
    detector->limits = (const uint32_t *)(const void *)limits;
    detector->per_label = per_label;
    for (size_t index = 0; index < count; index++) {
        const int16_t number = detector->prototypes[index];
        if (number < -MQ_DETECTOR_LARGEST || number > MQ_DETECTOR_LARGEST) return MQ_IMAGE_FORMAT;
    }
    image->network.detector = detector;
    return MQ_IMAGE_OK;
}

mq_image_fault mq_image_read_layers(mq_image_reader *reader, bool has_convolution, bool has_detector) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    const uint8_t *at = reader->bytes + LAYERS_OFFSET;
    uint64_t columns = network->inputs;
    uint8_t flags;
    if (has_convolution) {
        const uint64_t window = columns * network->length;
        const mq_image_fault fault =
            mq_image_read_layer(reader, at, IMAGE_CONVOLUTION, window, (uint32_t)columns, &image->convolution, &flags);
        if (fault != MQ_IMAGE_OK) return fault;
        network->convolution = &image->convolution;
        columns = image->convolution.rows;
        at += LAYER_BYTES;
    }
    const mq_image_fault in_front = mq_image_read_front(reader, at, &columns);
    if (in_front != MQ_IMAGE_OK) return in_front;
    at += network->front_layers * LAYER_BYTES;
    for (size_t index = 0; index < network->lstm_layers; index++, at += LAYER_BYTES) {
        const uint8_t kind = at[0] == IMAGE_GRU ? IMAGE_GRU : IMAGE_LSTM;
        const mq_image_fault fault = mq_image_read_layer(reader, at, kind, columns, 0, &image->lstm[index], &flags);
        if (fault != MQ_IMAGE_OK) return fault;
        columns = image->lstm[index].rows / 4;
    }
    const uint64_t hidden = columns;
    for (size_t index = 0; index < network->dense_layers; index++, at += LAYER_BYTES) {
        mq_dense *dense = &image->dense[index];
        const mq_image_fault fault = mq_image_read_layer(reader, at, IMAGE_DENSE, columns, 0, &dense->affine, &flags);
        if (fault != MQ_IMAGE_OK) return fault;
        dense->rectified = flags == 1;
        columns = dense->affine.rows;
    }
    network->lstm = image->lstm;
    network->dense = image->dense;
    if (columns != image->labels) return MQ_IMAGE_SHAPE;
    return has_detector ? read_detector(reader, at, hidden) : MQ_IMAGE_OK;
}
