// The rules of the payloads, judged on their bytes: no struct is filled.
#ifndef MQ_RULES_H
#define MQ_RULES_H

#include "mq_frame.h"

// Least payload bytes of the messages of fixed layout.
enum {
    TIMESYNC_SIZE = 24,
    HEARTBEAT_SIZE = 32,
    PREDICTION_SIZE = 12,
    FEEDBACK_SIZE = 22,
    ACK_SIZE = 8,
    EVENT_SIZE = 4,
    INSTALLED_SIZE = 8
};
// Of HEARTBEAT with the health of the device; of LABELS without a name; of CHANNELS before the first one, and with one that has no
// texts.
enum { HEALTHY_HEARTBEAT_SIZE = 36, LABELS_SIZE = 3, CHANNELS_HEAD = 6, CHANNELS_SIZE = 26 };

bool mq_config_well_formed(const uint8_t *payload, size_t length);
bool mq_feedback_well_formed(const uint8_t *payload, size_t length);

#endif
