// How much a port takes without waiting: the one place that knows how cores differ.
#ifndef MOTIONQ15_PORT_H
#define MOTIONQ15_PORT_H

#include <Arduino.h>

/// Writes what the port takes at once of `length` bytes, and returns how many that were, never more than `length`. `tellsRoom` is
/// the caller's, false at first: whether this port has ever told its room.
size_t motionq15Write(Stream &port, const uint8_t *bytes, size_t length, bool *tellsRoom);

#endif
