// Which rule judges which type of frame.
#include "mq_rules.h"

#include "mq_message.h"

bool mq_type_known(uint8_t type) { return type >= MQ_TYPE_HELLO && type <= MQ_TYPE_CHANNELS && type != 0x0D; }

// Least payload bytes of the types from HELLO to CHANNELS; what has a rule of its own is 0 here.
static const uint8_t least[] = {
    0, 0, 0, TIMESYNC_SIZE, HEARTBEAT_SIZE, PREDICTION_SIZE, 0, ACK_SIZE, 1, EVENT_SIZE, 0, 0, 0, 0, INSTALLED_SIZE, 0};

bool mq_frame_well_formed(const mq_frame *frame) {
    mq_data view;
    mq_labels labels;
    mq_install install;
    mq_channels channels;
    switch (frame->type) {
    case MQ_TYPE_HELLO: return mq_hello_role(frame->payload, frame->length) != 0;
    case MQ_TYPE_DATA: return mq_data_decode(frame->payload, frame->length, frame->count, &view);
    case MQ_TYPE_CONFIG: return mq_config_well_formed(frame->payload, frame->length);
    case MQ_TYPE_FEEDBACK: return mq_feedback_well_formed(frame->payload, frame->length);
    case MQ_TYPE_LABELS: return mq_labels_decode(frame->payload, frame->length, &labels);
    case MQ_TYPE_INSTALL: return mq_install_decode(frame->payload, frame->length, &install);
    case MQ_TYPE_CHANNELS: return mq_channels_decode(frame->payload, frame->length, &channels);
    default: return mq_type_known(frame->type) && frame->length >= least[frame->type - MQ_TYPE_HELLO];
    }
}
