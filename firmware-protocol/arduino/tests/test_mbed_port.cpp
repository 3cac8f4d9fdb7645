// The port of the mbed core: its USB is given what send_nb takes at once, and `write`, which waits without end for a host that does
// not read, is never called. MotionQ15Port.cpp is compiled for that core against stand-ins.
#include <USB/PluggableUSBSerial.h>

#include <stdio.h>
#include <stdlib.h>

#include "MotionQ15Port.h"

HardwareSerial Serial;
arduino::USBSerial _SerialUSB;

static size_t takes, offered, written;
void arduino::USBCDC::send_nb(uint8_t *, uint32_t size, uint32_t *actual, bool) {
    offered = size;
    *actual = (uint32_t)(size < takes ? size : takes);
}
void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(uint8_t) { return write(nullptr, 1); }
size_t HardwareSerial::write(const uint8_t *, size_t length) {
    written += length;
    return length;
}
int HardwareSerial::availableForWrite() { return 0; }
int HardwareSerial::available() { return 0; }
int HardwareSerial::read() { return -1; }

static unsigned made, failed;
static void check(bool holds, const char *expectation, int line) {
    made++;
    if (holds) return;
    failed++;
    fprintf(stderr, "line %d: not so: %s\n", line, expectation);
}
#define CHECK(condition) check((condition), #condition, __LINE__)

static const uint8_t BYTES[500] = {};
static size_t give(Stream &port, size_t length) {
    bool tellsRoom = false;
    offered = written = 0;
    return motionq15Write(port, BYTES, length, &tellsRoom);
}

static void usbIsGivenWhatItTakesAtOnce(Stream &port) {
    takes = 20;
    CHECK(give(port, sizeof BYTES) == 20 && written == 0);
}

static void aFullUsbIsNotWaitedFor(Stream &port) {
    takes = 0;
    CHECK(give(port, sizeof BYTES) == 0 && written == 0);
}

// A whole packet would leave the host waiting for another one.
static void usbIsOfferedLessThanAPacket(Stream &port) {
    takes = 500;
    CHECK(give(port, sizeof BYTES) == 63 && offered == 63);
}

static void anotherPortIsWrittenTo() {
    HardwareSerial wire;
    CHECK(give(wire, 30) == 30 && written == 30);
}

int main() {
    // What a sketch calls Serial hands on to the USB port, which a sketch may also name itself.
    Stream *ports[] = {&Serial, static_cast<HardwareSerial *>(&_SerialUSB)};
    for (Stream *port : ports) {
        usbIsGivenWhatItTakesAtOnce(*port);
        aFullUsbIsNotWaitedFor(*port);
        usbIsOfferedLessThanAPacket(*port);
    }
    anotherPortIsWrittenTo();
    printf("the port of mbed: %u checks, %u failed\n", made, failed);
    return failed == 0 ? 0 : 1;
}
