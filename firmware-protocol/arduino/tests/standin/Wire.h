// A STAND-IN for Wire.h, see Arduino.h beside it. On the host it is a bus with one sensor made of registers: tests/board.cpp.
#ifndef WIRE_H
#define WIRE_H

#include <Arduino.h>

class TwoWire : public Stream {
public:
    void begin();
    void setClock(uint32_t hertz);
    void beginTransmission(uint8_t address);
    uint8_t endTransmission(bool stop = true);
    uint8_t requestFrom(uint8_t address, uint8_t length);
    size_t write(uint8_t byte) override;
    size_t write(const uint8_t *bytes, size_t length) override;
    int available() override;
    int read() override;
};
extern TwoWire Wire;
extern TwoWire Wire1;

#endif
