// A channel's fourteen bytes, which HELLO and CHANNELS share: kind, unit, scale, offset, full scale.
#ifndef MQ_CHANNEL_BYTES_H
#define MQ_CHANNEL_BYTES_H

#include "mq_channels.h"

enum { CHANNEL_SIZE = 14 };

// Whether the numbers are such as may be; units are those from `least_unit` on.
bool mq_channel_in_range(const uint8_t *value, uint8_t least_unit);
void mq_channel_store(const uint8_t *value, mq_channel *channel);
// Returns where the next byte goes.
uint8_t *mq_channel_put(uint8_t *to, const mq_channel *channel);

#endif
