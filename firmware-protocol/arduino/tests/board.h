// A board on the host: a clock moved by hand, a serial line with a host of the protocol at its end, pins, and a sensor made of
// registers on one of two I2C buses.
#ifndef BOARD_H
#define BOARD_H

#include <Arduino.h>
#include <Wire.h>

#include <vector>

#include "mq_protocol.h"

struct SentFrame {
    mq_frame header;  // Without its payload.
    std::vector<uint8_t> payload;
};

struct Board {
    uint32_t now;                   // micros()
    std::vector<uint8_t> toDevice;  // Bytes the sketch has not read.
    int room;                       // What the serial port takes in each round; 0: nothing.
    unsigned longWrites;            // Writes beyond that room: on a board they would wait.
    int pins[64];                   // As last given to analogWrite or digitalWrite; -1 before.
    int unplugged;                  // The analog pin that reads 0; 0: none.
    int analog[64];                 // What an analog pin reads; 0: 500 and its number.
    TwoWire *bus;                   // Where the sensor is.
    uint8_t address;
    bool answers;  // The sensor is there.
    uint8_t registers[256];
    // What the sensor does before a transfer from its register `first`: measure, if it is time. Null: registers hold still.
    void (*sensor)(uint8_t first);
    void (*passed)();     // Called as time passes. Null: nothing.
    void (*interrupt)();  // What the sketch attached to a pin.
    uint64_t slept;       // Microseconds that the processor rested.
    unsigned transfers;   // On the bus.
    mq_decoder decoder;   // What the host makes of the sketch's bytes.
    mq_link link;
    std::vector<SentFrame> sent;
};
extern Board board;

// Runs `loop` until this much time has passed; a round takes 100 µs, a transfer on the bus 300.
void run(uint32_t microseconds);
// Sends a frame of the host.
void tell(uint8_t type, uint8_t flags, const uint8_t *payload, size_t length, uint8_t major = MQ_MAJOR_VERSION);
void tellHello(uint32_t session);
// The frames of a type sent since the `from`-th frame.
std::vector<SentFrame> sentOf(uint8_t type, size_t from = 0);
// Heartbeat sent last.
mq_heartbeat lastHeartbeat();
// HELLO sent last.
mq_hello lastHello();
// The only ACK sent since the `from`-th frame.
mq_ack onlyAck(size_t from);

void check(bool holds, const char *expectation, int line);
#define CHECK(condition) check((condition), #condition, __LINE__)
// Prints the sum and returns the exit status.
int finish(const char *subject);

#endif
