// Which rule judges which type of frame.
#include "mq_message.h"
#include "mq_sizes.h"

bool mq_type_known(uint8_t type) { return type >= MQ_TYPE_HELLO && type <= MQ_TYPE_EVENT; }

// One struct at a time is on the stack, whichever the type.
typedef union {
    mq_hello hello;
    mq_data view;
    mq_config config;
    mq_feedback feedback;
} mq_judged;

bool mq_frame_well_formed(const mq_frame *frame) {
    mq_judged judged;
    switch (frame->type) {
        case MQ_TYPE_HELLO: return mq_hello_decode(frame->payload, frame->length, &judged.hello);
        case MQ_TYPE_DATA: return mq_data_decode(frame->payload, frame->length, frame->count, &judged.view);
        case MQ_TYPE_CONFIG: return mq_config_decode(frame->payload, frame->length, &judged.config);
        case MQ_TYPE_TIMESYNC: return frame->length >= TIMESYNC_SIZE;
        case MQ_TYPE_HEARTBEAT: return frame->length >= HEARTBEAT_SIZE;
        case MQ_TYPE_PREDICTION: return frame->length >= PREDICTION_SIZE;
        case MQ_TYPE_FEEDBACK: return mq_feedback_decode(frame->payload, frame->length, &judged.feedback);
        case MQ_TYPE_ACK: return frame->length >= ACK_SIZE;
        case MQ_TYPE_LOG: return frame->length >= 1;
        case MQ_TYPE_EVENT: return frame->length >= EVENT_SIZE;
        default: return false;
    }
}
