// What an image says of the strokes that its network reads whole.
#include "image_reader.h"

#define STROKES_BYTES 20u
#define STROKE_INPUT_BYTES 16u

static bool between(uint32_t value, uint32_t least, uint32_t most) { return value >= least && value <= most; }

static bool read_input(mq_stroke_input *input, uint8_t kind, const uint8_t *bytes) {
    input->addend = (int64_t)u64_at(bytes);
    input->multiplier = (int32_t)u32_at(bytes + 8);
    input->shift = bytes[12];
    input->rotates = bytes[13] == 1;
    const int64_t largest = INT64_C(1) << 50;
    // What is evened out as a rotation must be measured as one.
    const bool is_kind = kind >> 4 == (input->rotates ? 2 : 1);
    return is_kind && input->addend >= -largest && input->addend <= largest && input->multiplier > -(1 << 30) &&
           input->multiplier < 1 << 30 && between(input->shift, 1, 46) && bytes[13] <= 1 && all_zero(bytes + 14, 2);
}

mq_image_fault mq_image_read_strokes(const mq_image_reader *reader) {
    mq_network_image *image = reader->image;
    mq_network *network = &image->network;
    const uint32_t offset = u16_at(reader->bytes + 82) * 4u;
    if (offset == 0) return MQ_IMAGE_OK;
    const uint8_t *bytes = array_at(reader, offset, STROKES_BYTES + (uint64_t)network->inputs * STROKE_INPUT_BYTES, 4);
    if (!bytes || network->inputs > MQ_STROKE_INPUTS || network->hop != network->length || network->carries_state)
        return MQ_IMAGE_SHAPE;
    mq_strokes *strokes = &image->strokes;
    strokes->start = (int32_t)u32_at(bytes);
    strokes->stop = (int32_t)u32_at(bytes + 4);
    strokes->lag = u16_at(bytes + 8);
    strokes->pause = u16_at(bytes + 10);
    strokes->before = u16_at(bytes + 12);
    strokes->least = u16_at(bytes + 14);
    strokes->most = u16_at(bytes + 16);
    strokes->smoothing = bytes[18];
    strokes->form = bytes[19];
    bool is_sound = strokes->stop >= 1 && strokes->stop <= strokes->start && strokes->start <= 1 << 20 &&
                    between(strokes->lag, 1, 4096) && between(strokes->pause, 1, 4096) && strokes->before <= 4096 &&
                    between(strokes->least, 4, strokes->most) && strokes->most <= 4096 && strokes->smoothing <= 8 &&
                    strokes->form <= 2 && between((uint32_t)network->length, 4, 4096);
    for (size_t index = 0; index < network->inputs; index++) {
        is_sound &=
            read_input(&strokes->inputs[index], image->inputs[index].kind, bytes + STROKES_BYTES + index * STROKE_INPUT_BYTES);
    }
    network->strokes = strokes;
    return is_sound ? MQ_IMAGE_OK : MQ_IMAGE_FORMAT;
}
