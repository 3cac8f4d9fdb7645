// Finds the layers that stand before the LSTM, and whether a window goes through them (ARITHMETIC.md, section 17).
#include "image_reader.h"

// Bits of byte 1 of a convolution.
#define RECTIFIED 1
#define CAUSAL 2

// Which inputs a layer reads, of those that a window gives it; `inputs` is then how many outputs it gives.
static mq_image_fault read_field(const uint8_t *at, mq_front_layer *layer, uint64_t *inputs, uint64_t *numbers) {
    layer->taps = u32_at(at);
    layer->stride = u32_at(at + 4);
    layer->dilation = u32_at(at + 8);
    if (layer->taps == 0 || layer->stride == 0 || layer->dilation == 0) return MQ_IMAGE_FORMAT;
    if (layer->taps > MOST_ROWS || layer->stride > MOST_ROWS || layer->dilation > MOST_ROWS) return MQ_IMAGE_FORMAT;
    if (!layer->convolution && (layer->dilation != 1 || layer->taps > MQ_FRONT_POOL_TAPS)) return MQ_IMAGE_FORMAT;
    const uint64_t span = (uint64_t)(layer->taps - 1) * layer->dilation + 1;
    if (span > *inputs) return MQ_IMAGE_SHAPE;
    *numbers += span * layer->columns;
    if (*numbers > MQ_FRONT_NUMBERS) return MQ_IMAGE_TOO_LARGE;
    *inputs = (*inputs - (layer->is_causal ? 1 : span)) / layer->stride + 1;
    return MQ_IMAGE_OK;
}

static mq_image_fault read_layer(mq_image_reader *reader, const uint8_t *at, size_t index, uint64_t *inputs, uint64_t *numbers) {
    mq_network_image *image = reader->image;
    mq_front_layer *layer = &image->front[index];
    const uint8_t kind = at[0];
    if (kind == IMAGE_FRONT_CONVOLUTION) {
        // Below 2^48; no term has more than 2^24 columns.
        const uint64_t columns = (uint64_t)u32_at(at + 40) * layer->columns;
        uint8_t flags;
        const mq_image_fault fault = mq_image_read_layer(reader, at, kind, columns, 0, &image->front_convolutions[index], &flags);
        if (fault != MQ_IMAGE_OK) return fault;
        layer->convolution = &image->front_convolutions[index];
        layer->rectified = (flags & RECTIFIED) != 0;
        layer->is_causal = (flags & CAUSAL) != 0;
    } else {
        if ((kind != IMAGE_FRONT_MAXIMUM && kind != IMAGE_FRONT_AVERAGE) || !all_zero(at + 1, 3)) return MQ_IMAGE_FORMAT;
        if (u32_at(at + 4) != layer->columns || !all_zero(at + 8, 32) || !all_zero(at + 52, 12)) return MQ_IMAGE_SHAPE;
        layer->averages = kind == IMAGE_FRONT_AVERAGE;
    }
    return read_field(at + 40, layer, inputs, numbers);
}

mq_image_fault mq_image_read_front(mq_image_reader *reader, const uint8_t *at, uint64_t *columns) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    uint64_t inputs = network->length, numbers = 0;
    for (size_t index = 0; index < network->front_layers; index++, at += LAYER_BYTES) {
        image->front[index].columns = (size_t)*columns;
        const mq_image_fault fault = read_layer(reader, at, index, &inputs, &numbers);
        if (fault != MQ_IMAGE_OK) return fault;
        if (image->front[index].convolution) *columns = image->front[index].convolution->rows;
    }
    network->front = image->front;
    return network->front_layers > 0 && network->lstm_layers == 0 && inputs != 1 ? MQ_IMAGE_SHAPE : MQ_IMAGE_OK;
}
