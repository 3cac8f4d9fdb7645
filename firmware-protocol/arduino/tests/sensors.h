// The sensor of a sketch: NANO, MPU or LSM says which. Registers, scales and places of the counts are written down here once more,
// from the data sheets.
#ifndef SENSORS_H
#define SENSORS_H

#include "board.h"

#if defined(NANO)
[[gnu::unused]] static const char *const NAME = "NanoBLESense";
[[gnu::unused]] static TwoWire *const BUS = &Wire1;
[[gnu::unused]] static const uint8_t ADDRESS = 0x6B, IDENTITY_AT = 0x0F, IDENTITY = 0x68, ACCELERATION_AT = 0x28,
                                     ROTATION_AT = 0x18;
[[gnu::unused]] static const uint8_t READY_AT = 0x17, READY = 3;
[[gnu::unused]] static const double SENSOR_HERTZ = 476;
[[gnu::unused]] static const bool HIGH_FIRST = false;
[[gnu::unused]] static const float G_PER_COUNT = 0.122e-3f, DEGREES_PER_COUNT = 17.5e-3f;
[[gnu::unused]] static const uint8_t SETTINGS[][3] = {
    {0x10, 0xF8, 0xA8}, {0x20, 0xF8, 0xB0}, {0x22, 0x44, 0x44}};  // Register, mask, bits.
[[gnu::unused]] static const uint32_t CAPABILITIES = 0x23;
#elif defined(MPU)
[[gnu::unused]] static const char *const NAME = "MPU6050";
[[gnu::unused]] static TwoWire *const BUS = &Wire;
[[gnu::unused]] static const uint8_t ADDRESS = 0x68, IDENTITY_AT = 0x75, IDENTITY = 0x68, ACCELERATION_AT = 0x3B,
                                     ROTATION_AT = 0x43;
[[gnu::unused]] static const uint8_t READY_AT = 0x3A, READY = 1;
[[gnu::unused]] static const double SENSOR_HERTZ = 500;
[[gnu::unused]] static const bool HIGH_FIRST = true;
[[gnu::unused]] static const float G_PER_COUNT = 1 / 8192.0f, DEGREES_PER_COUNT = 1 / 65.5f;
[[gnu::unused]] static const uint8_t SETTINGS[][3] = {
    {0x6B, 0xC7, 0x01}, {0x1B, 0x18, 0x08}, {0x1C, 0x18, 0x08}, {0x1A, 0x07, 0x03}, {0x38, 0x01, 0x01}};
[[gnu::unused]] static const uint32_t CAPABILITIES = 0x21;
#elif defined(LSM)
[[gnu::unused]] static const char *const NAME = "LSM6DS3";
[[gnu::unused]] static TwoWire *const BUS = &Wire;
[[gnu::unused]] static const uint8_t ADDRESS = 0x6A, IDENTITY_AT = 0x0F, IDENTITY = 0x69, ACCELERATION_AT = 0x28,
                                     ROTATION_AT = 0x22;
[[gnu::unused]] static const uint8_t READY_AT = 0x1E, READY = 3;
[[gnu::unused]] static const double SENSOR_HERTZ = 416;
[[gnu::unused]] static const bool HIGH_FIRST = false;
[[gnu::unused]] static const float G_PER_COUNT = 0.122e-3f, DEGREES_PER_COUNT = 17.5e-3f;
[[gnu::unused]] static const uint8_t SETTINGS[][3] = {
    {0x10, 0xFC, 0x68}, {0x11, 0xFE, 0x64}, {0x12, 0x44, 0x44}, {0x0D, 0x03, 0x02}, {0x0B, 0x80, 0x80}};
[[gnu::unused]] static const uint32_t CAPABILITIES = 0x21;
#endif

#endif
