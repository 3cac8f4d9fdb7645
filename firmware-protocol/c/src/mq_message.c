// The messages of fixed layout.
#include "mq_message.h"

#include "mq_bytes.h"
#include "mq_rules.h"

size_t mq_data_encode(const int16_t *counts, uint8_t samples, uint8_t channels, uint8_t *payload) {
    const size_t values = (size_t)samples * channels;
    if (values == 0 || samples > MQ_SAMPLES_MAX || channels > MQ_DATA_CHANNELS_MAX || 2 * values > MQ_PAYLOAD_MAX) return 0;
    for (size_t i = 0; i < values; i++) mq_put_u16(payload + 2 * i, (uint16_t)counts[i]);
    return 2 * values;
}

bool mq_data_decode(const uint8_t *payload, size_t length, uint8_t samples, mq_data *view) {
    if (samples == 0 || samples > MQ_SAMPLES_MAX) return false;
    // Tried, not divided: a division is a long function on the smallest processors.
    const size_t per_channel = 2u * samples;
    for (uint8_t channels = 1; channels <= MQ_DATA_CHANNELS_MAX; channels++) {
        if (channels * per_channel != length) continue;
        view->samples = samples;
        view->channels = channels;
        view->counts = payload;
        return true;
    }
    return false;
}

int16_t mq_data_count(const mq_data *view, uint8_t sample, uint8_t channel) {
    return mq_get_i16(view->counts + 2 * ((size_t)sample * view->channels + channel));
}

size_t mq_timesync_encode(const mq_timesync *timesync, uint8_t *payload) {
    mq_put_u64(payload, timesync->t1);
    mq_put_u64(payload + 8, timesync->t2);
    mq_put_u64(payload + 16, timesync->t3);
    return TIMESYNC_SIZE;
}

bool mq_timesync_decode(const uint8_t *payload, size_t length, mq_timesync *timesync) {
    if (length < TIMESYNC_SIZE) return false;
    timesync->t1 = mq_get_u64(payload);
    timesync->t2 = mq_get_u64(payload + 8);
    timesync->t3 = mq_get_u64(payload + 16);
    return true;
}

size_t mq_heartbeat_encode(const mq_heartbeat *heartbeat, uint8_t *payload) {
    mq_put_u32(payload, heartbeat->uptime);
    mq_put_u32(payload + 4, heartbeat->frames_sent);
    mq_put_u32(payload + 8, heartbeat->frames_received);
    mq_put_u32(payload + 12, heartbeat->framing_errors);
    mq_put_u32(payload + 16, heartbeat->crc_errors);
    mq_put_u32(payload + 20, heartbeat->not_understood);
    mq_put_u32(payload + 24, heartbeat->samples_dropped);
    mq_put_u32(payload + 28, heartbeat->flags);
    if (!heartbeat->has_health) return HEARTBEAT_SIZE;
    payload[32] = heartbeat->battery;
    payload[33] = 0;
    mq_put_u16(payload + 34, (uint16_t)heartbeat->temperature);
    return HEALTHY_HEARTBEAT_SIZE;
}

bool mq_heartbeat_decode(const uint8_t *payload, size_t length, mq_heartbeat *heartbeat) {
    if (length < HEARTBEAT_SIZE) return false;
    heartbeat->uptime = mq_get_u32(payload);
    heartbeat->frames_sent = mq_get_u32(payload + 4);
    heartbeat->frames_received = mq_get_u32(payload + 8);
    heartbeat->framing_errors = mq_get_u32(payload + 12);
    heartbeat->crc_errors = mq_get_u32(payload + 16);
    heartbeat->not_understood = mq_get_u32(payload + 20);
    heartbeat->samples_dropped = mq_get_u32(payload + 24);
    heartbeat->flags = mq_get_u32(payload + 28);
    heartbeat->has_health = length >= HEALTHY_HEARTBEAT_SIZE;
    heartbeat->battery = heartbeat->has_health ? payload[32] : MQ_BATTERY_UNKNOWN;
    heartbeat->temperature = heartbeat->has_health ? mq_get_i16(payload + 34) : MQ_TEMPERATURE_UNKNOWN;
    return true;
}

size_t mq_prediction_encode(const mq_prediction *prediction, uint8_t *payload) {
    mq_put_u32(payload, prediction->window_end);
    mq_put_u16(payload + 4, prediction->last_index);
    payload[6] = prediction->class_index;
    payload[7] = prediction->phase;
    mq_put_u16(payload + 8, prediction->confidence);
    payload[10] = prediction->window_slot;
    payload[11] = prediction->windows_before;
    return PREDICTION_SIZE;
}

bool mq_prediction_decode(const uint8_t *payload, size_t length, mq_prediction *prediction) {
    if (length < PREDICTION_SIZE) return false;
    prediction->window_end = mq_get_u32(payload);
    prediction->last_index = mq_get_u16(payload + 4);
    prediction->class_index = payload[6];
    prediction->phase = payload[7];
    prediction->confidence = mq_get_u16(payload + 8);
    prediction->window_slot = payload[10];
    prediction->windows_before = payload[11];
    return true;
}

size_t mq_prediction_add_scores(const int16_t *scores, size_t count, uint8_t *payload) {
    if (count > MQ_SCORES_MAX) return PREDICTION_SIZE;
    for (size_t i = 0; i < count; i++) mq_put_u16(payload + PREDICTION_SIZE + 2 * i, (uint16_t)scores[i]);
    return PREDICTION_SIZE + 2 * count;
}

size_t mq_prediction_score_count(size_t length) { return length < PREDICTION_SIZE ? 0 : (length - PREDICTION_SIZE) / 2; }

int16_t mq_prediction_score(const uint8_t *payload, size_t class_index) {
    return (int16_t)mq_get_u16(payload + PREDICTION_SIZE + 2 * class_index);
}

bool mq_feedback_well_formed(const uint8_t *payload, size_t length) {
    if (length < FEEDBACK_SIZE) return false;
    const uint16_t time_to_live = mq_get_u16(payload + 6);
    return time_to_live >= 1 && time_to_live <= 10000 && payload[9] <= 7 && payload[10] <= MQ_PATTERN_BLINK;
}

size_t mq_feedback_encode(const mq_feedback *feedback, uint8_t *payload) {
    mq_put_u16(payload, feedback->sequence);
    mq_put_u32(payload + 2, feedback->issued);
    mq_put_u16(payload + 6, feedback->time_to_live);
    payload[8] = feedback->actuator;
    payload[9] = feedback->unit;
    payload[10] = feedback->pattern;
    payload[11] = feedback->level;
    payload[12] = feedback->red;
    payload[13] = feedback->green;
    payload[14] = feedback->blue;
    payload[15] = 0;
    mq_put_u16(payload + 16, feedback->frequency);
    mq_put_u16(payload + 18, feedback->duration);
    mq_put_u16(payload + 20, feedback->period);
    return mq_feedback_well_formed(payload, FEEDBACK_SIZE) ? FEEDBACK_SIZE : 0;
}

bool mq_feedback_decode(const uint8_t *payload, size_t length, mq_feedback *feedback) {
    if (!mq_feedback_well_formed(payload, length)) return false;
    feedback->sequence = mq_get_u16(payload);
    feedback->issued = mq_get_u32(payload + 2);
    feedback->time_to_live = mq_get_u16(payload + 6);
    feedback->actuator = payload[8];
    feedback->unit = payload[9];
    feedback->pattern = payload[10];
    feedback->level = payload[11];
    feedback->red = payload[12];
    feedback->green = payload[13];
    feedback->blue = payload[14];
    feedback->frequency = mq_get_u16(payload + 16);
    feedback->duration = mq_get_u16(payload + 18);
    feedback->period = mq_get_u16(payload + 20);
    return true;
}

size_t mq_ack_encode(const mq_ack *ack, uint8_t *payload) {
    mq_put_u16(payload, ack->sequence);
    payload[2] = ack->status;
    payload[3] = ack->type;
    mq_put_u32(payload + 4, ack->applied);
    return ACK_SIZE;
}

bool mq_ack_decode(const uint8_t *payload, size_t length, mq_ack *ack) {
    if (length < ACK_SIZE) return false;
    ack->sequence = mq_get_u16(payload);
    ack->status = payload[2];
    ack->type = payload[3];
    ack->applied = mq_get_u32(payload + 4);
    return true;
}

size_t mq_log_encode(const mq_log *log, uint8_t *payload) {
    size_t length = log->text_length;
    if (length > MQ_LOG_TEXT_MAX) {
        length = MQ_LOG_TEXT_MAX;
        // Bytes 10xxxxxx continue a character: go back to its first byte and cut before it.
        while (length > 0 && (log->text[length] & 0xC0u) == 0x80u) length--;
    }
    payload[0] = log->level;
    for (size_t i = 0; i < length; i++) payload[1 + i] = log->text[i];
    return 1 + length;
}

bool mq_log_decode(const uint8_t *payload, size_t length, mq_log *log) {
    if (length < 1) return false;
    log->level = payload[0];
    log->text = payload + 1;
    log->text_length = length - 1;
    return true;
}

size_t mq_event_encode(const mq_event *event, uint8_t *payload) {
    payload[0] = event->kind;
    payload[1] = event->which;
    mq_put_u16(payload + 2, (uint16_t)event->value);
    return EVENT_SIZE;
}

bool mq_event_decode(const uint8_t *payload, size_t length, mq_event *event) {
    if (length < EVENT_SIZE) return false;
    event->kind = payload[0];
    event->which = payload[1];
    event->value = mq_get_i16(payload + 2);
    return true;
}
