// What is on its way to a port: whole frames, oldest first, and nothing that is too old to be of use.
#ifndef MOTIONQ15_LINE_H
#define MOTIONQ15_LINE_H

#include <Arduino.h>

#include "mq_message.h"

/// A queue of encoded frames before a Stream. Nothing that the port returns is believed beyond what it was offered. A frame of
/// which a byte has left is always finished, so that the host stays in step; one that waited half a second whole is stale.
class MotionQ15Line {
public:
    explicit MotionQ15Line(Stream &port) : port(port) {}

    /// Whether `take` would take a frame of so many bytes.
    bool hasRoom(size_t length) const { return frames < FRAMES && waiting + length <= sizeof bytes; }
    /// Queues a whole frame with its final 0x00; false, and nothing is queued, if there is no room. `milliseconds` is now.
    bool take(const uint8_t *wire, size_t length, uint32_t milliseconds);
    /// Gives the port what it can take at once. Where a core cannot tell, a chunk of 64 bytes, for which it may wait.
    void send();
    /// Drops the oldest frame that is stale. True if there was one: then its type, and the samples of DATA, else 0.
    bool dropStale(uint32_t milliseconds, uint8_t *type, uint8_t *samples);

private:
    struct Frame {
        uint16_t length;  // Bytes that still wait.
        uint32_t since;   // In milliseconds.
    };
    void remove(size_t from, size_t length);

    static const uint8_t FRAMES = 16;
    Stream &port;
    Frame records[FRAMES];
    uint8_t frames = 0;
    bool begun = false;      // Of the first frame a part has left.
    bool tellsRoom = false;  // The port has said how much it can send.
    size_t waiting = 0;
    uint8_t bytes[512];  // Two of the longest frames.
};

#endif
