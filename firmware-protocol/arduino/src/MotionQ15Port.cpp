// Ports of several cores, none of which is believed.
#include "MotionQ15Port.h"

#if defined(ARDUINO_ARCH_MBED) && defined(SERIAL_CDC)
#include <USB/PluggableUSBSerial.h>
#endif

namespace {
// A port that never tells its room may wait for so many bytes in a round.
const size_t CHUNK_BYTES = 64;

#if defined(ARDUINO_ARCH_MBED) && defined(SERIAL_CDC)
// One less than a packet of USB: the transfer ends with it, and the host need not wait for another.
const size_t PACKET_BYTES = 63;

// The core's own `write` waits without end for a host that holds the port and does not read.
bool isUsb(const Stream &port) {
    return &port == static_cast<const Stream *>(&Serial) || &port == static_cast<const arduino::HardwareSerial *>(&_SerialUSB);
}

size_t writeUsb(const uint8_t *bytes, size_t length) {
    uint32_t sent = 0;
    _SerialUSB.send_nb(const_cast<uint8_t *>(bytes), length < PACKET_BYTES ? length : PACKET_BYTES, &sent, true);
    return sent;
}
#endif
}

size_t motionq15Write(Stream &port, const uint8_t *bytes, size_t length, bool *tellsRoom) {
#if defined(ARDUINO_ARCH_MBED) && defined(SERIAL_CDC)
    if (isUsb(port)) return writeUsb(bytes, length);
#endif
    const int room = port.availableForWrite();
    if (room > 0) *tellsRoom = true;
    const size_t most = *tellsRoom ? (size_t)(room > 0 ? room : 0) : CHUNK_BYTES;
    const size_t offered = length < most ? length : most;
    if (offered == 0) return 0;
    const size_t taken = port.write(bytes, offered);
    if (taken <= offered) return taken;
    // Some cores return -1: nothing was taken. Any other number says that all of it was.
    return taken > SIZE_MAX / 2 ? 0 : offered;
}
