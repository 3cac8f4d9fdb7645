// Noise into a number.
#include "MotionQ15Noise.h"

#include <Arduino.h>

#if defined(ARDUINO_ARCH_ESP32)
#if __has_include(<esp_random.h>)
#include <esp_random.h>
#else
#include <esp_system.h>
#endif
#endif

#include "mq_bytes.h"
#include "mq_frame.h"

uint32_t motionq15Noise(uint32_t salt) {
    uint32_t noise = salt;
#if defined(ARDUINO_ARCH_ESP32)
    noise ^= esp_random();
#endif
    // The CRC mixes: each bit of what goes in changes half of what comes out.
    for (uint8_t i = 0; i < 32; i++) {
        uint8_t bytes[6];
        mq_put_u32(bytes, (uint32_t)micros());
#if defined(ARDUINO_ARCH_ESP32)  // There A0 may be a pin in use, and the generator needs no help.
        mq_put_u16(bytes + 4, 0);
#else
        mq_put_u16(bytes + 4, (uint16_t)analogRead(A0));
#endif
        noise = mq_crc32(noise, bytes, sizeof bytes);
    }
    return noise;
}
