// The fields of LABELS.
#include <string.h>

#include "fields.h"

// Names of LABELS as they stand in a payload, in room for one. Returns their bytes.
static size_t names_from(const json_value *fields, uint8_t *names, uint8_t *named) {
    size_t length = 0;
    *named = 0;
    for (const json_value *each = json_get(fields, "names")->first; each; each = each->next, (*named)++) {
        const size_t bytes = strlen(each->string);
        names[length] = (uint8_t)bytes;
        memcpy(names + length + 1, each->string, bytes);
        length += 1 + bytes;
    }
    return length;
}

bool labels_match(const json_value *fields, const mq_frame *frame) {
    mq_labels labels;
    uint8_t names[MQ_PAYLOAD_MAX], named;
    const size_t length = names_from(fields, names, &named);
    if (!mq_labels_decode(frame->payload, frame->length, &labels)) return false;
    if (labels.count != json_number(fields, "count") || labels.first != json_number(fields, "first")) return false;
    if (labels.rest != json_number(fields, "rest") || labels.named != named || labels.names_length != length) return false;
    const uint8_t *expected = names;
    for (uint8_t index = 0; index < named; index++) {
        uint8_t bytes;
        const uint8_t *name = mq_labels_name(&labels, index, &bytes);
        if (bytes != expected[0] || memcmp(name, expected + 1, bytes) != 0) return false;
        expected += 1 + bytes;
    }
    return true;
}

size_t labels_encode(const json_value *fields, uint8_t *payload) {
    uint8_t names[MQ_PAYLOAD_MAX];
    mq_labels labels = {
        .count = (uint8_t)json_number(fields, "count"),
        .first = (uint8_t)json_number(fields, "first"),
        .rest = (uint8_t)json_number(fields, "rest"),
        .names = names};
    labels.names_length = names_from(fields, names, &labels.named);
    return mq_labels_encode(&labels, payload);
}
