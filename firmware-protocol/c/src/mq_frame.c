// Frame encoder and streaming decoder.
#include "mq_bytes.h"
#include "mq_cobs.h"
#include "mq_message.h"

size_t mq_frame_send(const mq_frame *frame, mq_put put, void *context) {
    if (frame->length > MQ_PAYLOAD_MAX || frame->major > 15 || frame->flags > 15) return 0;
    mq_cobs_frame plain;
    plain.header[0] = (uint8_t)((unsigned)frame->major << 4 | frame->flags);
    plain.header[1] = frame->type;
    mq_put_u16(plain.header + 2, frame->index);
    mq_put_u32(plain.header + 4, frame->time);
    plain.header[8] = frame->count;
    plain.header[9] = frame->stream;
    plain.payload = frame->payload;
    plain.payload_length = (uint8_t)frame->length;
    mq_put_u32(plain.crc, mq_crc32(mq_crc32(0, plain.header, MQ_HEADER_SIZE), frame->payload, frame->length));
    return mq_cobs_send(&plain, put, context);
}

static void append(void *context, uint8_t byte) {
    uint8_t **end = (uint8_t **)context;
    *(*end)++ = byte;
}

size_t mq_frame_encode(const mq_frame *frame, uint8_t *wire) { return mq_frame_send(frame, append, &wire); }

void mq_decoder_reset(mq_decoder *decoder, uint8_t stream) {
    const mq_decoder empty = {0};
    *decoder = empty;
    decoder->stream = stream;
}

// Undoes COBS and the header; the frame's payload stays in the buffer.
static mq_outcome parse(mq_decoder *decoder) {
    uint8_t *bytes = decoder->buffer;
    const uint8_t length = decoder->overflowing ? 0 : mq_cobs_decode(bytes, decoder->collected);
    if (length < MQ_HEADER_SIZE + MQ_CRC_SIZE) return MQ_OUTCOME_FRAMING_ERROR;
    const uint8_t checked = (uint8_t)(length - MQ_CRC_SIZE);
    if (mq_crc32(0, bytes, checked) != mq_get_u32(bytes + checked)) return MQ_OUTCOME_CRC_ERROR;

    decoder->synchronised = true;
    mq_frame *frame = &decoder->frame;
    frame->major = (uint8_t)(bytes[0] >> 4);
    frame->flags = bytes[0] & 15u;
    frame->type = bytes[1];
    frame->index = mq_get_u16(bytes + 2);
    frame->time = mq_get_u32(bytes + 4);
    frame->count = bytes[8];
    frame->stream = bytes[9];
    frame->payload = bytes + MQ_HEADER_SIZE;
    frame->length = (uint8_t)(checked - MQ_HEADER_SIZE);

    if (frame->major != MQ_MAJOR_VERSION) return MQ_OUTCOME_VERSION_MISMATCH;
    const bool other_stream = frame->type == MQ_TYPE_DATA && frame->stream != decoder->stream;
    if (!mq_type_known(frame->type) || other_stream) return MQ_OUTCOME_UNKNOWN;
    return mq_frame_well_formed(frame) ? MQ_OUTCOME_FRAME : MQ_OUTCOME_MALFORMED;
}

// The counter of an outcome, or null if there is none. Damage before the first good CRC has one of its own.
static uint32_t *counter_of(mq_decoder *decoder, mq_outcome outcome) {
    mq_counters *counters = &decoder->counters;
    const bool damaged = outcome == MQ_OUTCOME_FRAMING_ERROR || outcome == MQ_OUTCOME_CRC_ERROR;
    if (damaged && !decoder->synchronised) return &counters->before_sync;
    switch (outcome) {
    case MQ_OUTCOME_NONE: break;
    case MQ_OUTCOME_FRAME: return &counters->frames;
    case MQ_OUTCOME_FRAMING_ERROR: return &counters->framing_errors;
    case MQ_OUTCOME_CRC_ERROR: return &counters->crc_errors;
    case MQ_OUTCOME_VERSION_MISMATCH: return &counters->version_mismatches;
    case MQ_OUTCOME_UNKNOWN: return &counters->unknown;
    case MQ_OUTCOME_MALFORMED: return &counters->malformed;
    }
    return NULL;
}

mq_outcome mq_decoder_push(mq_decoder *decoder, uint8_t byte) {
    decoder->counters.bytes++;
    if (byte != 0) {
        if (decoder->collected < MQ_ENCODED_MAX) {
            decoder->buffer[decoder->collected++] = byte;
        } else {
            decoder->overflowing = true;
        }
        return MQ_OUTCOME_NONE;
    }
    if (decoder->collected == 0) return MQ_OUTCOME_NONE;
    const mq_outcome outcome = parse(decoder);
    uint32_t *counter = counter_of(decoder, outcome);
    if (counter) ++*counter;
    decoder->collected = 0;
    decoder->overflowing = false;
    return outcome;
}

int32_t mq_time_difference(uint32_t later, uint32_t earlier) {
    const uint32_t difference = later - earlier;
    return difference <= 0x7FFFFFFFu ? (int32_t)difference : -(int32_t)(~difference) - 1;
}

uint8_t mq_session_tag(const mq_frame *frame) { return (uint8_t)(frame->flags >> 1 & 7); }
