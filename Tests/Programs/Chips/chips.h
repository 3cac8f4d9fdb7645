// What the engines in C and in Swift have in common on a chip: the samples that they read, where their windows go, and the count
// of instructions.
#ifndef CHIPS_H
#define CHIPS_H

#include "mq_network.h"

// Swift takes a C function for one that may allocate. These do not.
#ifdef __clang__
#define CHIPS_CALL __attribute__((swift_attr("@_noAllocation")))
#else
#define CHIPS_CALL
#endif

/// The next sample of a made-up stream, which is the same on every machine. It is there until the one after it.
CHIPS_CALL const int16_t *_Nonnull chips_next_sample(void);

/// Room for a frame as it is made, 256 bytes, and then for its 256 on the wire.
CHIPS_CALL uint8_t *_Nonnull chips_frame_memory(void);

/// A window: its numbers, and the PREDICTION that tells a host of it.
CHIPS_CALL void chips_tell(
    uint32_t end, uint32_t slot, uint32_t label, const int16_t *_Nonnull probabilities, const uint8_t *_Nonnull frame,
    uint32_t frame_bytes);

CHIPS_CALL void chips_begin_counting(void);
CHIPS_CALL void chips_end_counting(void);

/// Classifies so many samples; `counting`: tells nothing and counts the instructions.
void chips_run_c(const mq_network *_Nonnull network, uint8_t *_Nonnull memory, uint32_t bytes, uint32_t samples, bool counting);
void chips_run_swift(const mq_network *_Nonnull network, uint8_t *_Nonnull memory, uint32_t bytes, uint32_t samples, bool counting);

#endif
