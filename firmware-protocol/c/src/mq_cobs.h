// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999): bytes without a zero, so that 0x00 can end a frame.
#ifndef MQ_COBS_H
#define MQ_COBS_H

#include "mq_frame.h"

// A frame before stuffing: header, payload and CRC need not be gathered first.
typedef struct {
    uint8_t header[MQ_HEADER_SIZE];
    uint8_t crc[MQ_CRC_SIZE];
    const uint8_t *payload;
    uint8_t payload_length;  // 0 ... 240.
} mq_cobs_frame;

// Puts the stuffed frame and 0x00, and returns the bytes put. Looks ahead for each zero instead of keeping a block.
size_t mq_cobs_send(const mq_cobs_frame *frame, mq_put put, void *context);

// Decodes what stood before a 0x00 in place and returns the bytes of the result, which is shorter; 0 if a code byte points beyond
// the end or is 0.
uint8_t mq_cobs_decode(uint8_t *bytes, uint8_t length);

#endif
