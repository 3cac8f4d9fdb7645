// Reads fields into a struct; matching compares member by member.
#include "fields.h"

#include <stdlib.h>
#include <string.h>

uint64_t u64(const json_value *fields, const char *key) { return strtoull(json_string(fields, key), NULL, 10); }
#define FIELD(type, key) ((type)json_number(fields, key))

static mq_channel channel_from(const json_value *fields) {
    return (mq_channel){
        FIELD(uint8_t, "kind"), FIELD(uint8_t, "unit"), FIELD(float, "scale"), FIELD(float, "offset"), FIELD(float, "full_scale")};
}

static void optional_items_from(const json_value *fields, mq_hello *hello) {
    const json_value *item;
    if ((item = json_find(fields, "unique_id"))) {
        hello->present |= MQ_HAS(MQ_HELLO_UNIQUE_ID);
        hello->unique_id_length = (uint8_t)(strlen(item->string) / 2);
        for (int i = 0; i < hello->unique_id_length; i++) {
            const char digits[3] = {item->string[2 * i], item->string[2 * i + 1], 0};
            hello->unique_id[i] = (uint8_t)strtoul(digits, NULL, 16);
        }
    }
    if ((item = json_find(fields, "name"))) {
        hello->present |= MQ_HAS(MQ_HELLO_NAME);
        hello->name_length = (uint8_t)strlen(item->string);
        memcpy(hello->name, item->string, hello->name_length);
    }
    if ((item = json_find(fields, "axes"))) {
        hello->present |= MQ_HAS(MQ_HELLO_AXES);
        int8_t *axis = hello->axes;
        for (const json_value *each = item->first; each; each = each->next) *axis++ = (int8_t)each->number;
    }
    if (json_find(fields, "minor")) {
        hello->present |= MQ_HAS(MQ_HELLO_MINOR);
        hello->minor = FIELD(uint8_t, "minor");
    }
    if ((item = json_find(fields, "actuators"))) {
        hello->present |= MQ_HAS(MQ_HELLO_ACTUATORS);
        uint8_t *units = hello->units;
        for (const json_value *each = item->first; each; each = each->next) *units++ = (uint8_t)each->number;
    }
    if (json_find(fields, "network")) {
        hello->present |= MQ_HAS(MQ_HELLO_NETWORK);
        hello->network = u64(fields, "network");
    }
    if (json_find(fields, "image")) {
        hello->present |= MQ_HAS(MQ_HELLO_IMAGE);
        hello->image = u64(fields, "image");
    }
    if (json_find(fields, "channel_count")) {
        hello->present |= MQ_HAS(MQ_HELLO_CHANNELS);
        hello->described_count = FIELD(uint8_t, "channel_count");
    }
    if ((item = json_find(fields, "library"))) {
        hello->present |= MQ_HAS(MQ_HELLO_LIBRARY);
        hello->library_length = (uint8_t)strlen(item->string);
        memcpy(hello->library, item->string, hello->library_length);
    }
}

static mq_hello hello_from(const json_value *fields) {
    mq_hello hello = {.axes = {1, 2, 3}};
    hello.present = MQ_HAS(MQ_HELLO_ROLE) | MQ_HAS(MQ_HELLO_SESSION);
    hello.role = FIELD(uint8_t, "role");
    hello.session = FIELD(uint32_t, "session");
    if (json_find(fields, "capabilities")) {
        hello.present |= MQ_HAS(MQ_HELLO_CAPABILITIES);
        hello.capabilities = FIELD(uint32_t, "capabilities");
    }
    if (json_find(fields, "rate")) {
        hello.present |= MQ_HAS(MQ_HELLO_RATE);
        hello.rate = FIELD(float, "rate");
    }
    const json_value *channels = json_find(fields, "channels");
    for (const json_value *each = channels ? channels->first : NULL; each; each = each->next) {
        hello.present |= MQ_HAS(MQ_HELLO_CHANNEL);
        hello.channels[hello.channel_count++] = channel_from(each);
    }
    optional_items_from(fields, &hello);
    return hello;
}

static bool hello_equal(const mq_hello *a, const mq_hello *b) {
    if (a->present != b->present || a->role != b->role || a->session != b->session) return false;
    if (a->unique_id_length != b->unique_id_length || memcmp(a->unique_id, b->unique_id, a->unique_id_length) != 0) return false;
    if (a->name_length != b->name_length || memcmp(a->name, b->name, a->name_length) != 0) return false;
    if (a->capabilities != b->capabilities || memcmp(&a->rate, &b->rate, sizeof a->rate) != 0) return false;
    if (memcmp(a->units, b->units, sizeof a->units) != 0 || a->network != b->network || a->image != b->image) return false;
    if (a->library_length != b->library_length || memcmp(a->library, b->library, MQ_LIBRARY_MAX) != 0) return false;
    if (a->described_count != b->described_count || a->described != b->described) return false;
    if (a->channel_count != b->channel_count || memcmp(a->axes, b->axes, 3) != 0 || a->minor != b->minor) return false;
    for (int i = 0; i < a->channel_count; i++) {
        const mq_channel *x = &a->channels[i], *y = &b->channels[i];
        if (x->kind != y->kind || x->unit != y->unit || memcmp(&x->scale, &y->scale, 4) != 0) return false;
        if (memcmp(&x->offset, &y->offset, 4) != 0 || memcmp(&x->full_scale, &y->full_scale, 4) != 0) return false;
    }
    return true;
}

static mq_config config_from(const json_value *fields) {
    mq_config config = {.sequence = FIELD(uint16_t, "sequence")};
    if (json_find(fields, "rate")) {
        config.present |= MQ_HAS(MQ_CONFIG_RATE);
        config.rate = FIELD(float, "rate");
    }
    if (json_find(fields, "acceleration_full_scale")) {
        config.present |= MQ_HAS(MQ_CONFIG_ACCELERATION);
        config.acceleration_full_scale = FIELD(float, "acceleration_full_scale");
    }
    if (json_find(fields, "rotation_full_scale")) {
        config.present |= MQ_HAS(MQ_CONFIG_ROTATION);
        config.rotation_full_scale = FIELD(float, "rotation_full_scale");
    }
    if (json_find(fields, "most_samples")) {
        config.present |= MQ_HAS(MQ_CONFIG_MOST_SAMPLES);
        config.most_samples = FIELD(uint8_t, "most_samples");
    }
    if (json_find(fields, "keep")) {
        config.present |= MQ_HAS(MQ_CONFIG_KEEP);
        config.keep = FIELD(uint8_t, "keep");
    }
    return config;
}

static bool config_equal(const mq_config *a, const mq_config *b) {
    return a->present == b->present && a->sequence == b->sequence && memcmp(&a->rate, &b->rate, sizeof a->rate) == 0 &&
           memcmp(&a->acceleration_full_scale, &b->acceleration_full_scale, sizeof(float)) == 0 &&
           memcmp(&a->rotation_full_scale, &b->rotation_full_scale, sizeof(float)) == 0 && a->most_samples == b->most_samples &&
           a->keep == b->keep;
}

static mq_heartbeat heartbeat_from(const json_value *fields) {
    const json_value *health = json_find(fields, "health");
    return (mq_heartbeat){
        FIELD(uint32_t, "uptime"),
        FIELD(uint32_t, "frames_sent"),
        FIELD(uint32_t, "frames_received"),
        FIELD(uint32_t, "framing_errors"),
        FIELD(uint32_t, "crc_errors"),
        FIELD(uint32_t, "not_understood"),
        FIELD(uint32_t, "samples_dropped"),
        FIELD(uint32_t, "flags"),
        health != NULL,
        health ? (uint8_t)json_number(health, "battery") : MQ_BATTERY_UNKNOWN,
        health ? (int16_t)json_number(health, "temperature") : MQ_TEMPERATURE_UNKNOWN};
}

static bool heartbeat_equal(const mq_heartbeat *a, const mq_heartbeat *b) {
    return a->uptime == b->uptime && a->frames_sent == b->frames_sent && a->frames_received == b->frames_received &&
           a->framing_errors == b->framing_errors && a->crc_errors == b->crc_errors && a->not_understood == b->not_understood &&
           a->samples_dropped == b->samples_dropped && a->flags == b->flags && a->has_health == b->has_health &&
           a->battery == b->battery && a->temperature == b->temperature;
}

static mq_prediction prediction_from(const json_value *fields) {
    return (mq_prediction){FIELD(uint32_t, "window_end"),   FIELD(uint16_t, "last_index"), FIELD(uint8_t, "class"),
                           FIELD(uint8_t, "phase"),         FIELD(uint16_t, "confidence"), FIELD(uint8_t, "window_slot"),
                           FIELD(uint8_t, "windows_before")};
}

static mq_feedback feedback_from(const json_value *fields) {
    return (mq_feedback){FIELD(uint16_t, "sequence"), FIELD(uint32_t, "issued"),    FIELD(uint16_t, "time_to_live"),
                         FIELD(uint8_t, "actuator"),  FIELD(uint8_t, "unit"),       FIELD(uint8_t, "pattern"),
                         FIELD(uint8_t, "level"),     FIELD(uint8_t, "red"),        FIELD(uint8_t, "green"),
                         FIELD(uint8_t, "blue"),      FIELD(uint16_t, "frequency"), FIELD(uint16_t, "duration"),
                         FIELD(uint16_t, "period")};
}

static bool feedback_equal(const mq_feedback *a, const mq_feedback *b) {
    return a->sequence == b->sequence && a->issued == b->issued && a->time_to_live == b->time_to_live &&
           a->actuator == b->actuator && a->unit == b->unit && a->pattern == b->pattern && a->level == b->level &&
           a->red == b->red && a->green == b->green && a->blue == b->blue && a->frequency == b->frequency &&
           a->duration == b->duration && a->period == b->period;
}

static bool data_match(const json_value *fields, const mq_frame *frame) {
    mq_data view;
    if (!mq_data_decode(frame->payload, frame->length, frame->count, &view)) return false;
    if (view.channels != json_number(fields, "channels") || view.samples != frame->count) return false;
    const json_value *each = json_get(fields, "counts")->first;
    for (uint8_t sample = 0; sample < view.samples; sample++) {
        for (uint8_t channel = 0; channel < view.channels; channel++, each = each->next) {
            if (!each || mq_data_count(&view, sample, channel) != each->number) return false;
        }
    }
    return each == NULL;
}

static size_t data_encode(const json_value *fields, const mq_frame *frame, uint8_t *payload) {
    int16_t counts[MQ_PAYLOAD_MAX / 2];
    size_t length = 0;
    for (const json_value *each = json_get(fields, "counts")->first; each; each = each->next) {
        counts[length++] = (int16_t)each->number;
    }
    return mq_data_encode(counts, frame->count, FIELD(uint8_t, "channels"), payload);
}

bool fields_match(const json_value *fields, const mq_frame *frame) {
    const uint8_t *payload = frame->payload;
    const size_t length = frame->length;
    switch (frame->type) {
    case MQ_TYPE_HELLO: {
        mq_hello hello;
        const mq_hello expected = hello_from(fields);
        return mq_hello_decode(payload, length, &hello) && hello_equal(&hello, &expected);
    }
    case MQ_TYPE_DATA: return data_match(fields, frame);
    case MQ_TYPE_CONFIG: {
        mq_config config;
        const mq_config expected = config_from(fields);
        return mq_config_decode(payload, length, &config) && config_equal(&config, &expected);
    }
    case MQ_TYPE_TIMESYNC: {
        mq_timesync timesync;
        return mq_timesync_decode(payload, length, &timesync) && timesync.t1 == u64(fields, "t1") &&
               timesync.t2 == u64(fields, "t2") && timesync.t3 == u64(fields, "t3");
    }
    case MQ_TYPE_HEARTBEAT: {
        mq_heartbeat heartbeat;
        const mq_heartbeat expected = heartbeat_from(fields);
        return mq_heartbeat_decode(payload, length, &heartbeat) && heartbeat_equal(&heartbeat, &expected);
    }
    case MQ_TYPE_PREDICTION: {
        mq_prediction prediction;
        const mq_prediction expected = prediction_from(fields);
        return mq_prediction_decode(payload, length, &prediction) && prediction.window_end == expected.window_end &&
               prediction.last_index == expected.last_index && prediction.class_index == expected.class_index &&
               prediction.phase == expected.phase && prediction.confidence == expected.confidence &&
               prediction.window_slot == expected.window_slot && prediction.windows_before == expected.windows_before;
    }
    case MQ_TYPE_FEEDBACK: {
        mq_feedback feedback;
        const mq_feedback expected = feedback_from(fields);
        return mq_feedback_decode(payload, length, &feedback) && feedback_equal(&feedback, &expected);
    }
    case MQ_TYPE_ACK: {
        mq_ack ack;
        return mq_ack_decode(payload, length, &ack) && ack.sequence == json_number(fields, "sequence") &&
               ack.status == json_number(fields, "status") && ack.type == json_number(fields, "type") &&
               ack.applied == json_number(fields, "applied");
    }
    case MQ_TYPE_LOG: {
        mq_log log;
        const char *text = json_string(fields, "text");
        return mq_log_decode(payload, length, &log) && log.level == json_number(fields, "level") &&
               log.text_length == strlen(text) && memcmp(log.text, text, log.text_length) == 0;
    }
    case MQ_TYPE_EVENT: {
        mq_event event;
        return mq_event_decode(payload, length, &event) && event.kind == json_number(fields, "kind") &&
               event.which == json_number(fields, "which") && event.value == json_number(fields, "value");
    }
    case MQ_TYPE_LABELS: return labels_match(fields, frame);
    case MQ_TYPE_CHANNELS: return channels_match(fields, frame);
    case MQ_TYPE_GOODBYE: return true;
    case MQ_TYPE_INSTALL:
    case MQ_TYPE_INSTALLED: return install_matches(fields, frame);
    default: return false;
    }
}

size_t fields_encode(const json_value *fields, const mq_frame *frame, uint8_t *payload) {
    switch (frame->type) {
    case MQ_TYPE_HELLO: {
        const mq_hello hello = hello_from(fields);
        return mq_hello_encode(&hello, payload);
    }
    case MQ_TYPE_DATA: return data_encode(fields, frame, payload);
    case MQ_TYPE_CONFIG: {
        const mq_config config = config_from(fields);
        return mq_config_encode(&config, payload);
    }
    case MQ_TYPE_TIMESYNC: {
        const mq_timesync timesync = {u64(fields, "t1"), u64(fields, "t2"), u64(fields, "t3")};
        return mq_timesync_encode(&timesync, payload);
    }
    case MQ_TYPE_HEARTBEAT: {
        const mq_heartbeat heartbeat = heartbeat_from(fields);
        return mq_heartbeat_encode(&heartbeat, payload);
    }
    case MQ_TYPE_PREDICTION: {
        const mq_prediction prediction = prediction_from(fields);
        return mq_prediction_encode(&prediction, payload);
    }
    case MQ_TYPE_FEEDBACK: {
        const mq_feedback feedback = feedback_from(fields);
        return mq_feedback_encode(&feedback, payload);
    }
    case MQ_TYPE_ACK: {
        const mq_ack ack = {
            FIELD(uint16_t, "sequence"), FIELD(uint8_t, "status"), FIELD(uint8_t, "type"), FIELD(uint32_t, "applied")};
        return mq_ack_encode(&ack, payload);
    }
    case MQ_TYPE_LOG: {
        const char *text = json_string(fields, "text");
        const mq_log log = {FIELD(uint8_t, "level"), (const uint8_t *)text, strlen(text)};
        return mq_log_encode(&log, payload);
    }
    case MQ_TYPE_EVENT: {
        const mq_event event = {FIELD(uint8_t, "kind"), FIELD(uint8_t, "which"), FIELD(int16_t, "value")};
        return mq_event_encode(&event, payload);
    }
    case MQ_TYPE_LABELS: return labels_encode(fields, payload);
    case MQ_TYPE_CHANNELS: return channels_encode(fields, payload);
    case MQ_TYPE_INSTALL:
    case MQ_TYPE_INSTALLED: return install_encode(fields, frame->type, payload);
    default: return 0;  // GOODBYE has no payload.
    }
}
