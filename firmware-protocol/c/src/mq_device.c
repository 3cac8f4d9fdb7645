// The device's role: one switch for what it receives, one function for what is due.
#include "mq_bytes.h"
#include "mq_device_internal.h"

enum {
    HELLO_EVERY_MICROSECONDS = 5000000,
    MISMATCH_ANSWER_EVERY_MICROSECONDS = 1000000,
};

static uint64_t clock_of(const mq_device *device) { return device->board.clock(device->board.context); }

// Whether what is announced of channels can be told, and told apart.
static bool describe_channels(mq_device *device) {
    mq_hello *description = &device->description;
    if (!description->described) return !(description->present & MQ_HAS(MQ_HELLO_CHANNELS));
    mq_hello_describe(description, description->described, description->described_count);
    return mq_channels_usable(description->described, description->described_count, device->payload);
}

// Announces what a device of this library speaks and has, whatever the sketch says.
static void describe(mq_device *device, const mq_hello *description, const uint8_t *units) {
    uint8_t present[MQ_ACTUATOR_KINDS];
    for (int kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        present[kind] = units[kind] < MQ_ACTUATOR_UNITS ? units[kind] : MQ_ACTUATOR_UNITS;
    }
    device->description = *description;
    device->description.role = MQ_ROLE_DEVICE;
    for (int kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) device->description.units[kind] = present[kind];
    device->description.minor = MQ_MINOR_VERSION;
    device->description.present |= MQ_HAS(MQ_HELLO_MINOR) | MQ_HAS(MQ_HELLO_ACTUATORS);
    device->hello_length = 0;
    if (!describe_channels(device)) return;
    // Neither a session's number nor a new rate changes it.
    device->hello_length = (uint8_t)mq_hello_encode(&device->description, device->payload);
}

bool mq_device_boot(mq_device *device, const mq_device_board *board, const mq_hello *description, const uint8_t *units) {
    *device = (mq_device){.board = *board, .most_samples = MQ_SAMPLES_MAX};
    mq_decoder_reset(&device->decoder, 0);
    describe(device, description, units);
    device->description.session = board->draw_session(board->context);
    device->booted_at = clock_of(device);
    device->heartbeat_at = device->booted_at;
    device->host_heard_at = device->booted_at;
    if (device->hello_length == 0) return false;

    // Ends whatever noise the line made before.
    const uint8_t delimiter = 0;
    (void)board->write(board->context, &delimiter, 1);
    (void)mq_device_send_hello(device, 0);
    return true;
}

// After the answer that announces it, which still carries the old session's index: the host would count a loss.
static void change_session(mq_device *device, const mq_hello *description) {
    const uint32_t ended = device->description.session;
    describe(device, description, device->description.units);
    device->description.session = device->board.draw_session(device->board.context);
    if (device->description.session == ended) device->description.session++;
    device->session_tag = (uint8_t)(device->session_tag % 7 + 1);
    device->announced = false;
    mq_actuators_forget(device);
    (void)mq_device_send_hello(device, 0);
}

// Nothing is asked for that the capabilities deny.
static bool allowed(const mq_device *device, const mq_config *config) {
    const uint16_t ranges = MQ_HAS(MQ_CONFIG_ACCELERATION) | MQ_HAS(MQ_CONFIG_ROTATION);
    const uint32_t capabilities = device->description.capabilities;
    if ((config->present & MQ_HAS(MQ_CONFIG_RATE)) && !(capabilities & MQ_SETS_RATE)) return false;
    if ((config->present & MQ_HAS(MQ_CONFIG_KEEP)) && !(capabilities & MQ_KEEPS_CONFIG)) return false;
    return !(config->present & ranges) || (capabilities & MQ_SETS_RANGES) != 0;
}

static void configure(mq_device *device, const mq_config *config) {
    mq_hello description = device->description;
    mq_configure_result result = MQ_CONFIGURE_UNSUPPORTED;
    if (mq_config_in_range(config) && allowed(device, config)) {
        result = (config->present & ~MQ_HAS(MQ_CONFIG_MOST_SAMPLES)) == 0
                     ? MQ_CONFIGURE_UNCHANGED
                     : device->board.configure(device->board.context, config, &description);
    }
    if (result == MQ_CONFIGURE_UNSUPPORTED) {
        mq_device_send_ack(device, MQ_TYPE_CONFIG, config->sequence, MQ_ACK_UNSUPPORTED, 0);
        return;
    }
    if (config->present & MQ_HAS(MQ_CONFIG_MOST_SAMPLES)) {
        device->most_samples = config->most_samples;
        // A batch that is already longer than the new limit leaves as it is.
        if (device->pending_samples >= device->most_samples) mq_device_flush(device);
    }
    if (result == MQ_CONFIGURE_CHANGED) {
        mq_device_flush(device);
    }
    mq_device_send_ack(device, MQ_TYPE_CONFIG, config->sequence, MQ_ACK_OK, (uint32_t)clock_of(device));
    if (result == MQ_CONFIGURE_CHANGED) change_session(device, &description);
}

static void greet(mq_device *device, const mq_hello *hello, bool is_answer) {
    if (!device->host_known || device->host_session != hello->session) {
        mq_actuators_forget(device);
        device->has_installed = false;
    }
    device->host_known = true;
    device->host_session = hello->session;
    // A HELLO that is an answer gets none: otherwise the two sides would never stop.
    if (!is_answer) (void)mq_device_send_hello(device, MQ_FLAG_REPLY);
}

// Its next HELLO counts as another host's.
static void part(mq_device *device) {
    mq_actuators_all_off(device);
    mq_actuators_forget(device);
    device->host_known = false;
    if (device->board.host_left) device->board.host_left(device->board.context);
}

static void answer_timesync(mq_device *device, const mq_timesync *request, uint64_t received_at) {
    const mq_timesync answer = {.t1 = request->t1, .t2 = received_at, .t3 = clock_of(device)};
    (void)mq_device_send(device, MQ_TYPE_TIMESYNC, MQ_FLAG_REPLY, mq_timesync_encode(&answer, device->payload));
}

static void command(mq_device *device, const mq_feedback *feedback) {
    uint32_t applied = 0;
    const mq_ack_status status = mq_actuators_command(device, feedback, (uint32_t)clock_of(device), &applied);
    mq_device_send_ack(device, MQ_TYPE_FEEDBACK, feedback->sequence, status, applied);
}

// Whether an answer tells how many of the image's bytes the device has.
static bool tells_next(const mq_installed *answer) {
    if (answer->status == MQ_INSTALLED_OUT_OF_ORDER) return true;
    return answer->status == MQ_INSTALLED_OK && (answer->step == MQ_INSTALL_BEGIN || answer->step == MQ_INSTALL_BLOCK);
}

// A repetition gets the answer that it did not hear.
static void install(mq_device *device, const mq_install *step) {
    mq_hello description = device->description;
    mq_installed *answer = &device->installed;
    bool changed = false;
    if (!device->has_installed || answer->sequence != step->sequence || answer->step != step->step) {
        device->has_installed = true;
        *answer = (mq_installed){.sequence = step->sequence, .status = MQ_INSTALLED_UNSUPPORTED, .step = step->step};
        const bool takes = (device->description.capabilities & MQ_INSTALLS) != 0 && device->board.install != NULL;
        if (takes) changed = device->board.install(device->board.context, step, answer, &description);
        if (!tells_next(answer)) answer->next = 0;
    }
    if (changed) mq_device_flush(device);
    (void)mq_device_send(device, MQ_TYPE_INSTALLED, MQ_FLAG_REPLY, mq_installed_encode(answer, device->payload));
    if (changed) change_session(device, &description);
}

// Acts on a delivered frame. False if a host has no business to send it.
static bool handle(mq_device *device, const mq_frame *frame, uint64_t now) {
    const bool is_answer = (frame->flags & MQ_FLAG_REPLY) != 0;
    switch (frame->type) {
    case MQ_TYPE_HELLO: {
        mq_hello hello;
        if (!mq_hello_decode(frame->payload, frame->length, &hello) || hello.role != MQ_ROLE_HOST) return false;
        greet(device, &hello, is_answer);
        return true;
    }
    case MQ_TYPE_CONFIG: {
        mq_config config;
        if (!mq_config_decode(frame->payload, frame->length, &config)) return false;
        configure(device, &config);
        return true;
    }
    case MQ_TYPE_TIMESYNC: {
        mq_timesync request;
        if (is_answer || !mq_timesync_decode(frame->payload, frame->length, &request)) return false;
        answer_timesync(device, &request, now);
        return true;
    }
    case MQ_TYPE_FEEDBACK: {
        mq_feedback feedback;
        if (!mq_feedback_decode(frame->payload, frame->length, &feedback)) return false;
        command(device, &feedback);
        return true;
    }
    case MQ_TYPE_PREDICTION: {
        mq_prediction prediction;
        if (!mq_prediction_decode(frame->payload, frame->length, &prediction)) return false;
        if (device->board.predicted) device->board.predicted(device->board.context, &prediction);
        return true;
    }
    case MQ_TYPE_LABELS: {
        mq_labels labels;
        if (!mq_labels_decode(frame->payload, frame->length, &labels)) return false;
        if (device->board.labelled) device->board.labelled(device->board.context, &labels);
        return true;
    }
    case MQ_TYPE_INSTALL: {
        mq_install step;
        if (!mq_install_decode(frame->payload, frame->length, &step)) return false;
        install(device, &step);
        return true;
    }
    case MQ_TYPE_GOODBYE: part(device); return true;
    case MQ_TYPE_HEARTBEAT: return true;  // That it came is what it says.
    default: return false;                // DATA, ACK, LOG, EVENT, INSTALLED and CHANNELS are a device's.
    }
}

// A broken request whose sequence can be read is refused, so that the host need not wait.
static void refuse(mq_device *device, const mq_frame *frame) {
    const bool has_sequence = frame->type == MQ_TYPE_FEEDBACK || frame->type == MQ_TYPE_CONFIG;
    if (!has_sequence || frame->length < 2) return;
    mq_device_send_ack(device, (mq_type)frame->type, mq_get_u16(frame->payload), MQ_ACK_REFUSED, 0);
}

static void answer_mismatch(mq_device *device, uint64_t now) {
    if (device->mismatch_answered && now - device->mismatch_answered_at < MISMATCH_ANSWER_EVERY_MICROSECONDS) return;
    device->mismatch_answered = true;
    device->mismatch_answered_at = now;
    (void)mq_device_send_hello(device, 0);
}

void mq_device_receive(mq_device *device, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const mq_outcome outcome = mq_decoder_push(&device->decoder, bytes[i]);
        if (outcome == MQ_OUTCOME_NONE) continue;
        const uint64_t now = clock_of(device);
        const mq_frame *frame = &device->decoder.frame;
        switch (outcome) {
        case MQ_OUTCOME_FRAME:
            // First: a frame that comes too late does not undo the failsafe.
            mq_actuators_poll(device, now);
            if (handle(device, frame, now)) {
                device->host_heard_at = now;
            } else {
                device->wrong_side++;
            }
            break;
        case MQ_OUTCOME_MALFORMED: refuse(device, frame); break;
        case MQ_OUTCOME_VERSION_MISMATCH: answer_mismatch(device, now); break;
        case MQ_OUTCOME_NONE:
        case MQ_OUTCOME_FRAMING_ERROR:
        case MQ_OUTCOME_CRC_ERROR:
        case MQ_OUTCOME_UNKNOWN: break;
        }
    }
}

void mq_device_poll(mq_device *device) {
    const uint64_t now = clock_of(device);
    mq_actuators_poll(device, now);
    if (device->pending_samples > 0 && mq_time_difference((uint32_t)now, device->pending_time) >= MQ_LONGEST_WAIT_MICROSECONDS) {
        mq_device_flush(device);
    }
    if (!device->announced || now - device->hello_at >= HELLO_EVERY_MICROSECONDS) (void)mq_device_send_hello(device, 0);
    mq_device_describe_channels(device);
    if (now - device->heartbeat_at >= MQ_HEARTBEAT_EVERY_MICROSECONDS) mq_device_send_heartbeat(device);
}
