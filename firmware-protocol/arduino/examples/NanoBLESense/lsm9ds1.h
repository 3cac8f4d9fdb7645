// The ST LSM9DS1 of an Arduino Nano 33 BLE Sense (rev. 1) by its registers: acceleration ±4 g, rotation ±500 °/s. DS: the data
// sheet DocID025715 (rev. 3).
#ifndef LSM9DS1_H
#define LSM9DS1_H

#include <MotionQ15RegisterSensor.h>

class LSM9DS1 : public MotionQ15RegisterSensor<LSM9DS1, MotionQ15NoDataReady> {
public:
    // Acceleration and rotation answer at 0x6B when SDO_A/G is high, as it is on the Nano (DS 5.1).
    LSM9DS1(TwoWire &wire, uint8_t address) : MotionQ15RegisterSensor(wire, address) {}

    static constexpr float G_PER_COUNT = 0.000122f;      // DS 2.1, table 3: LA_So is 0.122 mg/LSB at ±4 g.
    static constexpr float DEGREES_PER_COUNT = 0.0175f;  // DS 2.1, table 3: G_So is 17.50 mdps/LSB at ±500 °/s.
    static constexpr float HERTZ = 476;  // Measurements a second: ODR_G below, which with rotation on is that of acceleration, too.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;
    // Not in the data sheet as a time: as long as its kin LSM6DS3 takes at most (AN4650, table 16).
    static constexpr uint32_t SETTLING_MICROSECONDS = 85000;
    static constexpr uint8_t STATUS = 0x17, MEASURED = 0x03;        // STATUS_REG, DS 7: XLDA and GDA
    static constexpr uint8_t MOTION_SOURCE = 0x26, MOVED = 1 << 6;  // INT_GEN_SRC_XL, DS 7: IA_XL

    bool configure() {
        uint8_t identity = 0;
        if (!readRegister(0x0F, &identity) || identity != 0x68) return false;  // WHO_AM_I, DS 7
        return writeRegister(0x06, 0) &&     // INT_GEN_CFG_XL: no motion is looked for, after `watchMotion`
               writeRegister(0x21, 0) &&     // CTRL_REG7_XL: nor is acceleration filtered for it
               writeRegister(0x22, 0x44) &&  // CTRL_REG8, DS 7: BDU, no sample of two halves; IF_ADD_INC, registers in a row
               writeRegister(0x10, 0xAA) &&  // CTRL_REG1_G: 476 Hz, ±500 °/s, after the first low pass alone
               writeRegister(0x20, 0xB7);    // CTRL_REG6_XL: 476 Hz, ±4 g, a low pass at 50 Hz
    }

    bool read(int16_t *counts, uint32_t *at) {
        uint8_t rotation[6], acceleration[6];
        if (!readRegisters(0x18, rotation, 6, at)) return false;      // OUT_X_G ... OUT_Z_G
        if (!readRegisters(0x28, acceleration, 6, at)) return false;  // OUT_X_XL ... OUT_Z_XL
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = lowFirst(acceleration + 2 * i);
            counts[3 + i] = lowFirst(rotation + 2 * i);
        }
        return true;
    }

    // The gyroscope is off, and acceleration is measured 50 times a second. Motion is more than 62.5 mg on any axis after the
    // high-pass filter. The data sheet does not say what a step of the threshold is; ST's support takes it for FS / 2^8, and for
    // the magnitude. No line of it is wired on a Nano: it is asked.
    bool watchMotion() {
        uint8_t cleared;
        return writeRegister(0x10, 0) &&     // CTRL_REG1_G, DS 7: power down, so that ODR_XL holds
               writeRegister(0x20, 0x50) &&  // CTRL_REG6_XL: 50 Hz, ±4 g
               writeRegister(0x21, 0x01) &&  // CTRL_REG7_XL: HPIS1, the high-pass filter for interrupts; FDS 0, not for the output
               writeRegister(0x07, 4) &&     // INT_GEN_THS_X_XL
               writeRegister(0x08, 4) &&     // INT_GEN_THS_Y_XL
               writeRegister(0x09, 4) &&     // INT_GEN_THS_Z_XL
               writeRegister(0x0A, 0) &&     // INT_GEN_DUR_XL: one measurement is enough
               writeRegister(0x1E, 0x3A) &&  // CTRL_REG4: LIR_XL1, until it is asked; the gyroscope's axes as after power on
               writeRegister(0x06, 0x2A) &&  // INT_GEN_CFG_XL: ZHIE, YHIE or XHIE
               readRegister(MOTION_SOURCE, &cleared);  // What it had to say before.
    }
};

#endif
