// CONFIG: what the host wants changed.
#include "mq_bytes.h"
#include "mq_items.h"
#include "mq_message.h"
#include "mq_rules.h"

static const mq_item_limits limits[] = {{4, 4}, {4, 4}, {4, 4}, {1, 1}, {1, 1}};

static void item_store(const uint8_t *item, mq_config *config) {
    const uint8_t *value = item + ITEM_VALUE;
    switch (item[ITEM_TAG]) {
    case MQ_CONFIG_RATE: config->rate = mq_get_f32(value); break;
    case MQ_CONFIG_ACCELERATION: config->acceleration_full_scale = mq_get_f32(value); break;
    case MQ_CONFIG_ROTATION: config->rotation_full_scale = mq_get_f32(value); break;
    case MQ_CONFIG_MOST_SAMPLES: config->most_samples = value[0]; break;
    case MQ_CONFIG_KEEP: config->keep = value[0]; break;
    default: return;  // A later minor version's: skipped.
    }
    config->present |= MQ_HAS(item[ITEM_TAG]);
}

// Judges a payload and, unless `config` is null, stores its items.
static bool read_items(const uint8_t *payload, size_t length, mq_config *config) {
    if (length < 2 || length > MQ_PAYLOAD_MAX) return false;
    const uint8_t *item = payload + 2;
    uint8_t left = (uint8_t)(length - 2);
    while (left > 0) {
        const uint8_t size = mq_item_size(item, left, limits, MQ_CONFIG_KEEP);
        if (size == 0) return false;
        if (config) item_store(item, config);
        item += size;
        left = (uint8_t)(left - size);
    }
    return true;
}

bool mq_config_well_formed(const uint8_t *payload, size_t length) { return read_items(payload, length, NULL); }

bool mq_config_decode(const uint8_t *payload, size_t length, mq_config *config) {
    const mq_config empty = {0};
    *config = empty;
    if (!read_items(payload, length, config)) return false;
    config->sequence = mq_get_u16(payload);
    return true;
}

static uint8_t *put_f32(uint8_t *to, uint8_t tag, float value) {
    to = mq_item_open(to, tag, 4);
    mq_put_f32(to, value);
    return to + 4;
}

static uint8_t *put_u8(uint8_t *to, uint8_t tag, uint8_t value) {
    to = mq_item_open(to, tag, 1);
    to[0] = value;
    return to + 1;
}

size_t mq_config_encode(const mq_config *config, uint8_t *payload) {
    const uint16_t present = config->present;
    uint8_t *to = payload + 2;
    mq_put_u16(payload, config->sequence);
    if (present & MQ_HAS(MQ_CONFIG_RATE)) to = put_f32(to, MQ_CONFIG_RATE, config->rate);
    if (present & MQ_HAS(MQ_CONFIG_ACCELERATION)) to = put_f32(to, MQ_CONFIG_ACCELERATION, config->acceleration_full_scale);
    if (present & MQ_HAS(MQ_CONFIG_ROTATION)) to = put_f32(to, MQ_CONFIG_ROTATION, config->rotation_full_scale);
    if (present & MQ_HAS(MQ_CONFIG_MOST_SAMPLES)) to = put_u8(to, MQ_CONFIG_MOST_SAMPLES, config->most_samples);
    if (present & MQ_HAS(MQ_CONFIG_KEEP)) to = put_u8(to, MQ_CONFIG_KEEP, config->keep);
    return (size_t)(to - payload);
}

bool mq_config_in_range(const mq_config *config) {
    const uint16_t present = config->present;
    const uint32_t acceleration = mq_f32_bits(config->acceleration_full_scale);
    const uint32_t rotation = mq_f32_bits(config->rotation_full_scale);
    if ((present & MQ_HAS(MQ_CONFIG_RATE)) && !mq_f32_is_rate(mq_f32_bits(config->rate))) return false;
    if ((present & MQ_HAS(MQ_CONFIG_ACCELERATION)) && !mq_f32_is_positive(acceleration)) return false;
    if ((present & MQ_HAS(MQ_CONFIG_ROTATION)) && !mq_f32_is_positive(rotation)) return false;
    if ((present & MQ_HAS(MQ_CONFIG_KEEP)) && config->keep > 1) return false;
    if (!(present & MQ_HAS(MQ_CONFIG_MOST_SAMPLES))) return true;
    return config->most_samples >= 1 && config->most_samples <= MQ_SAMPLES_MAX;
}
