// COBS, sent byte by byte and decoded in place.
#include "mq_cobs.h"

static uint8_t byte_at(const mq_cobs_frame *frame, uint8_t at) {
    if (at < MQ_HEADER_SIZE) return frame->header[at];
    at = (uint8_t)(at - MQ_HEADER_SIZE);
    if (at < frame->payload_length) return frame->payload[at];
    return frame->crc[(uint8_t)(at - frame->payload_length)];
}

// A frame has at most 254 bytes: a block that COBS would have to break off as full is always the whole frame, and the last block.
size_t mq_cobs_send(const mq_cobs_frame *frame, mq_put put, void *context) {
    const uint8_t length = (uint8_t)(MQ_HEADER_SIZE + MQ_CRC_SIZE + frame->payload_length);
    uint8_t at = 0;
    for (;;) {
        uint8_t end = at;
        while (end < length && byte_at(frame, end) != 0) end++;
        put(context, (uint8_t)(end - at + 1));
        for (; at < end; at++) put(context, byte_at(frame, at));
        if (at == length) break;
        at++;  // The zero is what the code byte stands for.
    }
    put(context, 0);
    return length + 2u;
}

uint8_t mq_cobs_decode(uint8_t *bytes, uint8_t length) {
    uint8_t read = 0;
    uint8_t written = 0;
    while (read < length) {
        uint8_t code = bytes[read++];
        if (code == 0 || code - 1 > length - read) return 0;
        while (--code > 0) bytes[written++] = bytes[read++];
        // Each block stands for a zero after it; the last block's zero is the frame's end, not a byte of it. A full block (0xFF)
        // has no zero, but no room for another block either.
        if (read < length) bytes[written++] = 0;
    }
    return written;
}
