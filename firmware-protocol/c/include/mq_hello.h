// HELLO: what a device or a host is. See PROTOCOL.md, section 6.1.
//
// What is encoded and decoded keeps the rules of mq_message.h.
#ifndef MQ_HELLO_H
#define MQ_HELLO_H

#include "mq_channels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most bytes of a unique id.
#define MQ_UNIQUE_ID_MAX 16
/// Most bytes of a name.
#define MQ_NAME_MAX 32
/// Most bytes of what speaks the protocol on a device.
#define MQ_LIBRARY_MAX 16
/// Bit of the item with this tag in `present`.
#define MQ_HAS(tag) ((uint16_t)(1u << (tag)))

/// The sender of a HELLO.
typedef enum { MQ_ROLE_DEVICE = 1, MQ_ROLE_HOST = 2 } mq_role;

/// Tags of HELLO.
typedef enum {
    MQ_HELLO_ROLE = 1,
    MQ_HELLO_SESSION = 2,
    MQ_HELLO_UNIQUE_ID = 3,
    MQ_HELLO_NAME = 4,
    MQ_HELLO_CAPABILITIES = 5,
    MQ_HELLO_RATE = 6,
    MQ_HELLO_CHANNEL = 7,
    MQ_HELLO_AXES = 8,
    MQ_HELLO_MINOR = 9,
    MQ_HELLO_ACTUATORS = 10,
    MQ_HELLO_NETWORK = 12,
    MQ_HELLO_LIBRARY = 13,
    MQ_HELLO_IMAGE = 14,
    MQ_HELLO_CHANNELS = 15
} mq_hello_tag;

/// Kinds of actuators, LED, RGB, buzzer, vibration.
#define MQ_ACTUATOR_KINDS 4
/// Most units of each kind.
#define MQ_ACTUATOR_UNITS 8

/// Bits of a device's capabilities.
#define MQ_CAN_LED ((uint32_t)1 << 0)
#define MQ_CAN_RGB ((uint32_t)1 << 1)
#define MQ_CAN_BUZZER ((uint32_t)1 << 2)
#define MQ_CAN_VIBRATION ((uint32_t)1 << 3)
#define MQ_HAS_BUTTONS ((uint32_t)1 << 4)
#define MQ_SETS_RATE ((uint32_t)1 << 5)
#define MQ_SETS_RANGES ((uint32_t)1 << 6)
#define MQ_PREDICTS ((uint32_t)1 << 7)
#define MQ_SHOWS_DECISIONS ((uint32_t)1 << 8)  ///< Wants LABELS and PREDICTION.
#define MQ_REPLAYS ((uint32_t)1 << 9)          ///< At another speed than life's.
#define MQ_INSTALLS ((uint32_t)1 << 10)        ///< Takes a new network by INSTALL.
#define MQ_KEEPS_CONFIG ((uint32_t)1 << 11)    ///< Over a reset.

/// HELLO. An item counts only if its bit, MQ_HAS(tag), is set in `present`; absent items decode as 0, absent axes as 1, 2, 3.
typedef struct {
    uint16_t present;                      ///< MQ_HAS bits of the items.
    uint8_t role;                          ///< An `mq_role`.
    uint32_t session;                      ///< Session id.
    uint8_t unique_id[MQ_UNIQUE_ID_MAX];   ///< The board.
    uint8_t unique_id_length;              ///< 1 ... 16.
    uint8_t name[MQ_NAME_MAX];             ///< UTF-8, not terminated, not checked: never trusted.
    uint8_t name_length;                   ///< 1 ... 32.
    uint32_t capabilities;                 ///< MQ_CAN_LED and so on.
    float rate;                            ///< Nominal samples per second, 0 < rate <= 10,000.
    mq_channel channels[MQ_CHANNELS_MAX];  ///< In the order of DATA.
    uint8_t channel_count;                 ///< 0 ... 9.
    uint8_t described_count;               ///< Channels of DATA, 1 ... 32, where CHANNELS describe them.
    int8_t axes[3];                        ///< Board axes of the sensor's x, y, z: +-1, +-2, +-3, each once.
    uint8_t minor;                         ///< Minor version.
    uint8_t units[MQ_ACTUATOR_KINDS];      ///< How many of each kind of actuator, 0 ... 8.
    uint64_t network;                      ///< Hash of the network that the device predicts with, or would; 0: it has none.
    uint64_t image;                        ///< Hash of the image as which that network came over the line, options and all.
    uint8_t library[MQ_LIBRARY_MAX];       ///< What speaks the protocol, and its version: as `name`.
    uint8_t library_length;                ///< 1 ... 16.
    /// [described_count], not owned, NULL without: a device's own channels, or what a host knows of them. No part of a frame.
    const mq_described_channel *described;
} mq_hello;

/// Writes the present items in tag order, but image and library last; role and session always. What does not fit behind nine
/// channels is left out: the library, then the image. The network and the number of channels stay: a long name is cut for them,
/// between characters. 0 if a value is out of range or a required item is missing.
size_t mq_hello_encode(const mq_hello *hello, uint8_t *payload);
/// Reads the items and checks each, and that the items its role requires are there.
bool mq_hello_decode(const uint8_t *payload, size_t length, mq_hello *hello);
/// The `mq_role` of the sender, or 0 if the payload is malformed: for a device that has no room for an `mq_hello` (264 bytes on an
/// ARM).
uint8_t mq_hello_role(const uint8_t *payload, size_t length);

/// Announces channels that CHANNELS describe: sets `described`, their number, and the items 0x07, which are the first nine of them
/// as older hosts read them.
void mq_hello_describe(mq_hello *hello, const mq_described_channel *described, uint8_t count);
/// How many channels DATA has.
uint8_t mq_hello_data_channels(const mq_hello *hello);
/// What the counts of a channel of DATA mean; `channel` is one that the two below have found, or below `channel_count`.
mq_channel mq_hello_channel(const mq_hello *hello, uint8_t channel);
/// The one channel with this name, by all its bytes. False if there is none, or two.
bool mq_hello_named(const mq_hello *hello, const uint8_t *name, uint8_t length, uint8_t *channel);

/// The channel that holds acceleration (kind 0x10 ... 0x12) or rotation (0x20 ... 0x22) along the *board's* x, y, z, by the axis
/// map; a device that sends acceleration only without gravity is taken at that. `reversed` tells whether the sensor's axis points
/// against the board's. One with a name is none of the board's sensor. False if there is no such channel.
bool mq_hello_source(const mq_hello *hello, uint8_t kind, uint8_t *channel, bool *reversed);

#ifdef __cplusplus
}
#endif
#endif
