// Reading items.
#include "mq_items.h"

uint8_t mq_item_size(const uint8_t *item, uint8_t left, const mq_item_limits *limits, uint8_t tags) {
    if (left < ITEM_VALUE || left - ITEM_VALUE < item[ITEM_LENGTH]) return 0;
    const uint8_t tag = item[ITEM_TAG];
    const uint8_t length = item[ITEM_LENGTH];
    if (tag >= 1 && tag <= tags) {
        const mq_item_limits *limit = &limits[tag - 1];
        if (length < limit->shortest || length > limit->longest) return 0;
    }
    return (uint8_t)(ITEM_VALUE + length);
}
