// A recording as `motionq dataset counts -o FOLDER/counts` wrote it, FOLDER being the one with the network.
#ifndef RECORDED_H
#define RECORDED_H

#include "mq_channels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What its channels are, and how many.
const mq_described_channel *recorded_description(uint8_t *count);
/// The counts of its next sample; behind the last one comes the first.
void recorded_next(int16_t *counts);

#ifdef __cplusplus
}
#endif
#endif
