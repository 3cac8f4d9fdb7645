// The board under a device and the host opposite, made of the codec, with a clock moved by hand.
#ifndef DEVICE_WORLD_H
#define DEVICE_WORLD_H

#include "mq_protocol.h"

enum { SENT_MAX = 256, CHANNELS = 6 };

typedef struct {
    mq_frame header;  // Its payload points to `payload`.
    uint8_t payload[MQ_PAYLOAD_MAX];
} sent_frame;

typedef struct {
    uint64_t now;
    uint32_t session;
    bool no_room;
    unsigned longest;  // Bytes of the longest frame for which there is room; 0: any.
    size_t asked;      // Bytes of the frame for which room was asked last; 0: for none.
    unsigned tries;    // Frames that the device encoded, whether they found room or not.
    unsigned delimiters, applied, configured, predicted, labels, goodbyes, steps;
    uint8_t install_status;
    uint8_t last_label;  // First byte of the last name of LABELS.
    mq_feedback last_applied;
    mq_decoder decoder;
    mq_link link;
    sent_frame sent[SENT_MAX];
    unsigned sent_count;
} device_world;

extern device_world world;
extern mq_device device;

// The description of a device with six channels at 200 Hz.
mq_hello described(void);
// A fresh world in which the device has just booted at `now`, with one LED and one buzzer.
void boot(uint64_t now);
// The same on a board that tells its room before a frame is encoded.
void boot_telling_room(uint64_t now);
// Likewise, with a description of its own. False if that device does not boot.
bool boot_describing(const mq_hello *description);
// The frame sent last.
const sent_frame *last(void);
// Frames of a type sent since the `from`-th.
unsigned sent_of(uint8_t type, unsigned from);
// Sends a frame to the device and returns how many it sent in reply.
unsigned tell_raw(uint8_t major, uint8_t flags, uint8_t type, const uint8_t *payload, size_t length);
// A host's HELLO, CONFIG or HEARTBEAT; each returns how many frames the device sent in reply.
unsigned tell_hello(uint32_t session, uint8_t flags);
unsigned tell_install(const mq_install *install);
unsigned tell_config(const mq_config *config);
unsigned tell_heartbeat(void);
// The ACK that is the one frame sent in reply.
mq_ack acknowledged(unsigned frames);
// Moves the clock in steps of 5 ms and polls.
void run(uint64_t microseconds);
// Pushes samples one period apart, the first a period from now.
void push_samples(unsigned samples, uint32_t period);

#endif
