// CHANNELS: what each channel of DATA is.
#include "mq_channels.h"

#include "mq_bytes.h"
#include "mq_channel_bytes.h"
#include "mq_hello.h"
#include "mq_rules.h"

// Where an entry's parts are.
enum { RATE_AT = 14, UNIT_LENGTH_AT = 18, NAME_LENGTH_AT = 19, ENTRY_SIZE = 20 };

bool mq_channel_in_range(const uint8_t *value, uint8_t least_unit) {
    if (value[1] < least_unit || value[1] > MQ_UNIT_MICROTESLA || mq_f32_is_zero(mq_get_u32(value + 2))) return false;
    // Scale, offset, full scale.
    for (uint8_t at = 2; at < CHANNEL_SIZE; at += 4) {
        if (!mq_f32_is_finite(mq_get_u32(value + at))) return false;
    }
    return true;
}

void mq_channel_store(const uint8_t *value, mq_channel *channel) {
    channel->kind = value[0];
    channel->unit = value[1];
    channel->scale = mq_get_f32(value + 2);
    channel->offset = mq_get_f32(value + 6);
    channel->full_scale = mq_get_f32(value + 10);
}

uint8_t *mq_channel_put(uint8_t *to, const mq_channel *channel) {
    to[0] = channel->kind;
    to[1] = channel->unit;
    mq_put_f32(to + 2, channel->scale);
    mq_put_f32(to + 6, channel->offset);
    mq_put_f32(to + 10, channel->full_scale);
    return to + CHANNEL_SIZE;
}

// Texts become heads of columns.
static bool text_in_range(const uint8_t *text, uint8_t length) {
    for (; length > 0; length--, text++) {
        if (*text < 0x20 || *text == 0x7F || *text == ',' || *text == '"') return false;
    }
    return true;
}

// Bytes of the entry that begins the `left` bytes of a payload, or 0 if it runs beyond them or breaks a rule.
static uint8_t entry_size(const uint8_t *entry, uint8_t left) {
    if (left < ENTRY_SIZE || !mq_channel_in_range(entry, MQ_UNIT_OTHER)) return 0;
    const uint32_t rate = mq_get_u32(entry + RATE_AT);
    const uint8_t unit = entry[UNIT_LENGTH_AT], name = entry[NAME_LENGTH_AT];
    if (!mq_f32_is_zero(rate) && !mq_f32_is_rate(rate)) return 0;
    if (unit > MQ_UNIT_TEXT_MAX || name > MQ_CHANNEL_NAME_MAX) return 0;
    const uint8_t texts = (uint8_t)(unit + name), size = (uint8_t)(ENTRY_SIZE + texts);
    return size <= left && text_in_range(entry + ENTRY_SIZE, texts) ? size : 0;
}

bool mq_channels_decode(const uint8_t *payload, size_t length, mq_channels *view) {
    if (length < CHANNELS_SIZE || length > MQ_PAYLOAD_MAX) return false;
    view->session = mq_get_u32(payload);
    view->first = payload[4];
    view->count = 0;
    view->entries = payload + CHANNELS_HEAD;
    view->entries_length = length - CHANNELS_HEAD;
    const uint8_t *entry = view->entries;
    for (uint8_t left = (uint8_t)view->entries_length; left > 0; view->count++) {
        const uint8_t size = entry_size(entry, left);
        if (size == 0 || view->first + view->count >= MQ_DATA_CHANNELS_MAX) return false;
        entry += size;
        left = (uint8_t)(left - size);
    }
    return true;
}

void mq_channels_entry(const mq_channels *channels, uint8_t index, mq_channel_entry *entry) {
    const uint8_t *at = channels->entries;
    for (; index > 0; index--) at += ENTRY_SIZE + at[UNIT_LENGTH_AT] + at[NAME_LENGTH_AT];
    mq_channel_store(at, &entry->channel);
    entry->rate = mq_get_f32(at + RATE_AT);
    entry->unit_length = at[UNIT_LENGTH_AT];
    entry->name_length = at[NAME_LENGTH_AT];
    entry->unit_text = at + ENTRY_SIZE;
    entry->name = entry->unit_text + entry->unit_length;
}

// Bytes of a text, `most` + 1 if there are more.
static uint8_t length_of(const char *text, uint8_t most) {
    uint8_t length = 0;
    while (text && length <= most && text[length] != 0) length++;
    return length;
}

static uint8_t *put_text(uint8_t *to, const char *text, uint8_t length) {
    for (; length > 0; length--) *to++ = (uint8_t)*text++;
    return to;
}

size_t mq_channels_encode(
    uint32_t session, const mq_described_channel *channels, uint8_t count, uint8_t first, uint8_t *payload, uint8_t *told) {
    uint8_t *to = payload + CHANNELS_HEAD;
    mq_put_u32(payload, session);
    payload[4] = first;
    payload[5] = 0;
    *told = 0;
    for (uint8_t i = first; i < count; i++, ++*told) {
        const mq_described_channel *from = &channels[i];
        const uint8_t unit = length_of(from->unit_text, MQ_UNIT_TEXT_MAX), name = length_of(from->name, MQ_CHANNEL_NAME_MAX);
        if (unit > MQ_UNIT_TEXT_MAX || name > MQ_CHANNEL_NAME_MAX) return 0;
        if (payload + MQ_PAYLOAD_MAX - to < ENTRY_SIZE + unit + name) break;
        const mq_channel channel = {from->kind, from->unit, from->scale, from->offset, from->full_scale};
        to = mq_channel_put(to, &channel);
        mq_put_f32(to, from->rate);
        to[4] = unit;
        to[5] = name;
        to = put_text(put_text(to + 6, from->unit_text, unit), from->name, name);
    }
    const size_t length = (size_t)(to - payload);
    mq_channels written;
    return mq_channels_decode(payload, length, &written) ? length : 0;
}

static bool has_name(const mq_described_channel *channel) { return channel->name && channel->name[0] != 0; }

// The name may be longer than `length` bytes.
static bool is_named(const mq_described_channel *channel, const uint8_t *name, uint8_t length) {
    if (!has_name(channel)) return false;
    for (uint8_t i = 0; i < length; i++) {
        if ((uint8_t)channel->name[i] != name[i] || name[i] == 0) return false;
    }
    return channel->name[length] == 0;
}

bool mq_channels_usable(const mq_described_channel *channels, uint8_t count, uint8_t *payload) {
    uint8_t told;
    for (uint8_t first = 0; first < count; first = (uint8_t)(first + told)) {
        if (mq_channels_encode(0, channels, count, first, payload, &told) == 0) return false;
    }
    for (uint8_t i = 0; i < count; i++) {
        const mq_described_channel *channel = &channels[i];
        if (!has_name(channel)) {
            if (channel->kind == 0) return false;
            continue;
        }
        const uint8_t length = length_of(channel->name, MQ_CHANNEL_NAME_MAX);
        for (uint8_t before = 0; before < i; before++) {
            if (is_named(&channels[before], (const uint8_t *)channel->name, length)) return false;
        }
    }
    return count > 0;
}

// What is measured in none of HELLO's units stands there in one that says nothing.
static mq_channel in_hello(const mq_described_channel *channel) {
    const bool is_known = channel->unit >= MQ_UNIT_G && channel->unit <= MQ_UNIT_MICROTESLA;
    if (!is_known) return (mq_channel){channel->kind, MQ_UNIT_G, 1, 0, 0};
    return (mq_channel){channel->kind, channel->unit, channel->scale, channel->offset, channel->full_scale};
}

void mq_hello_describe(mq_hello *hello, const mq_described_channel *described, uint8_t count) {
    hello->described = described;
    hello->described_count = count;
    hello->channel_count = count < MQ_CHANNELS_MAX ? count : MQ_CHANNELS_MAX;
    for (uint8_t i = 0; i < hello->channel_count; i++) hello->channels[i] = in_hello(&described[i]);
    hello->present |= MQ_HAS(MQ_HELLO_CHANNEL) | MQ_HAS(MQ_HELLO_CHANNELS);
}

uint8_t mq_hello_data_channels(const mq_hello *hello) {
    return hello->present & MQ_HAS(MQ_HELLO_CHANNELS) ? hello->described_count : hello->channel_count;
}

mq_channel mq_hello_channel(const mq_hello *hello, uint8_t channel) {
    if (!hello->described) return hello->channels[channel];
    const mq_described_channel *from = &hello->described[channel];
    return (mq_channel){from->kind, from->unit, from->scale, from->offset, from->full_scale};
}

bool mq_hello_named(const mq_hello *hello, const uint8_t *name, uint8_t length, uint8_t *channel) {
    uint8_t found = 0;
    for (uint8_t i = 0; hello->described && i < hello->described_count; i++) {
        if (!is_named(&hello->described[i], name, length)) continue;
        *channel = i;
        found++;
    }
    return found == 1;
}

// What has a name is no channel of the board's own sensor; before the names are known no channel is.
static bool place_of(const mq_hello *hello, uint8_t kind, uint8_t *channel) {
    if ((hello->present & MQ_HAS(MQ_HELLO_CHANNELS)) && !hello->described) return false;
    const uint8_t count = mq_hello_data_channels(hello);
    for (uint8_t i = 0; i < count; i++) {
        if (hello->described && has_name(&hello->described[i])) continue;
        if (mq_hello_channel(hello, i).kind == kind) return *channel = i, true;
    }
    return false;
}

bool mq_hello_source(const mq_hello *hello, uint8_t kind, uint8_t *channel, bool *reversed) {
    const int8_t board = (int8_t)((kind & 15) + 1);
    const uint8_t family = kind & 0xF0;
    for (uint8_t axis = 0; axis < 3; axis++) {
        const int8_t points = hello->present & MQ_HAS(MQ_HELLO_AXES) ? hello->axes[axis] : (int8_t)(axis + 1);
        if (points != board && points != -board) continue;
        *reversed = points < 0;
        return place_of(hello, (uint8_t)(family + axis), channel) ||
               (family == 0x10 && place_of(hello, (uint8_t)(0x40 + axis), channel));
    }
    return false;
}
