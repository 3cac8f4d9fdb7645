// What the parts of the device's role share: mq_device.c receives and polls, mq_device_send.c sends, mq_actuators.c acts.
#ifndef MQ_DEVICE_INTERNAL_H
#define MQ_DEVICE_INTERNAL_H

#include "mq_device.h"

// The age no sample reaches in a frame that fills.
#define MQ_LONGEST_WAIT_MICROSECONDS 20000
#define MQ_HEARTBEAT_EVERY_MICROSECONDS 1000000

// Whether the line takes a frame with so many payload bytes, as far as the board tells: asked before such a frame is encoded.
bool mq_device_has_room(const mq_device *device, size_t payload_length);
// Sends `device->payload` under a header of now. False if there was no room.
bool mq_device_send(mq_device *device, mq_type type, uint8_t flags, size_t length);
// Sends HELLO, with which a session's DATA may begin, and what describes the channels, as far as there is room.
bool mq_device_send_hello(mq_device *device, uint8_t flags);
// Goes on with what describes the channels.
void mq_device_describe_channels(mq_device *device);
void mq_device_send_heartbeat(mq_device *device);
void mq_device_send_ack(mq_device *device, mq_type type, uint16_t sequence, mq_ack_status status, uint32_t applied);
// Sends or drops the samples that wait.
void mq_device_flush(mq_device *device);

// Decides about a command by section 8 and applies it if it is to be applied. `applied` receives the time for the ACK.
mq_ack_status mq_actuators_command(mq_device *device, const mq_feedback *command, uint32_t now, uint32_t *applied);
// Failsafe and ends of durations.
void mq_actuators_poll(mq_device *device, uint64_t now);
// What the host's commands switched on goes off.
void mq_actuators_all_off(mq_device *device);
bool mq_actuators_any_on(const mq_device *device);
// Clears the memory of sequences; what is on stays on.
void mq_actuators_forget(mq_device *device);

#endif
