// Empty bodies for the stand-ins of Arduino's headers: a sketch links for an ARM, and nothing of the library is left without a
// body. It is not run.
#include <Arduino.h>
#include <Wire.h>

HardwareSerial Serial;
TwoWire Wire;

uint32_t micros() { return 0; }
uint32_t millis() { return 0; }
void pinMode(int, int) {}
void digitalWrite(int, int) {}
int digitalRead(int) { return HIGH; }
void analogWrite(int, int) {}
int analogRead(int) { return 0; }
void tone(uint8_t, unsigned, unsigned long) {}
void noTone(uint8_t) {}
void attachInterrupt(int, void (*)(void), int) {}

void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(uint8_t) { return 1; }
size_t HardwareSerial::write(const uint8_t *, size_t length) { return length; }
int HardwareSerial::availableForWrite() { return 0; }
int HardwareSerial::available() { return 0; }
int HardwareSerial::read() { return -1; }

void TwoWire::begin() {}
void TwoWire::setClock(uint32_t) {}
void TwoWire::beginTransmission(uint8_t) {}
uint8_t TwoWire::endTransmission(bool) { return 2; }
uint8_t TwoWire::requestFrom(uint8_t, uint8_t) { return 0; }
size_t TwoWire::write(uint8_t) { return 1; }
size_t TwoWire::write(const uint8_t *, size_t length) { return length; }
int TwoWire::available() { return 0; }
int TwoWire::read() { return -1; }

// A board's heap is its core's affair, and nothing here asks for any.
void operator delete(void *, size_t) {}
void operator delete(void *) {}
// A core's own, too: the library's would bring all that unwinds exceptions.
extern "C" void __cxa_pure_virtual() {
    for (;;) continue;
}

int main() {
    setup();
    for (;;) loop();
}
