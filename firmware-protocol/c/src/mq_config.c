// CONFIG: what the host wants changed.
#include "mq_bytes.h"
#include "mq_items.h"
#include "mq_message.h"

static bool item_decode(const mq_item *item, mq_config *config) {
    switch (item->tag) {
        case MQ_CONFIG_RATE:
            if (item->length != 4) return false;
            config->rate = mq_get_f32(item->value);
            break;
        case MQ_CONFIG_ACCELERATION:
            if (item->length != 4) return false;
            config->acceleration_full_scale = mq_get_f32(item->value);
            break;
        case MQ_CONFIG_ROTATION:
            if (item->length != 4) return false;
            config->rotation_full_scale = mq_get_f32(item->value);
            break;
        case MQ_CONFIG_MOST_SAMPLES:
            if (item->length != 1) return false;
            config->most_samples = item->value[0];
            break;
        default: return true;  // A later minor version's: skipped.
    }
    config->present |= MQ_HAS(item->tag);
    return true;
}

bool mq_config_decode(const uint8_t *payload, size_t length, mq_config *config) {
    const mq_config empty = {0};
    *config = empty;
    if (length < 2) return false;
    config->sequence = mq_get_u16(payload);
    size_t at = 2;
    mq_item item;
    mq_items_state state;
    while ((state = mq_item_next(payload, length, &at, &item)) == MQ_ITEMS_ITEM) {
        if (!item_decode(&item, config)) return false;
    }
    return state == MQ_ITEMS_END;
}

size_t mq_config_encode(const mq_config *config, uint8_t *payload) {
    size_t at = 2;
    mq_put_u16(payload, config->sequence);
    if (config->present & MQ_HAS(MQ_CONFIG_RATE)) mq_put_f32(mq_item_open(payload, &at, MQ_CONFIG_RATE, 4), config->rate);
    if (config->present & MQ_HAS(MQ_CONFIG_ACCELERATION)) {
        mq_put_f32(mq_item_open(payload, &at, MQ_CONFIG_ACCELERATION, 4), config->acceleration_full_scale);
    }
    if (config->present & MQ_HAS(MQ_CONFIG_ROTATION)) {
        mq_put_f32(mq_item_open(payload, &at, MQ_CONFIG_ROTATION, 4), config->rotation_full_scale);
    }
    if (config->present & MQ_HAS(MQ_CONFIG_MOST_SAMPLES)) {
        *mq_item_open(payload, &at, MQ_CONFIG_MOST_SAMPLES, 1) = config->most_samples;
    }
    return at;
}

static bool range_in_range(float full_scale) { return mq_f32_finite(full_scale) && full_scale > 0.0f; }

bool mq_config_in_range(const mq_config *config) {
    if ((config->present & MQ_HAS(MQ_CONFIG_RATE)) && !mq_rate_in_range(config->rate)) return false;
    if ((config->present & MQ_HAS(MQ_CONFIG_ACCELERATION)) && !range_in_range(config->acceleration_full_scale)) return false;
    if ((config->present & MQ_HAS(MQ_CONFIG_ROTATION)) && !range_in_range(config->rotation_full_scale)) return false;
    if (!(config->present & MQ_HAS(MQ_CONFIG_MOST_SAMPLES))) return true;
    return config->most_samples >= 1 && config->most_samples <= MQ_SAMPLES_MAX;
}
