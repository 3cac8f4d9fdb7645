// The device's role: announces itself, batches samples, answers the host, runs its actuators. See PROTOCOL.md, sections 4 to 8.
//
// Not reentrant: push samples, receive bytes and poll from one context (a main loop), or guard the calls.
#ifndef MQ_DEVICE_H
#define MQ_DEVICE_H

#include "mq_message.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Accepted commands that are remembered.
#define MQ_COMMAND_MEMORY 8

/// What became of a CONFIG.
typedef enum {
    MQ_CONFIGURE_UNSUPPORTED,  ///< Nothing was changed.
    MQ_CONFIGURE_UNCHANGED,    ///< Accepted; what HELLO announces is as before.
    MQ_CONFIGURE_CHANGED       ///< Accepted; the description was changed: a new session begins.
} mq_configure_result;

/// What the device needs from its board. `context` is passed to each. What the host tells, `has_room` and `install` may be
/// null, the others not.
typedef struct {
    void *context;
    /// Microseconds since any start, never backwards. Its low 32 bits are device time.
    uint64_t (*clock)(void *context);
    /// Sends a whole frame, or returns false and sends nothing of it if there is no room.
    bool (*write)(void *context, const uint8_t *wire, size_t length);
    /// A number that the last boots did not draw.
    uint32_t (*draw_session)(void *context);
    /// Drives an actuator. The end of a duration, the failsafe and GOODBYE come as a command with the pattern off. The board
    /// blinks.
    void (*apply)(void *context, const mq_feedback *command);
    /// Sets rate or ranges (values are in range, and the capabilities announce it) to the nearest supported ones, and writes them
    /// into `description`.
    mq_configure_result (*configure)(void *context, const mq_config *config, mq_hello *description);
    /// A prediction of the host.
    void (*predicted)(void *context, const mq_prediction *prediction);
    /// Names of the host's classes, valid during the call. Only a device that announces MQ_SHOWS_DECISIONS is told.
    void (*labelled)(void *context, const mq_labels *labels);
    /// The host ended: what its commands had switched on is off.
    void (*host_left)(void *context);
    /// Whether `write` would take `length` bytes now, 17 ... 256. Asked before a frame is encoded, so that a line without room
    /// costs next to nothing; without it each frame is encoded and offered to `write`.
    bool (*has_room)(void *context, size_t length);
    /// A step of an installation, no repetition; only of a device that announces MQ_INSTALLS. Fills in status and next of the
    /// answer: how many of the image's bytes the device has, which is sent only where an answer tells it. Returns true, with the
    /// changed description, if another image runs from now on: a new session begins.
    bool (*install)(void *context, const mq_install *step, mq_installed *answer, mq_hello *description);
} mq_device_board;

/// One unit of an actuator.
typedef struct {
    uint32_t ends_at;  ///< Device time, if `ends`.
    uint16_t newest;   ///< Newest sequence applied, if `commanded`.
    bool commanded;
    bool on;
    bool ends;
} mq_actuator_state;

/// One accepted command.
typedef struct {
    uint16_t sequence;
    uint32_t applied;  ///< Device time.
} mq_command_record;

/// A device. Caller-owned (1,904 bytes on a Cortex-M4); set up with `mq_device_boot`; read-only for the caller.
typedef struct {
    mq_device_board board;
    mq_hello description;  ///< What HELLO announces, with the session of now.
    mq_decoder decoder;
    uint32_t wrong_side;  ///< Frames only a device may send.

    uint64_t booted_at;             ///< Clock, as the following.
    uint64_t hello_at;              ///< Last HELLO.
    uint64_t heartbeat_at;          ///< Last heartbeat.
    uint64_t mismatch_answered_at;  ///< Last HELLO that answered another major version.
    uint64_t host_heard_at;         ///< Last valid frame of the host.
    uint8_t session_tag;            ///< Marks all frames of a session: 0 after boot, then 1 ... 7 and round again.
    bool announced;                 ///< A HELLO of this session has left.
    bool mismatch_answered;
    bool host_known;      ///< `host_session` is known.
    bool failsafe_acted;  ///< Since the last heartbeat.
    bool failsafe_told;   ///< The last heartbeat told that the failsafe acted.
    bool has_health;      ///< `mq_device_tell_health` was called.
    uint8_t battery;
    int16_t temperature;
    uint8_t hello_length;  ///< Payload bytes of HELLO.
    uint8_t described;     ///< Channels that CHANNELS have described since the last HELLO.
    bool has_installed;    ///< `installed` is the last answer to the present host.
    mq_installed installed;
    uint32_t host_session;
    uint32_t frames_sent;
    uint32_t samples_dropped;

    uint16_t next_index;   ///< Index of the first sample in `pending`, or of the next to come.
    uint8_t most_samples;  ///< By CONFIG, 1 ... 120.
    uint8_t pending_samples;
    uint32_t pending_time;  ///< Device time of the first.
    int16_t pending[MQ_PAYLOAD_MAX / 2];

    mq_actuator_state actuators[MQ_ACTUATOR_KINDS][MQ_ACTUATOR_UNITS];
    mq_command_record memory[MQ_COMMAND_MEMORY];
    uint8_t remembered;  ///< Records in `memory`.
    uint8_t oldest;      ///< The record to overwrite next, once all are used.

    uint8_t payload[MQ_PAYLOAD_MAX];  ///< Of the frame that is being sent.
    uint8_t wire[MQ_WIRE_MAX];
} mq_device;

/// Sets up a device, draws its session and sends 0x00 and HELLO. `description` needs everything of a device's HELLO but role and
/// session; minor version and actuators are announced by themselves. Of channels `described` and `described_count` are enough;
/// those stay where they are for the life of the device. `units` are four numbers, 0 ... 8. Returns false (and sends nothing) if
/// that HELLO cannot be encoded, or a host could not use the channels (mq_channels_usable).
bool mq_device_boot(mq_device *device, const mq_device_board *board, const mq_hello *description, const uint8_t *units);

/// Takes received bytes and answers what they ask.
void mq_device_receive(mq_device *device, const uint8_t *bytes, size_t length);

/// Does what is due: failsafe, ends of durations, a frame that waited 20 ms, HELLO, CHANNELS, HEARTBEAT. Call at least every 10 ms.
void mq_device_poll(mq_device *device);

/// Takes one sample: a count for each channel, and its device time. Sends a frame when it is full or would wait too long. If the
/// link has no room the frame's samples are dropped, counted, and seen by the host as a gap in the index.
void mq_device_push(mq_device *device, const int16_t *counts, uint32_t time);

/// Accounts `samples` that the sensor took and the firmware missed.
void mq_device_drop(mq_device *device, uint16_t samples);

/// What heartbeats tell from now on: percent of the battery or MQ_BATTERY_UNKNOWN, hundredths of a degree Celsius or
/// MQ_TEMPERATURE_UNKNOWN.
void mq_device_tell_health(mq_device *device, uint8_t battery, int16_t temperature);

/// For a board that queues what `write` takes: a frame of this type was dropped before any byte of it left. Its `samples` (of
/// DATA, else 0) count as dropped; a HELLO, HEARTBEAT or CHANNELS is due again.
void mq_device_unsent(mq_device *device, uint8_t type, uint8_t samples);

/// Index of the sample that was pushed last.
uint16_t mq_device_last_index(const mq_device *device);

/// Sends a prediction of the device's own, after the samples that it rests on. `scores`, which may be null, are the window's
/// probabilities in Q15, one for each class, before smoothing; left out if they do not fit. False if there was no room.
bool mq_device_send_prediction(mq_device *device, const mq_prediction *prediction, const int16_t *scores, size_t score_count);
/// Sends an event. False if there was no room.
bool mq_device_send_event(mq_device *device, const mq_event *event);
/// Sends a line of text. False if there was no room.
bool mq_device_send_log(mq_device *device, const mq_log *log);

#ifdef __cplusplus
}
#endif
#endif
