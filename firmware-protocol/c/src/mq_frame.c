// Frame encoder and streaming decoder.
#include "mq_bytes.h"
#include "mq_cobs.h"
#include "mq_message.h"

size_t mq_frame_encode(const mq_frame *frame, uint8_t *wire) {
    if (frame->length > MQ_PAYLOAD_MAX || frame->major > 15 || frame->flags > 15) return 0;
    uint8_t header[MQ_HEADER_SIZE];
    header[0] = (uint8_t)((unsigned)frame->major << 4 | frame->flags);
    header[1] = frame->type;
    mq_put_u16(header + 2, frame->index);
    mq_put_u32(header + 4, frame->time);
    header[8] = frame->count;
    header[9] = frame->stream;

    uint8_t crc[MQ_CRC_SIZE];
    mq_put_u32(crc, mq_crc32(mq_crc32(0, header, sizeof header), frame->payload, frame->length));

    mq_cobs_writer writer;
    mq_cobs_begin(&writer, wire);
    mq_cobs_put(&writer, header, sizeof header);
    mq_cobs_put(&writer, frame->payload, frame->length);
    mq_cobs_put(&writer, crc, sizeof crc);
    return mq_cobs_finish(&writer);
}

void mq_decoder_reset(mq_decoder *decoder, uint8_t stream) {
    const mq_decoder empty = {0};
    *decoder = empty;
    decoder->stream = stream;
}

// Undoes COBS and the header; the frame's payload stays in the buffer.
static mq_outcome parse(mq_decoder *decoder) {
    size_t length = 0;
    if (decoder->overflowing || !mq_cobs_decode(decoder->buffer, decoder->collected, &length) ||
        length < MQ_HEADER_SIZE + MQ_CRC_SIZE || length > MQ_DECODED_MAX) {
        return MQ_OUTCOME_FRAMING_ERROR;
    }
    const uint8_t *bytes = decoder->buffer;
    const size_t checked = length - MQ_CRC_SIZE;
    if (mq_crc32(0, bytes, checked) != mq_get_u32(bytes + checked)) return MQ_OUTCOME_CRC_ERROR;

    mq_frame *frame = &decoder->frame;
    frame->major = (uint8_t)(bytes[0] >> 4);
    frame->flags = bytes[0] & 15u;
    frame->type = bytes[1];
    frame->index = mq_get_u16(bytes + 2);
    frame->time = mq_get_u32(bytes + 4);
    frame->count = bytes[8];
    frame->stream = bytes[9];
    frame->payload = bytes + MQ_HEADER_SIZE;
    frame->length = checked - MQ_HEADER_SIZE;

    if (frame->major != MQ_MAJOR_VERSION) return MQ_OUTCOME_VERSION_MISMATCH;
    const bool other_stream = frame->type == MQ_TYPE_DATA && frame->stream != decoder->stream;
    if (!mq_type_known(frame->type) || other_stream) return MQ_OUTCOME_UNKNOWN;
    return mq_frame_well_formed(frame) ? MQ_OUTCOME_FRAME : MQ_OUTCOME_MALFORMED;
}

static void account(mq_decoder *decoder, mq_outcome outcome) {
    mq_counters *counters = &decoder->counters;
    const bool damaged = outcome == MQ_OUTCOME_FRAMING_ERROR || outcome == MQ_OUTCOME_CRC_ERROR;
    if (!damaged) decoder->synchronised = true;
    if (!decoder->synchronised) {
        counters->before_sync++;
        return;
    }
    switch (outcome) {
        case MQ_OUTCOME_NONE: break;
        case MQ_OUTCOME_FRAME: counters->frames++; break;
        case MQ_OUTCOME_FRAMING_ERROR: counters->framing_errors++; break;
        case MQ_OUTCOME_CRC_ERROR: counters->crc_errors++; break;
        case MQ_OUTCOME_VERSION_MISMATCH: counters->version_mismatches++; break;
        case MQ_OUTCOME_UNKNOWN: counters->unknown++; break;
        case MQ_OUTCOME_MALFORMED: counters->malformed++; break;
    }
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
    account(decoder, outcome);
    decoder->collected = 0;
    decoder->overflowing = false;
    return outcome;
}

int32_t mq_time_difference(uint32_t later, uint32_t earlier) {
    const uint32_t difference = later - earlier;
    return difference <= 0x7FFFFFFFu ? (int32_t)difference : -(int32_t)(~difference) - 1;
}

uint8_t mq_session_tag(const mq_frame *frame) { return (uint8_t)(frame->flags >> 1 & 7); }
