// Sample-loss accounting by the index that every frame of a device carries.
#include "mq_link.h"

#include "mq_message.h"

void mq_link_reset(mq_link *link) {
    const mq_link empty = {0};
    *link = empty;
}

// Adopts the session of a device's HELLO; true if it is a new one.
static bool begins_session(mq_link *link, const mq_hello *hello) {
    if (link->greeted && link->session == hello->session) return false;
    link->greeted = true;
    link->session = hello->session;
    return true;
}

// Not an echo of what only a host sends; a HELLO tells its role itself.
static bool may_come_from_device(const mq_frame *frame) {
    switch (frame->type) {
    case MQ_TYPE_CONFIG:
    case MQ_TYPE_FEEDBACK:
    case MQ_TYPE_LABELS:
    case MQ_TYPE_GOODBYE:
    case MQ_TYPE_INSTALL: return false;
    case MQ_TYPE_TIMESYNC: return (frame->flags & MQ_FLAG_REPLY) != 0;
    default: return true;
    }
}

mq_link_event mq_link_step(mq_link *link, const mq_frame *frame, uint16_t *lost) {
    if (lost) *lost = 0;
    if (!may_come_from_device(frame)) return MQ_LINK_CONTINUOUS;
    mq_hello hello;
    const bool is_hello = frame->type == MQ_TYPE_HELLO && mq_hello_decode(frame->payload, frame->length, &hello);
    if (is_hello && hello.role != MQ_ROLE_DEVICE) return MQ_LINK_CONTINUOUS;

    const uint8_t tag = mq_session_tag(frame);
    const uint16_t missing = link->begun ? (uint16_t)(frame->index - link->expected) : 0;
    uint16_t gap = 0;
    mq_link_event event = MQ_LINK_CONTINUOUS;
    if (is_hello && begins_session(link, &hello)) {
        event = MQ_LINK_NEW_SESSION;
        link->sessions++;
        if (tag != 0) gap = missing;  // A later session of the same boot goes on counting.
    } else if (link->begun && mq_time_difference(frame->time, link->time) < -MQ_LINK_REORDER_MICROSECONDS) {
        event = MQ_LINK_RESTART;
        link->restarts++;
    } else if (link->begun && tag != link->tag) {
        event = MQ_LINK_RESTART;
        link->restarts++;
        if (tag != 0) gap = missing;
    } else if (missing != 0) {
        event = MQ_LINK_LOSS;
        gap = missing;
    }
    link->lost_samples += gap;
    if (lost) *lost = gap;
    link->begun = true;
    link->tag = tag;
    link->time = frame->time;
    link->expected = (uint16_t)(frame->index + (frame->type == MQ_TYPE_DATA ? frame->count : 0));
    return event;
}
