// COBS, written incrementally and decoded in place.
#include "mq_cobs.h"

static void open_block(mq_cobs_writer *writer) {
    writer->code_at = writer->length++;
    writer->code = 1;
}

void mq_cobs_begin(mq_cobs_writer *writer, uint8_t *wire) {
    writer->wire = wire;
    writer->length = 0;
    open_block(writer);
}

void mq_cobs_put(mq_cobs_writer *writer, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        // A full block is followed by a new one only when a byte follows: no empty last block.
        if (writer->code == 0xFF) {
            writer->wire[writer->code_at] = 0xFF;
            open_block(writer);
        }
        if (bytes[i] == 0) {
            writer->wire[writer->code_at] = writer->code;
            open_block(writer);
        } else {
            writer->wire[writer->length++] = bytes[i];
            writer->code++;
        }
    }
}

size_t mq_cobs_finish(mq_cobs_writer *writer) {
    writer->wire[writer->code_at] = writer->code;
    writer->wire[writer->length++] = 0;
    return writer->length;
}

bool mq_cobs_decode(uint8_t *bytes, size_t length, size_t *decoded_length) {
    size_t read = 0;
    size_t written = 0;
    while (read < length) {
        const uint8_t code = bytes[read++];
        if (code == 0 || (size_t)(code - 1) > length - read) return false;
        for (uint8_t i = 1; i < code; i++) bytes[written++] = bytes[read++];
        // Each block but a full one stands for a zero behind it; the last block's zero is the frame's end, not a byte of it.
        if (code != 0xFF && read < length) bytes[written++] = 0;
    }
    *decoded_length = written;
    return true;
}
