// The tag-length-value items of HELLO and CONFIG.
#ifndef MQ_ITEMS_H
#define MQ_ITEMS_H

#include "mq_frame.h"

// Where an item's parts are.
enum { ITEM_TAG = 0, ITEM_LENGTH = 1, ITEM_VALUE = 2 };

// Shortest and longest value of a tag.
typedef struct {
    uint8_t shortest;
    uint8_t longest;
} mq_item_limits;

// Bytes of the item that begins the `left` (1 ... 240) bytes of a payload, or 0 if it runs beyond them or its length is not one of
// its tag. `limits` are those of the tags 1 ... `tags`; others are a later minor version's, and to be skipped.
uint8_t mq_item_size(const uint8_t *item, uint8_t left, const mq_item_limits *limits, uint8_t tags);

// Opens an item at `to` and returns where its value goes. HELLO (240 bytes at most without what is left out for room)
// and CONFIG (26) always fit into a payload.
static inline uint8_t *mq_item_open(uint8_t *to, uint8_t tag, uint8_t length) {
    to[0] = tag;
    to[1] = length;
    return to + 2;
}

#endif
