// The tag-length-value items of HELLO and CONFIG.
#ifndef MQ_ITEMS_H
#define MQ_ITEMS_H

#include "mq_frame.h"

typedef struct {
    uint8_t tag;
    uint8_t length;
    const uint8_t *value;
} mq_item;

typedef enum { MQ_ITEMS_END, MQ_ITEMS_ITEM, MQ_ITEMS_BROKEN } mq_items_state;

// Takes the item at `*at` and moves behind it; broken if it runs beyond the payload.
static inline mq_items_state mq_item_next(const uint8_t *payload, size_t length, size_t *at, mq_item *item) {
    if (*at >= length) return MQ_ITEMS_END;
    if (length - *at < 2 || length - *at - 2 < payload[*at + 1]) return MQ_ITEMS_BROKEN;
    item->tag = payload[*at];
    item->length = payload[*at + 1];
    item->value = payload + *at + 2;
    *at += 2u + item->length;
    return MQ_ITEMS_ITEM;
}

// Opens an item at `*at` and returns where its value goes. HELLO (225 bytes at most) and CONFIG (23) always fit into a payload.
static inline uint8_t *mq_item_open(uint8_t *payload, size_t *at, uint8_t tag, uint8_t length) {
    uint8_t *value = payload + *at + 2;
    payload[*at] = tag;
    payload[*at + 1] = length;
    *at += 2u + length;
    return value;
}

#endif
