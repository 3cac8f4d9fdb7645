// The fields of CHANNELS.
#include <string.h>

#include "fields.h"

// Places before the first of the frame are not looked at.
static uint8_t channels_from(const json_value *fields, mq_described_channel *channels) {
    uint8_t place = (uint8_t)json_number(fields, "first");
    for (const json_value *each = json_get(fields, "channels")->first; each; each = each->next) {
        channels[place++] = (mq_described_channel){(uint8_t)json_number(each, "kind"),     (uint8_t)json_number(each, "unit"),
                                                   (float)json_number(each, "scale"),      (float)json_number(each, "offset"),
                                                   (float)json_number(each, "full_scale"), (float)json_number(each, "rate"),
                                                   json_string(each, "unit_text"),         json_string(each, "name")};
    }
    return place;
}

static bool text_matches(const uint8_t *text, uint8_t length, const char *expected) {
    return strlen(expected) == length && memcmp(text, expected, length) == 0;
}

static bool entry_matches(const mq_channel_entry *entry, const mq_described_channel *expected) {
    const mq_channel *channel = &entry->channel;
    if (channel->kind != expected->kind || channel->unit != expected->unit) return false;
    if (memcmp(&channel->scale, &expected->scale, 4) != 0 || memcmp(&channel->offset, &expected->offset, 4) != 0) return false;
    if (memcmp(&channel->full_scale, &expected->full_scale, 4) != 0 || memcmp(&entry->rate, &expected->rate, 4) != 0) return false;
    return text_matches(entry->unit_text, entry->unit_length, expected->unit_text) &&
           text_matches(entry->name, entry->name_length, expected->name);
}

bool channels_match(const json_value *fields, const mq_frame *frame) {
    mq_channels seen;
    mq_described_channel expected[MQ_DATA_CHANNELS_MAX];
    const uint8_t end = channels_from(fields, expected);
    if (!mq_channels_decode(frame->payload, frame->length, &seen)) return false;
    if (seen.session != json_number(fields, "session") || seen.first != json_number(fields, "first")) return false;
    if (seen.first + seen.count != end) return false;
    for (uint8_t index = 0; index < seen.count; index++) {
        mq_channel_entry entry;
        mq_channels_entry(&seen, index, &entry);
        if (!entry_matches(&entry, &expected[seen.first + index])) return false;
    }
    return true;
}

size_t channels_encode(const json_value *fields, uint8_t *payload) {
    mq_described_channel channels[MQ_DATA_CHANNELS_MAX];
    const uint8_t count = channels_from(fields, channels), first = (uint8_t)json_number(fields, "first");
    uint8_t told;
    const size_t length = mq_channels_encode((uint32_t)json_number(fields, "session"), channels, count, first, payload, &told);
    return first + told == count ? length : 0;
}
