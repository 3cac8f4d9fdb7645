// HELLO: who speaks, and what its samples mean.
#include "mq_bytes.h"
#include "mq_items.h"
#include "mq_message.h"

enum { CHANNEL_SIZE = 14 };

// Each of the three board axes once, with either sign.
static bool axes_in_range(const int8_t *axes) {
    unsigned seen = 0;
    for (int i = 0; i < 3; i++) {
        const int axis = axes[i] < 0 ? -axes[i] : axes[i];
        if (axis < 1 || axis > 3) return false;
        seen |= 1u << axis;
    }
    return seen == 0x0Eu;
}

static bool channel_in_range(const mq_channel *channel) {
    return channel->unit >= MQ_UNIT_G && channel->unit <= MQ_UNIT_MICROTESLA && mq_f32_finite(channel->scale) &&
           !mq_f32_zero(channel->scale) && mq_f32_finite(channel->offset) && mq_f32_finite(channel->full_scale);
}

static bool role_known(uint8_t role) { return role == MQ_ROLE_DEVICE || role == MQ_ROLE_HOST; }

// Nothing that the role requires is missing.
static bool complete(const mq_hello *hello) {
    uint16_t required = MQ_HAS(MQ_HELLO_ROLE) | MQ_HAS(MQ_HELLO_SESSION);
    if (hello->role == MQ_ROLE_DEVICE) {
        required |= MQ_HAS(MQ_HELLO_CAPABILITIES) | MQ_HAS(MQ_HELLO_RATE) | MQ_HAS(MQ_HELLO_CHANNEL);
    }
    return (hello->present & required) == required;
}

static void copy(uint8_t *to, const uint8_t *from, uint8_t length) {
    for (uint8_t i = 0; i < length; i++) to[i] = from[i];
}

static bool channel_decode(const mq_item *item, mq_hello *hello) {
    if (item->length != CHANNEL_SIZE || hello->channel_count == MQ_CHANNELS_MAX) return false;
    mq_channel *channel = &hello->channels[hello->channel_count++];
    channel->kind = item->value[0];
    channel->unit = item->value[1];
    channel->scale = mq_get_f32(item->value + 2);
    channel->offset = mq_get_f32(item->value + 6);
    channel->full_scale = mq_get_f32(item->value + 10);
    return channel_in_range(channel);
}

// Reads one item; false if its length or its value is not what the table says.
static bool item_decode(const mq_item *item, mq_hello *hello) {
    switch (item->tag) {
        case MQ_HELLO_ROLE:
            if (item->length != 1) return false;
            hello->role = item->value[0];
            if (!role_known(hello->role)) return false;
            break;
        case MQ_HELLO_SESSION:
            if (item->length != 4) return false;
            hello->session = mq_get_u32(item->value);
            break;
        case MQ_HELLO_UNIQUE_ID:
            if (item->length < 1 || item->length > MQ_UNIQUE_ID_MAX) return false;
            hello->unique_id_length = item->length;
            copy(hello->unique_id, item->value, item->length);
            break;
        case MQ_HELLO_NAME:
            if (item->length < 1 || item->length > MQ_NAME_MAX) return false;
            hello->name_length = item->length;
            copy(hello->name, item->value, item->length);
            break;
        case MQ_HELLO_CAPABILITIES:
            if (item->length != 4) return false;
            hello->capabilities = mq_get_u32(item->value);
            break;
        case MQ_HELLO_RATE:
            if (item->length != 4) return false;
            hello->rate = mq_get_f32(item->value);
            if (!mq_rate_in_range(hello->rate)) return false;
            break;
        case MQ_HELLO_CHANNEL:
            if (!channel_decode(item, hello)) return false;
            break;
        case MQ_HELLO_AXES:
            if (item->length != 3) return false;
            for (int i = 0; i < 3; i++) hello->axes[i] = (int8_t)(item->value[i] < 128 ? item->value[i] : item->value[i] - 256);
            if (!axes_in_range(hello->axes)) return false;
            break;
        case MQ_HELLO_MINOR:
            if (item->length != 1) return false;
            hello->minor = item->value[0];
            break;
        default: return true;  // A later minor version's: skipped.
    }
    hello->present |= MQ_HAS(item->tag);
    return true;
}

bool mq_hello_decode(const uint8_t *payload, size_t length, mq_hello *hello) {
    const mq_hello empty = {.axes = {1, 2, 3}};
    *hello = empty;
    size_t at = 0;
    mq_item item;
    mq_items_state state;
    while ((state = mq_item_next(payload, length, &at, &item)) == MQ_ITEMS_ITEM) {
        if (!item_decode(&item, hello)) return false;
    }
    return state == MQ_ITEMS_END && complete(hello);
}

// Every value is in range and nothing required is missing.
static bool encodable(const mq_hello *hello) {
    const uint16_t present = hello->present | MQ_HAS(MQ_HELLO_ROLE) | MQ_HAS(MQ_HELLO_SESSION);
    mq_hello whole = *hello;
    whole.present = present;
    if (!role_known(hello->role) || !complete(&whole)) return false;
    const bool id = present & MQ_HAS(MQ_HELLO_UNIQUE_ID);
    if (id && (hello->unique_id_length < 1 || hello->unique_id_length > MQ_UNIQUE_ID_MAX)) return false;
    const bool name = present & MQ_HAS(MQ_HELLO_NAME);
    if (name && (hello->name_length < 1 || hello->name_length > MQ_NAME_MAX)) return false;
    if ((present & MQ_HAS(MQ_HELLO_RATE)) && !mq_rate_in_range(hello->rate)) return false;
    if ((present & MQ_HAS(MQ_HELLO_AXES)) && !axes_in_range(hello->axes)) return false;
    if (!(present & MQ_HAS(MQ_HELLO_CHANNEL))) return true;
    if (hello->channel_count < 1 || hello->channel_count > MQ_CHANNELS_MAX) return false;
    for (uint8_t i = 0; i < hello->channel_count; i++) {
        if (!channel_in_range(&hello->channels[i])) return false;
    }
    return true;
}

static void channel_encode(const mq_channel *channel, uint8_t *value) {
    value[0] = channel->kind;
    value[1] = channel->unit;
    mq_put_f32(value + 2, channel->scale);
    mq_put_f32(value + 6, channel->offset);
    mq_put_f32(value + 10, channel->full_scale);
}

size_t mq_hello_encode(const mq_hello *hello, uint8_t *payload) {
    if (!encodable(hello)) return 0;
    size_t at = 0;
    *mq_item_open(payload, &at, MQ_HELLO_ROLE, 1) = hello->role;
    mq_put_u32(mq_item_open(payload, &at, MQ_HELLO_SESSION, 4), hello->session);
    if (hello->present & MQ_HAS(MQ_HELLO_UNIQUE_ID)) {
        copy(mq_item_open(payload, &at, MQ_HELLO_UNIQUE_ID, hello->unique_id_length), hello->unique_id, hello->unique_id_length);
    }
    if (hello->present & MQ_HAS(MQ_HELLO_NAME)) {
        copy(mq_item_open(payload, &at, MQ_HELLO_NAME, hello->name_length), hello->name, hello->name_length);
    }
    if (hello->present & MQ_HAS(MQ_HELLO_CAPABILITIES)) {
        mq_put_u32(mq_item_open(payload, &at, MQ_HELLO_CAPABILITIES, 4), hello->capabilities);
    }
    if (hello->present & MQ_HAS(MQ_HELLO_RATE)) mq_put_f32(mq_item_open(payload, &at, MQ_HELLO_RATE, 4), hello->rate);
    if (hello->present & MQ_HAS(MQ_HELLO_CHANNEL)) {
        for (uint8_t i = 0; i < hello->channel_count; i++) {
            channel_encode(&hello->channels[i], mq_item_open(payload, &at, MQ_HELLO_CHANNEL, CHANNEL_SIZE));
        }
    }
    if (hello->present & MQ_HAS(MQ_HELLO_AXES)) {
        uint8_t *value = mq_item_open(payload, &at, MQ_HELLO_AXES, 3);
        for (int i = 0; i < 3; i++) value[i] = (uint8_t)hello->axes[i];
    }
    if (hello->present & MQ_HAS(MQ_HELLO_MINOR)) *mq_item_open(payload, &at, MQ_HELLO_MINOR, 1) = hello->minor;
    return at;
}
