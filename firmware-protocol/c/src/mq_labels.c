// LABELS: what the host's classes are called.
#include "mq_message.h"
#include "mq_rules.h"

bool mq_labels_decode(const uint8_t *payload, size_t length, mq_labels *labels) {
    if (length < LABELS_SIZE || payload[0] == 255) return false;
    if (payload[2] >= payload[0] && payload[2] != MQ_NO_REST) return false;
    labels->count = payload[0];
    labels->first = payload[1];
    labels->rest = payload[2];
    labels->named = 0;
    labels->names = payload + LABELS_SIZE;
    labels->names_length = length - LABELS_SIZE;
    for (size_t at = LABELS_SIZE; at < length; labels->named++) {
        const uint8_t name = payload[at];
        if (name > MQ_LABEL_MAX || length - at - 1 < name || labels->first + labels->named >= labels->count) return false;
        at += 1u + name;
    }
    return true;
}

size_t mq_labels_encode(const mq_labels *labels, uint8_t *payload) {
    if (labels->names_length > MQ_PAYLOAD_MAX - LABELS_SIZE) return 0;
    payload[0] = labels->count;
    payload[1] = labels->first;
    payload[2] = labels->rest;
    for (size_t i = 0; i < labels->names_length; i++) payload[LABELS_SIZE + i] = labels->names[i];
    const size_t length = LABELS_SIZE + labels->names_length;
    mq_labels written;
    return mq_labels_decode(payload, length, &written) ? length : 0;
}

const uint8_t *mq_labels_name(const mq_labels *labels, uint8_t index, uint8_t *length) {
    const uint8_t *name = labels->names;
    for (; index > 0; index--) name += 1 + *name;
    *length = *name;
    return name + 1;
}
