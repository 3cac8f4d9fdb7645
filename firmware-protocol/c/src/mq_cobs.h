// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999): bytes without a zero, so that 0x00 can end a frame.
#ifndef MQ_COBS_H
#define MQ_COBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes one frame byte by byte, so that header, payload and CRC need not be gathered first.
typedef struct {
    uint8_t *wire;
    size_t length;   // Bytes written, the open code byte included.
    size_t code_at;  // Place of the open block's code byte.
    uint8_t code;    // What it will be: 1 + bytes of the open block.
} mq_cobs_writer;

void mq_cobs_begin(mq_cobs_writer *writer, uint8_t *wire);
void mq_cobs_put(mq_cobs_writer *writer, const uint8_t *bytes, size_t length);
// Closes the last block, appends 0x00, and returns the bytes on the wire.
size_t mq_cobs_finish(mq_cobs_writer *writer);

// Decodes in place (the result is never longer). False if a code byte points beyond the end or is 0.
bool mq_cobs_decode(uint8_t *bytes, size_t length, size_t *decoded_length);

#endif
