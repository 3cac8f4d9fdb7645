// Payloads of the MotionQ15 messages as structs. See PROTOCOL.md, section 6. HELLO and CHANNELS have headers of their own, which
// this one includes.
//
// Every `mq_X_encode` writes a payload into room for MQ_PAYLOAD_MAX bytes and returns its length, or 0 if the struct breaks a
// limit. Every `mq_X_decode` returns false, and leaves the struct in an unspecified state, if the payload is malformed (or, of
// items, longer than MQ_PAYLOAD_MAX); it ignores trailing bytes where the protocol says "at least".
#ifndef MQ_MESSAGE_H
#define MQ_MESSAGE_H

#include "mq_channels.h"
#include "mq_frame.h"
#include "mq_hello.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// Most bytes of a LOG text.
#define MQ_LOG_TEXT_MAX (MQ_PAYLOAD_MAX - 1)

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

/// True if `type` is one of section 6.
bool mq_type_known(uint8_t type);
/// Rule 6 of section 3: true if the payload keeps the rules of its type. False for an unknown type.
bool mq_frame_well_formed(const mq_frame *frame);

#ifdef __cplusplus
}
#endif
#endif
