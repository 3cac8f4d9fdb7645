// Payloads of the MotionQ15 messages as structs. See PROTOCOL.md, section 6.
//
// Every `mq_X_encode` writes a payload into room for MQ_PAYLOAD_MAX bytes and returns its length, or 0 if the struct breaks a
// limit. Every `mq_X_decode` returns false, and leaves the struct in an unspecified state, if the payload is malformed (or, of
// items, longer than MQ_PAYLOAD_MAX); it ignores trailing bytes where the protocol says "at least".
#ifndef MQ_MESSAGE_H
#define MQ_MESSAGE_H

#include "mq_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most bytes of a unique id.
#define MQ_UNIQUE_ID_MAX 16
/// Most bytes of a name.
#define MQ_NAME_MAX 32
/// Most bytes of what speaks the protocol on a device.
#define MQ_LIBRARY_MAX 16
/// Most bytes of a channel's name.
#define MQ_CHANNEL_NAME_MAX 32
/// Most bytes of the text of a channel's unit.
#define MQ_UNIT_TEXT_MAX 8
/// Most bytes of a LOG text.
#define MQ_LOG_TEXT_MAX (MQ_PAYLOAD_MAX - 1)
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
    uint8_t kind;      ///< 0x10 ... 0x12 acceleration x, y, z and so on; unknown kinds are carried.
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

/// A view of a DATA payload.
typedef struct {
    uint8_t samples;        ///< 1 ... 120.
    uint8_t channels;       ///< 1 ... 32, from the length.
    const uint8_t *counts;  ///< Not owned: little-endian i16, sample after sample.
} mq_data;

/// Writes `samples` samples of `channels` counts each. 0 if either is out of range or they do not fit.
size_t mq_data_encode(const int16_t *counts, uint8_t samples, uint8_t channels, uint8_t *payload);
/// Views a payload of `samples` samples; the number of channels follows from the length.
bool mq_data_decode(const uint8_t *payload, size_t length, uint8_t samples, mq_data *view);
/// One raw count; `sample` and `channel` must be inside the view.
int16_t mq_data_count(const mq_data *view, uint8_t sample, uint8_t channel);

/// Tags of CONFIG.
typedef enum {
    MQ_CONFIG_RATE = 1,
    MQ_CONFIG_ACCELERATION = 2,
    MQ_CONFIG_ROTATION = 3,
    MQ_CONFIG_MOST_SAMPLES = 4,
    MQ_CONFIG_KEEP = 5,
} mq_config_tag;

/// CONFIG. An item counts only if its MQ_HAS(tag) bit is set. The codec checks lengths; the device judges values.
typedef struct {
    uint16_t present;
    uint16_t sequence;
    float rate;                     ///< Hz.
    float acceleration_full_scale;  ///< g.
    float rotation_full_scale;      ///< rad/s.
    uint8_t most_samples;           ///< Samples in a frame, 1 ... 120.
    uint8_t keep;                   ///< 1: over a reset; 0: what was kept is forgotten.
} mq_config;

size_t mq_config_encode(const mq_config *config, uint8_t *payload);
bool mq_config_decode(const uint8_t *payload, size_t length, mq_config *config);
/// True if every present value can be meant: finite, positive, rate up to 10,000 Hz, 1 ... 120 samples, 0 or 1 to
/// keep.
bool mq_config_in_range(const mq_config *config);

/// TIMESYNC, times in microseconds.
typedef struct {
    uint64_t t1;  ///< Host time of the request.
    uint64_t t2;  ///< Device time of its reception; 0 in a request.
    uint64_t t3;  ///< Device time of the answer; 0 in a request.
} mq_timesync;

size_t mq_timesync_encode(const mq_timesync *timesync, uint8_t *payload);
bool mq_timesync_decode(const uint8_t *payload, size_t length, mq_timesync *timesync);

/// Flag of HEARTBEAT: an actuator is on.
#define MQ_HEARTBEAT_ACTUATOR_ON 0x01u
/// Flag of HEARTBEAT: the failsafe has acted since the last heartbeat.
#define MQ_HEARTBEAT_FAILSAFE 0x02u

/// HEARTBEAT; the counters wrap.
typedef struct {
    uint32_t uptime;  ///< ms.
    uint32_t frames_sent;
    uint32_t frames_received;
    uint32_t framing_errors;
    uint32_t crc_errors;
    uint32_t not_understood;   ///< Unknown, version mismatches and malformed.
    uint32_t samples_dropped;  ///< Taken, counted in the index, never sent.
    uint32_t flags;            ///< MQ_HEARTBEAT_ bits.
    bool has_health;           ///< The two that follow are told.
    uint8_t battery;           ///< Percent; MQ_BATTERY_UNKNOWN.
    int16_t temperature;       ///< Hundredths of a degree Celsius; MQ_TEMPERATURE_UNKNOWN.
} mq_heartbeat;

/// No battery, or its charge is not measured.
#define MQ_BATTERY_UNKNOWN 255
/// The temperature is not measured.
#define MQ_TEMPERATURE_UNKNOWN (-32767 - 1)

size_t mq_heartbeat_encode(const mq_heartbeat *heartbeat, uint8_t *payload);
bool mq_heartbeat_decode(const uint8_t *payload, size_t length, mq_heartbeat *heartbeat);

/// PREDICTION.
typedef struct {
    uint32_t window_end;  ///< Device time.
    uint16_t last_index;  ///< Index of the window's last sample.
    uint8_t class_index;  ///< 0 ...; 255 unknown.
    uint8_t phase;        ///< 0 none, 1 enter, 2 hold, 3 exit.
    uint16_t confidence;  ///< Q15, 32767 is about 1.
    uint8_t window_slot;
    uint8_t windows_before;  ///< The slot's windows before this one since the windows last started over; 255: so many or more.
} mq_prediction;

/// Most scores that fit after a prediction.
#define MQ_SCORES_MAX 114

size_t mq_prediction_encode(const mq_prediction *prediction, uint8_t *payload);
bool mq_prediction_decode(const uint8_t *payload, size_t length, mq_prediction *prediction);

/// Appends a score in Q15 for each class to an encoded prediction; none if there are more than `MQ_SCORES_MAX`. Returns the new
/// length.
size_t mq_prediction_add_scores(const int16_t *scores, size_t count, uint8_t *payload);
/// The number of scores that a prediction carries.
size_t mq_prediction_score_count(size_t length);
/// One of them.
int16_t mq_prediction_score(const uint8_t *payload, size_t class_index);

/// Actuators of FEEDBACK.
typedef enum { MQ_ACTUATOR_LED = 1, MQ_ACTUATOR_RGB = 2, MQ_ACTUATOR_BUZZER = 3, MQ_ACTUATOR_VIBRATION = 4 } mq_actuator;
/// Patterns of FEEDBACK.
typedef enum { MQ_PATTERN_OFF = 0, MQ_PATTERN_ON = 1, MQ_PATTERN_BLINK = 2 } mq_pattern;

/// FEEDBACK: one command for one actuator.
typedef struct {
    uint16_t sequence;         ///< Grows by 1 for each new command, wraps.
    uint32_t issued;           ///< Device time at which the host issued it.
    uint16_t time_to_live;     ///< ms, 1 ... 10,000.
    uint8_t actuator;          ///< An `mq_actuator`; others are for the device to refuse.
    uint8_t unit;              ///< 0 ... 7.
    uint8_t pattern;           ///< An `mq_pattern`.
    uint8_t level;             ///< 0 ... 255.
    uint8_t red, green, blue;  ///< RGB only.
    uint16_t frequency;        ///< Hz, buzzer only; 0: the device's own.
    uint16_t duration;         ///< ms; 0: until replaced or failsafe.
    uint16_t period;           ///< ms, blink only; 0: 500.
} mq_feedback;

size_t mq_feedback_encode(const mq_feedback *feedback, uint8_t *payload);
bool mq_feedback_decode(const uint8_t *payload, size_t length, mq_feedback *feedback);

/// Status of ACK.
typedef enum {
    MQ_ACK_OK = 0,
    MQ_ACK_DUPLICATE = 1,
    MQ_ACK_LATE = 2,
    MQ_ACK_UNSUPPORTED = 3,
    MQ_ACK_REFUSED = 4,
} mq_ack_status;

/// ACK of a CONFIG or a FEEDBACK.
typedef struct {
    uint16_t sequence;
    uint8_t status;    ///< An `mq_ack_status`.
    uint8_t type;      ///< MQ_TYPE_CONFIG or MQ_TYPE_FEEDBACK.
    uint32_t applied;  ///< Device time; duplicate: the first time; not applied: 0.
} mq_ack;

size_t mq_ack_encode(const mq_ack *ack, uint8_t *payload);
bool mq_ack_decode(const uint8_t *payload, size_t length, mq_ack *ack);

/// LOG: a view of a line of text.
typedef struct {
    uint8_t level;        ///< 0 error, 1 warning, 2 information, 3 debug.
    const uint8_t *text;  ///< Not owned, not terminated: never trusted.
    size_t text_length;   ///< 0 ... 239; encoding cuts what is longer, between two UTF-8 characters.
} mq_log;

size_t mq_log_encode(const mq_log *log, uint8_t *payload);
bool mq_log_decode(const uint8_t *payload, size_t length, mq_log *log);

/// EVENT.
typedef struct {
    uint8_t kind;  ///< 1 button.
    uint8_t which;
    int16_t value;  ///< Button: 1 pressed, 0 released.
} mq_event;

size_t mq_event_encode(const mq_event *event, uint8_t *payload);
bool mq_event_decode(const uint8_t *payload, size_t length, mq_event *event);

/// Most bytes of a class's name.
#define MQ_LABEL_MAX 31
/// LABELS has no class of rest.
#define MQ_NO_REST 255

/// LABELS: a view of the names of some classes.
typedef struct {
    uint8_t count;         ///< Classes, 0 ... 254.
    uint8_t first;         ///< Class of the first name in this frame.
    uint8_t rest;          ///< Class of rest, or MQ_NO_REST.
    uint8_t named;         ///< Names in this frame; decoding counts them, encoding does not look at it.
    const uint8_t *names;  ///< Not owned: length and UTF-8 of each name, one after the other. See `mq_labels_name`.
    size_t names_length;   ///< Bytes of all names, 0 ... 237.
} mq_labels;

size_t mq_labels_encode(const mq_labels *labels, uint8_t *payload);
bool mq_labels_decode(const uint8_t *payload, size_t length, mq_labels *labels);
/// Bytes of the name of class `first + index`, of which `length` receives the number: not terminated, never trusted. `index` is
/// below `named`.
const uint8_t *mq_labels_name(const mq_labels *labels, uint8_t index, uint8_t *length);

/// Steps of INSTALL.
typedef enum { MQ_INSTALL_BEGIN = 0, MQ_INSTALL_BLOCK = 1, MQ_INSTALL_COMMIT = 2, MQ_INSTALL_FORGET = 3 } mq_install_step;

/// Most bytes of a block.
#define MQ_BLOCK_MAX (MQ_PAYLOAD_MAX - 8)

/// INSTALL: one step on the way of a network to the device.
typedef struct {
    uint16_t sequence;
    uint8_t step;          ///< An `mq_install_step`.
    uint32_t length;       ///< Begin: bytes of the image.
    uint64_t hash;         ///< Begin: of all of them.
    uint32_t offset;       ///< Block: of its first byte in the image.
    const uint8_t *bytes;  ///< Block: not owned.
    size_t byte_count;     ///< Block: 1 ... MQ_BLOCK_MAX.
} mq_install;

size_t mq_install_encode(const mq_install *install, uint8_t *payload);
bool mq_install_decode(const uint8_t *payload, size_t length, mq_install *install);

/// Status of INSTALLED; section 6.13 has the meanings.
typedef enum {
    MQ_INSTALLED_OK = 0,
    MQ_INSTALLED_OUT_OF_ORDER = 1,
    MQ_INSTALLED_TOO_LARGE = 2,
    MQ_INSTALLED_DAMAGED = 3,
    MQ_INSTALLED_INVALID = 4,
    MQ_INSTALLED_FLASH = 5,
    MQ_INSTALLED_NOT_BEGUN = 6,
    MQ_INSTALLED_UNSUPPORTED = 7
} mq_installed_status;

/// INSTALLED: what became of a step.
typedef struct {
    uint16_t sequence;
    uint8_t status;  ///< An `mq_installed_status`.
    uint8_t step;    ///< An `mq_install_step`.
    uint32_t next;   ///< The offset at which the image is to be gone on with.
} mq_installed;

size_t mq_installed_encode(const mq_installed *installed, uint8_t *payload);
bool mq_installed_decode(const uint8_t *payload, size_t length, mq_installed *installed);

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

/// True if `type` is one of section 6.
bool mq_type_known(uint8_t type);
/// Rule 6 of section 3: true if the payload keeps the rules of its type. False for an unknown type.
bool mq_frame_well_formed(const mq_frame *frame);

#ifdef __cplusplus
}
#endif
#endif
