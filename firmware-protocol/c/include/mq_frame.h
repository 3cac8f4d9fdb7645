// Frames of the MotionQ15 wire protocol: COBS( header | payload | CRC-32 ) 0x00. See PROTOCOL.md, sections 2 and 3.
#ifndef MQ_FRAME_H
#define MQ_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Major version this library speaks.
#define MQ_MAJOR_VERSION 1
/// Minor version that a device of this library announces.
#define MQ_MINOR_VERSION 5
/// Bytes of a header.
#define MQ_HEADER_SIZE 10
/// Bytes of a CRC-32.
#define MQ_CRC_SIZE 4
/// Most payload bytes of a frame.
#define MQ_PAYLOAD_MAX 240
/// Most bytes of header, payload and CRC together.
#define MQ_DECODED_MAX 254
/// Most bytes between two 0x00 on the wire.
#define MQ_ENCODED_MAX 255
/// Most bytes of a frame on the wire with its 0x00: the size of a send buffer.
#define MQ_WIRE_MAX 256
/// Most channels of a DATA frame.
#define MQ_DATA_CHANNELS_MAX 32
/// Most of them that stand in HELLO.
#define MQ_CHANNELS_MAX 9
/// Most samples of a DATA frame.
#define MQ_SAMPLES_MAX 120
/// Flag bit: this frame answers a request.
#define MQ_FLAG_REPLY 0x01

/// Message types of section 6.
typedef enum {
    MQ_TYPE_HELLO = 0x01,
    MQ_TYPE_DATA = 0x02,
    MQ_TYPE_CONFIG = 0x03,
    MQ_TYPE_TIMESYNC = 0x04,
    MQ_TYPE_HEARTBEAT = 0x05,
    MQ_TYPE_PREDICTION = 0x06,
    MQ_TYPE_FEEDBACK = 0x07,
    MQ_TYPE_ACK = 0x08,
    MQ_TYPE_LOG = 0x09,
    MQ_TYPE_EVENT = 0x0A,
    MQ_TYPE_LABELS = 0x0B,
    MQ_TYPE_GOODBYE = 0x0C,  ///< No payload.
    MQ_TYPE_INSTALL = 0x0E,
    MQ_TYPE_INSTALLED = 0x0F,
    MQ_TYPE_CHANNELS = 0x10
} mq_type;

/// One frame: its header fields and a view of its payload.
typedef struct {
    uint8_t major;           ///< Major version, 0 ... 15.
    uint8_t flags;           ///< Low nibble of the first byte: bit 0 REPLY, bits 1-3 the session tag.
    uint8_t type;            ///< An `mq_type`, or any other value in a frame that is unknown.
    uint8_t count;           ///< DATA: number of samples; 0 otherwise.
    uint8_t stream;          ///< Which sensor of the device.
    uint16_t index;          ///< Sample index, modulo 65,536.
    uint32_t time;           ///< Device time in microseconds, or the low 32 bits of host time.
    size_t length;           ///< Payload bytes, 0 ... 240.
    const uint8_t *payload;  ///< Not owned; may be null if `length` is 0.
} mq_frame;

/// Takes one byte for the wire. Called up to `MQ_WIRE_MAX` times a frame, in order.
typedef void (*mq_put)(void *context, uint8_t byte);

/// Sends a frame with its CRC and its final 0x00 byte by byte, without a buffer: the bytes `mq_frame_encode` would write. The
/// payload is read three times and must not change meanwhile. Returns the bytes put, or 0 (and puts nothing) if the payload is
/// longer than 240 bytes or a nibble field is above 15.
size_t mq_frame_send(const mq_frame *frame, mq_put put, void *context);

/// Encodes a frame with its CRC and its final 0x00 into `wire`, which has room for `MQ_WIRE_MAX` bytes.
/// Returns the bytes written, or 0 (and writes nothing) if the payload is longer than 240 bytes or a nibble field is above 15.
size_t mq_frame_encode(const mq_frame *frame, uint8_t *wire);

/// What became of the bytes up to a 0x00.
typedef enum {
    MQ_OUTCOME_NONE,              ///< Still collecting, or an empty (idle) frame.
    MQ_OUTCOME_FRAME,             ///< A frame was delivered.
    MQ_OUTCOME_FRAMING_ERROR,     ///< Too long, too short, or not COBS.
    MQ_OUTCOME_CRC_ERROR,         ///< The CRC differs.
    MQ_OUTCOME_VERSION_MISMATCH,  ///< Another major version.
    MQ_OUTCOME_UNKNOWN,           ///< Another type, or DATA of another stream.
    MQ_OUTCOME_MALFORMED          ///< The payload breaks the rules of its type.
} mq_outcome;

/// Counters of a decoder; each wraps at 2^32.
typedef struct {
    uint32_t bytes;               ///< All bytes pushed, delimiters too.
    uint32_t frames;              ///< Frames delivered.
    uint32_t framing_errors;      ///< After the first good CRC only.
    uint32_t crc_errors;          ///< After the first good CRC only.
    uint32_t version_mismatches;  ///< Good CRC, other major version.
    uint32_t unknown;             ///< Good CRC, unknown type or other stream.
    uint32_t malformed;           ///< Good CRC, known type, broken payload.
    uint32_t before_sync;         ///< Framing and CRC errors before the first good CRC.
} mq_counters;

/// A streaming decoder. Caller-owned; set up with `mq_decoder_reset`. Holds at most one frame.
typedef struct {
    mq_counters counters;
    mq_frame frame;     ///< The last frame that passed its CRC; see `mq_decoder_push`.
    uint8_t collected;  ///< Bytes in `buffer`, 0 ... 255.
    bool overflowing;   ///< More than 255 bytes came without a 0x00.
    bool synchronised;  ///< A frame has passed its CRC.
    uint8_t stream;     ///< The one stream whose DATA is delivered.
    uint8_t buffer[MQ_ENCODED_MAX];
} mq_decoder;

/// Empties a decoder, sets its counters to 0, and lets it deliver DATA of `stream` only.
void mq_decoder_reset(mq_decoder *decoder, uint8_t stream);

/// Takes one byte. With an outcome from `FRAME` or `VERSION_MISMATCH` on, `decoder->frame` holds the frame; its payload points into
/// the decoder and is valid until the next push. Bounded time: at most one pass over 255 bytes. Full: see `overflowing`.
mq_outcome mq_decoder_push(mq_decoder *decoder, uint8_t byte);

/// CRC-32 as zlib computes it, continued from `crc` (0 to begin). Chains: crc(ab) = crc(crc(a), b).
uint32_t mq_crc32(uint32_t crc, const uint8_t *bytes, size_t length);

/// The session tag of a device's frame: 0 in its first session since boot, 1 ... 7 in later ones.
uint8_t mq_session_tag(const mq_frame *frame);

/// Signed difference `later - earlier` of two wrapping device times, in microseconds.
int32_t mq_time_difference(uint32_t later, uint32_t earlier);

#ifdef __cplusplus
}
#endif
#endif
