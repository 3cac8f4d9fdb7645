// Sessions and lost samples of one device's stream, seen by a simple receiver: by the index alone, as protocol 1.1 had it. It
// counts up to 65,535 lost samples in a row, and takes a time that is more than 100 ms earlier for a restart. PROTOCOL.md, section
// 7, asks more of a host since minor version 2: Sources/Core/WireProtocol/Host has it.
#ifndef MQ_LINK_H
#define MQ_LINK_H

#include "mq_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A frame whose time is this much earlier than the one before, or less, is only out of order: DATA carries the time of its first
/// sample, other frames that of their making. Microseconds.
#define MQ_LINK_REORDER_MICROSECONDS 100000

/// What a frame says about the samples before it.
typedef enum {
    MQ_LINK_CONTINUOUS,  ///< Nothing is missing (or this is the first frame).
    MQ_LINK_LOSS,        ///< Samples were lost: windows start over.
    MQ_LINK_RESTART,     ///< The device restarted or changed its session and its HELLO was lost: ask for it, windows start over.
    MQ_LINK_NEW_SESSION  ///< A HELLO opened a session: windows start over.
} mq_link_event;

/// Accounting of one stream. Caller-owned; set up with `mq_link_reset`.
typedef struct {
    bool begun;             ///< A frame was accounted.
    bool greeted;           ///< `session` is known.
    uint16_t expected;      ///< Index the next sample should have.
    uint8_t tag;            ///< Session tag of the frame before.
    uint32_t time;          ///< Header time of the frame before.
    uint32_t session;       ///< Session id of the last HELLO.
    uint32_t sessions;      ///< New sessions seen.
    uint32_t restarts;      ///< Restarts without a HELLO.
    uint32_t lost_samples;  ///< Sum of all losses; wraps.
} mq_link;

/// Forgets everything.
void mq_link_reset(mq_link *link);

/// Accounts one delivered frame of the device. `lost`, if not null, receives the samples lost just before it. What only a host
/// sends (an echo: its HELLO, CONFIG, FEEDBACK, a TIMESYNC request) is ignored.
mq_link_event mq_link_step(mq_link *link, const mq_frame *frame, uint16_t *lost);

#ifdef __cplusplus
}
#endif
#endif
