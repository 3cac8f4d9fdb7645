#include "recorded.h"

#include "counts.h"

#define COUNT (sizeof recorded_channels / sizeof recorded_channels[0])

// Of boards/recording.c.
extern const uint8_t recording_begin[], recording_end[];

const mq_described_channel *recorded_description(uint8_t *count) {
    *count = COUNT;
    return recorded_channels;
}

void recorded_next(int16_t *counts) {
    static const uint8_t *next = recording_begin;
    for (size_t n = 0; n < COUNT; n++, next += 2) counts[n] = (int16_t)(uint16_t)(next[0] | next[1] << 8);
    if (next + 2 * COUNT > recording_end) next = recording_begin;
}
