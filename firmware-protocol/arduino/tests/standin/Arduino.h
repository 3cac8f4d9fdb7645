// A STAND-IN for Arduino.h, not a core: only the declarations that this library and its examples use, to compile them without the
// Arduino tools. On the host board.cpp gives them bodies, for an ARM arm.cpp gives them empty ones. What runs on the simulated Uno
// is compiled against Arduino's own core, see compile.sh.
#ifndef ARDUINO_H
#define ARDUINO_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define INPUT 0
#define OUTPUT 1
#define INPUT_PULLUP 2
#define RISING 3
#define digitalPinToInterrupt(pin) (pin)
#define IRAM_ATTR
#define LOW 0
#define HIGH 1
#define LED_BUILTIN 13
#define A0 14
#define A1 15
#define A2 16
#define A3 17
#define A4 18
#define A5 19
#define LEDR 22
#define LEDG 23
#define LEDB 24

extern "C" {
uint32_t micros(void);
uint32_t millis(void);
void pinMode(int pin, int mode);
void digitalWrite(int pin, int value);
int digitalRead(int pin);
void analogWrite(int pin, int value);
int analogRead(int pin);
#if defined(ARDUINO_ARCH_ESP32)
void vTaskDelay(uint32_t ticks);  // Of FreeRTOS, which that core's Arduino.h brings.
#endif
}
void tone(uint8_t pin, unsigned int frequency, unsigned long duration = 0);
void noTone(uint8_t pin);
void yield(void);
void attachInterrupt(int interrupt, void (*handler)(void), int mode);

class Print {
public:
    virtual ~Print() {}
    virtual size_t write(uint8_t byte) = 0;
    virtual size_t write(const uint8_t *bytes, size_t length) = 0;
    // 0: a write may wait.
    virtual int availableForWrite() { return 0; }
};

class Stream : public Print {
public:
    virtual int available() = 0;
    virtual int read() = 0;
    void setTimeout(unsigned long milliseconds) { (void)milliseconds; }
};

class HardwareSerial : public Stream {
public:
    void begin(unsigned long baud);
    size_t write(uint8_t byte) override;
    size_t write(const uint8_t *bytes, size_t length) override;
    int availableForWrite() override;
    int available() override;
    int read() override;
};
extern HardwareSerial Serial;

// Of the nRF52840.
struct NRF_FICR_Type {
    uint32_t DEVICEID[2];
};
extern NRF_FICR_Type *NRF_FICR;

void setup();
void loop();

#endif
