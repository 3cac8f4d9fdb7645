// A STAND-IN for the USB serial port of Arduino's mbed core, see Arduino.h three folders up.
#ifndef PLUGGABLE_USB_SERIAL_H
#define PLUGGABLE_USB_SERIAL_H

#include <Arduino.h>

namespace arduino {
using ::HardwareSerial;

class USBCDC {
public:
    void send_nb(uint8_t *buffer, uint32_t size, uint32_t *actual, bool now = true);
};

class USBSerial : public USBCDC, public HardwareSerial {};
}

extern arduino::USBSerial _SerialUSB;

#endif
