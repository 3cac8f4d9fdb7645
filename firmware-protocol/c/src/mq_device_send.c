// What a device sends: samples in batches, and every other message under a header of now.
#include "mq_device_internal.h"
#include "mq_rules.h"

// Header, CRC, the one byte that COBS adds to so short a frame, 0x00.
enum { FRAME_BYTES = 10 + 4 + 1 + 1 };

bool mq_device_has_room(const mq_device *device, size_t payload_length) {
    const mq_device_board *board = &device->board;
    return !board->has_room || board->has_room(board->context, payload_length + FRAME_BYTES);
}

static bool write_frame(mq_device *device, const mq_frame *frame) {
    const size_t length = mq_frame_encode(frame, device->wire);
    if (length == 0 || !device->board.write(device->board.context, device->wire, length)) return false;
    device->frames_sent++;
    return true;
}

bool mq_device_send(mq_device *device, mq_type type, uint8_t flags, size_t length) {
    if (length == 0 || !mq_device_has_room(device, length)) return false;
    const mq_frame frame = {
        .major = MQ_MAJOR_VERSION,
        .flags = (uint8_t)(flags | (unsigned)device->session_tag << 1),
        .type = (uint8_t)type,
        .index = device->next_index,
        .time = (uint32_t)device->board.clock(device->board.context),
        .payload = device->payload,
        .length = length};
    return write_frame(device, &frame);
}

bool mq_device_send_hello(mq_device *device, uint8_t flags) {
    if (!mq_device_has_room(device, device->hello_length)) return false;
    if (!mq_device_send(device, MQ_TYPE_HELLO, flags, mq_hello_encode(&device->description, device->payload))) return false;
    device->announced = true;
    device->hello_at = device->board.clock(device->board.context);
    device->described = 0;
    mq_device_describe_channels(device);
    return true;
}

// After the HELLO whose session it tells.
void mq_device_describe_channels(mq_device *device) {
    const mq_hello *hello = &device->description;
    if (!hello->described || !device->announced) return;
    while (device->described < hello->described_count && mq_device_has_room(device, CHANNELS_SIZE)) {
        uint8_t told;
        const size_t length =
            mq_channels_encode(hello->session, hello->described, hello->described_count, device->described, device->payload, &told);
        if (!mq_device_send(device, MQ_TYPE_CHANNELS, 0, length)) return;
        device->described = (uint8_t)(device->described + told);
    }
}

void mq_device_send_heartbeat(mq_device *device) {
    if (!mq_device_has_room(device, device->has_health ? HEALTHY_HEARTBEAT_SIZE : HEARTBEAT_SIZE)) return;
    const mq_counters *counters = &device->decoder.counters;
    const uint64_t now = device->board.clock(device->board.context);
    const mq_heartbeat heartbeat = {
        .uptime = (uint32_t)((now - device->booted_at) / 1000),
        .frames_sent = device->frames_sent,
        .frames_received = counters->frames,
        .framing_errors = counters->framing_errors,
        .crc_errors = counters->crc_errors,
        .not_understood = counters->unknown + counters->version_mismatches + counters->malformed + device->wrong_side,
        .samples_dropped = device->samples_dropped,
        .flags =
            (mq_actuators_any_on(device) ? MQ_HEARTBEAT_ACTUATOR_ON : 0) | (device->failsafe_acted ? MQ_HEARTBEAT_FAILSAFE : 0),
        .has_health = device->has_health,
        .battery = device->battery,
        .temperature = device->temperature};
    if (!mq_device_send(device, MQ_TYPE_HEARTBEAT, 0, mq_heartbeat_encode(&heartbeat, device->payload))) return;
    device->heartbeat_at = now;
    device->failsafe_told = device->failsafe_acted;
    device->failsafe_acted = false;
}

void mq_device_tell_health(mq_device *device, uint8_t battery, int16_t temperature) {
    device->has_health = true;
    device->battery = battery;
    device->temperature = temperature;
}

void mq_device_send_ack(mq_device *device, mq_type type, uint16_t sequence, mq_ack_status status, uint32_t applied) {
    const mq_ack ack = {.sequence = sequence, .status = (uint8_t)status, .type = (uint8_t)type, .applied = applied};
    // Without room the ACK is lost like one the line lost: the host repeats, and is told "duplicate".
    (void)mq_device_send(device, MQ_TYPE_ACK, MQ_FLAG_REPLY, mq_ack_encode(&ack, device->payload));
}

void mq_device_unsent(mq_device *device, uint8_t type, uint8_t samples) {
    device->samples_dropped += samples;
    if (type == MQ_TYPE_HELLO) device->announced = false;
    if (type == MQ_TYPE_CHANNELS) device->described = 0;
    if (type == MQ_TYPE_HEARTBEAT) {
        device->heartbeat_at -= MQ_HEARTBEAT_EVERY_MICROSECONDS;
        if (device->failsafe_told) device->failsafe_acted = true;
    }
}

uint16_t mq_device_last_index(const mq_device *device) { return (uint16_t)(device->next_index + device->pending_samples - 1); }

bool mq_device_send_prediction(mq_device *device, const mq_prediction *prediction, const int16_t *scores, size_t score_count) {
    mq_device_flush(device);
    size_t length = mq_prediction_encode(prediction, device->payload);
    if (scores) length = mq_prediction_add_scores(scores, score_count, device->payload);
    return mq_device_send(device, MQ_TYPE_PREDICTION, 0, length);
}

bool mq_device_send_event(mq_device *device, const mq_event *event) {
    return mq_device_send(device, MQ_TYPE_EVENT, 0, mq_event_encode(event, device->payload));
}

bool mq_device_send_log(mq_device *device, const mq_log *log) {
    return mq_device_send(device, MQ_TYPE_LOG, 0, mq_log_encode(log, device->payload));
}

void mq_device_flush(mq_device *device) {
    const uint8_t samples = device->pending_samples;
    if (samples == 0) return;
    const uint8_t channels = mq_hello_data_channels(&device->description);
    bool sent = false;
    const bool announced = device->announced || mq_device_send_hello(device, 0);
    if (announced && mq_device_has_room(device, (size_t)2 * samples * channels)) {
        const mq_frame frame = {
            .major = MQ_MAJOR_VERSION,
            .flags = (uint8_t)((unsigned)device->session_tag << 1),
            .type = MQ_TYPE_DATA,
            .count = samples,
            .index = device->next_index,
            .time = device->pending_time,
            .payload = device->payload,
            .length = mq_data_encode(device->pending, samples, channels, device->payload)};
        sent = write_frame(device, &frame);
    }
    if (!sent) device->samples_dropped += samples;
    device->next_index = (uint16_t)(device->next_index + samples);
    device->pending_samples = 0;
}

// True if one more sample would not fit, or would make the first one 20 ms old. By the nominal period: that is also how the
// receiver dates the samples, and a jittering clock does not change the size of frames.
static bool full(const mq_device *device) {
    const unsigned samples = device->pending_samples;
    const unsigned bytes_per_sample = 2u * mq_hello_data_channels(&device->description);
    const bool no_room = samples >= device->most_samples || (samples + 1) * bytes_per_sample > MQ_PAYLOAD_MAX;
    return no_room || (float)samples * 1e6f >= (float)MQ_LONGEST_WAIT_MICROSECONDS * device->description.rate;
}

// True if a sample taken at `time` is not about one period after the last one of the batch.
static bool out_of_step(const mq_device *device, uint32_t time) {
    const float period = 1e6f / device->description.rate;
    const float late = (float)mq_time_difference(time, device->pending_time) - (float)device->pending_samples * period;
    return late > 0.5f * period || late < -0.5f * period;
}

void mq_device_push(mq_device *device, const int16_t *counts, uint32_t time) {
    if (device->pending_samples > 0 && out_of_step(device, time)) mq_device_flush(device);
    const uint8_t channels = mq_hello_data_channels(&device->description);
    int16_t *sample = device->pending + (size_t)device->pending_samples * channels;
    for (uint8_t i = 0; i < channels; i++) sample[i] = counts[i];
    if (device->pending_samples == 0) device->pending_time = time;
    device->pending_samples++;
    if (full(device)) mq_device_flush(device);
}

void mq_device_drop(mq_device *device, uint16_t samples) {
    mq_device_flush(device);
    device->samples_dropped += samples;
    device->next_index = (uint16_t)(device->next_index + samples);
}
