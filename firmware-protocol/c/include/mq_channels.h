// What a device's channels are, in HELLO and in CHANNELS. See PROTOCOL.md, sections 6.1 and 6.14.
//
// What is encoded and decoded keeps the rules of mq_message.h.
#ifndef MQ_CHANNELS_H
#define MQ_CHANNELS_H

#include "mq_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most bytes of a channel's name.
#define MQ_CHANNEL_NAME_MAX 32
/// Most bytes of the text of a channel's unit.
#define MQ_UNIT_TEXT_MAX 8

/// Kinds of a channel (PROTOCOL.md, section 6.1); y and z of each are the next two numbers.
typedef enum {
    MQ_KIND_OTHER = 0,            ///< Of a described channel alone: no motion.
    MQ_KIND_ACCELERATION = 0x10,  ///< Along x, with gravity.
    MQ_KIND_ROTATION = 0x20,      ///< About x.
    MQ_KIND_MAGNETIC_FIELD = 0x30,
    MQ_KIND_USER_ACCELERATION = 0x40  ///< Along x, with gravity removed.
} mq_kind;

/// Units of a channel.
typedef enum {
    MQ_UNIT_OTHER = 0,  ///< Of a described channel alone: the one of its text, or none.
    MQ_UNIT_G = 1,
    MQ_UNIT_METRE_PER_SECOND_SQUARED = 2,
    MQ_UNIT_RADIAN_PER_SECOND = 3,
    MQ_UNIT_DEGREE_PER_SECOND = 4,
    MQ_UNIT_MICROTESLA = 5
} mq_unit;

/// One channel: physical value = count * scale + offset, in the unit.
typedef struct {
    uint8_t kind;      ///< An `mq_kind`, for y and z 1 and 2 more; unknown kinds are carried.
    uint8_t unit;      ///< An `mq_unit`.
    float scale;       ///< Units per count; finite, not 0.
    float offset;      ///< In the unit; finite.
    float full_scale;  ///< In the unit; finite.
} mq_channel;

/// Count of a channel with a name that has no value just now.
#define MQ_NO_VALUE (-32767 - 1)

/// A channel that CHANNELS describe: as an `mq_channel`, and what it is called. Without a name it is the device's one motion
/// sensor's.
typedef struct {
    uint8_t kind;           ///< As in `mq_channel`; 0: no motion.
    uint8_t unit;           ///< An `mq_unit`, MQ_UNIT_OTHER among them.
    float scale;            ///< Units per count; finite, not 0.
    float offset;           ///< In the unit; finite.
    float full_scale;       ///< In the unit; finite; 0: unknown.
    float rate;             ///< How often the sensor measures, per second, up to 10,000; 0: with each sample.
    const char *unit_text;  ///< Not owned: at most MQ_UNIT_TEXT_MAX bytes of UTF-8. NULL or "": none.
    const char *name;       ///< Not owned: at most MQ_CHANNEL_NAME_MAX bytes. NULL or "": none.
} mq_described_channel;

/// CHANNELS: a view of what some channels are.
typedef struct {
    uint32_t session;        ///< That of the HELLO before.
    uint8_t first;           ///< Place in DATA of the first one.
    uint8_t count;           ///< 1 ... 32, `first` + `count` no more than that.
    const uint8_t *entries;  ///< Not owned: see `mq_channels_entry`.
    size_t entries_length;   ///< Bytes of all entries, 20 ... 234.
} mq_channels;

/// One of them. Texts are UTF-8, not terminated and not checked, but have no control character, comma or quotation mark.
typedef struct {
    mq_channel channel;        ///< Its unit may be MQ_UNIT_OTHER.
    float rate;                ///< Of its own; 0: DATA's.
    const uint8_t *unit_text;  ///< Not owned.
    uint8_t unit_length;       ///< 0 ... 8.
    const uint8_t *name;       ///< Not owned.
    uint8_t name_length;       ///< 0 ... 32.
} mq_channel_entry;

/// Describes as many of `count` channels as fit, from `first` on, which is one of them. `told` receives how many these are.
size_t mq_channels_encode(
    uint32_t session, const mq_described_channel *channels, uint8_t count, uint8_t first, uint8_t *payload, uint8_t *told);
bool mq_channels_decode(const uint8_t *payload, size_t length, mq_channels *view);
/// Entry `index`, below `count`, of channel `first + index`.
void mq_channels_entry(const mq_channels *channels, uint8_t index, mq_channel_entry *entry);
/// Whether a device may have these channels: each can be described, has a name or tells motion, and no two have the same name.
/// `payload` is room for MQ_PAYLOAD_MAX bytes.
bool mq_channels_usable(const mq_described_channel *channels, uint8_t count, uint8_t *payload);

#ifdef __cplusplus
}
#endif
#endif
