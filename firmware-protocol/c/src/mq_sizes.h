// Least payload bytes of the messages of fixed layout.
#ifndef MQ_SIZES_H
#define MQ_SIZES_H

enum { TIMESYNC_SIZE = 24, HEARTBEAT_SIZE = 32, PREDICTION_SIZE = 12, FEEDBACK_SIZE = 22, ACK_SIZE = 8, EVENT_SIZE = 4 };

#endif
