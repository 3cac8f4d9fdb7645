// A board on the host that runs until it is ended: micros() is this machine's clock, the serial line a pseudo-terminal whose
// name is printed first, the sensor registers that hold still. For `motionq check` and whatever else talks with a port.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <Arduino.h>
#include <Wire.h>

#include "MotionQ15Guard.h"

HardwareSerial Serial;
TwoWire Wire, Wire1;
static NRF_FICR_Type ficr = {{0x12345678, 0x9ABCDEF0}};
NRF_FICR_Type *NRF_FICR = &ficr;

static uint64_t microseconds() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
static const uint64_t booted = microseconds();
uint32_t micros() { return (uint32_t)(microseconds() - booted); }
uint32_t millis() { return (uint32_t)((microseconds() - booted) / 1000); }
void pinMode(int, int) {}
void digitalWrite(int, int) {}
int digitalRead(int) { return HIGH; }
void analogWrite(int, int) {}
int analogRead(int) { return 517; }
void tone(uint8_t, unsigned, unsigned long) {}
void noTone(uint8_t) {}
void attachInterrupt(int, void (*)(void), int) {}

// The line. What the terminal does not take is lost, as on a wire.
static int terminal;
static uint8_t incoming[4096];
static size_t waiting, taken;
void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(uint8_t byte) { return write(&byte, 1); }
size_t HardwareSerial::write(const uint8_t *bytes, size_t length) {
    return ::write(terminal, bytes, length) < 0 && errno != EAGAIN ? 0 : length;
}
int HardwareSerial::availableForWrite() { return 256; }
int HardwareSerial::available() {
    if (taken == waiting) {
        const ssize_t count = ::read(terminal, incoming, sizeof incoming);
        waiting = count > 0 ? (size_t)count : 0;
        taken = 0;
    }
    return (int)(waiting - taken);
}
int HardwareSerial::read() { return available() > 0 ? incoming[taken++] : -1; }

// The bus, with an MPU-6050 at its address: WHO_AM_I is 0x68, and each register keeps what was written to it.
static uint8_t registers[256], at;
static bool numbered, there;
static unsigned toRead;
void TwoWire::begin() {}
void TwoWire::setClock(uint32_t) {}
void TwoWire::beginTransmission(uint8_t address) {
    there = address == 0x68;
    numbered = false;
}
size_t TwoWire::write(uint8_t byte) {
    if (!numbered) {
        at = byte;
    } else if (there) {
        registers[at++] = byte;
    }
    numbered = true;
    return 1;
}
size_t TwoWire::write(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) write(bytes[i]);
    return length;
}
uint8_t TwoWire::endTransmission(bool) { return there ? 0 : 2; }
uint8_t TwoWire::requestFrom(uint8_t address, uint8_t length) {
    toRead = address == 0x68 ? length : 0;
    return (uint8_t)toRead;
}
int TwoWire::available() { return (int)toRead; }
int TwoWire::read() {
    if (toRead == 0) return -1;
    toRead--;
    return registers[at++];
}

int main() {
    terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return 1;
    const char *name = ptsname(terminal);
    // Raw, and held open on this side: a terminal that nobody has open hangs up.
    const int other = name == nullptr ? -1 : open(name, O_RDWR | O_NOCTTY);
    struct termios settings;
    if (other < 0 || tcgetattr(other, &settings) != 0) return 1;
    cfmakeraw(&settings);
    if (tcsetattr(other, TCSANOW, &settings) != 0 || fcntl(terminal, F_SETFL, O_NONBLOCK) != 0) return 1;
    puts(name);
    fflush(stdout);
    registers[0x75] = 0x68;
    registers[0x3A] = 1;  // A measurement is always ready.
    setup();
    const struct timespec round = {0, 200000};
    while (true) {
        motionq15GuardTick();  // For a timer's interrupt.
        loop();
        nanosleep(&round, nullptr);
    }
}
