// MotionQ15 wire protocol in C99: everything. No allocation, no dependency beyond the compiler's own headers.
#ifndef MQ_PROTOCOL_H
#define MQ_PROTOCOL_H

#include "mq_channels.h"
#include "mq_device.h"
#include "mq_frame.h"
#include "mq_hello.h"
#include "mq_link.h"
#include "mq_message.h"

#endif
