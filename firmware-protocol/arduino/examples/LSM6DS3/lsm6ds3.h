// An ST LSM6DS3 by its registers: acceleration ±4 g, rotation ±500 °/s. DS: the data sheet DocID026899 (rev. 10).
#ifndef LSM6DS3_H
#define LSM6DS3_H

#include <MotionQ15DataReady.h>
#include <MotionQ15RegisterSensor.h>

class LSM6DS3 : public MotionQ15RegisterSensor<LSM6DS3, MotionQ15DataReady> {
public:
    // 0x6A with SDO/SA0 low, 0x6B with it high (DS 6.1).
    LSM6DS3(TwoWire &wire, uint8_t address) : MotionQ15RegisterSensor(wire, address) {}

    static constexpr float G_PER_COUNT = 0.000122f;      // DS 4.1, table 3: LA_So is 0.122 mg/LSB at ±4 g.
    static constexpr float DEGREES_PER_COUNT = 0.0175f;  // DS 4.1, table 3: G_So is 17.50 mdps/LSB at ±500 °/s.
    static constexpr float HERTZ = 416;                  // Measurements a second: ODR_XL and ODR_G below.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;
    // AN4650, table 16: the gyroscope takes up to 80 ms from power down; and what is read may be a little older.
    static constexpr uint32_t SETTLING_MICROSECONDS = 85000;
    static constexpr uint8_t STATUS = 0x1E, MEASURED = 0x03;        // STATUS_REG, DS 9: XLDA and GDA
    static constexpr uint8_t MOTION_SOURCE = 0x1B, MOVED = 1 << 3;  // WAKE_UP_SRC, DS 9: WU_IA

    bool configure() {
        uint8_t identity = 0;
        if (!readRegister(0x0F, &identity)) return false;        // WHO_AM_I, DS 9
        if (identity != 0x69 && identity != 0x6A) return false;  // The LSM6DS3, and the LSM6DS3TR-C, alike but for TAP_CFG.
        hasSwitch = identity == 0x6A;
        return writeRegister(0x5E, 0) &&     // MD1_CFG: INT1 tells of no motion, after `watchMotion`
               writeRegister(0x58, 0) &&     // TAP_CFG: nor is any looked for
               writeRegister(0x15, 0) &&     // CTRL6_C: acceleration in high performance
               writeRegister(0x12, 0x44) &&  // CTRL3_C, DS 9: BDU, no sample of two halves; IF_INC, registers in a row
               writeRegister(0x10, 0x68) &&  // CTRL1_XL: 416 Hz, ±4 g
               writeRegister(0x11, 0x64) &&  // CTRL2_G: 416 Hz, ±500 °/s
               writeRegister(0x0B, 0x80) &&  // DRDY_PULSE_CFG_G: a pulse each time, also if nobody reads
               writeRegister(0x0D, 0x02);    // INT1_CTRL: INT1_DRDY_G, and acceleration is measured with it
    }

    bool read(int16_t *counts, uint32_t *at) {
        uint8_t bytes[12];
        if (!readRegisters(0x22, bytes, sizeof bytes, at)) return false;  // OUTX_L_G ... OUTZ_H_XL, rotation first
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = lowFirst(bytes + 6 + 2 * i);
            counts[3 + i] = lowFirst(bytes + 2 * i);
        }
        return true;
    }

    // The gyroscope is off, and acceleration is measured 26 times a second at low power. Motion is more than 62.5 mg from one
    // measurement to the next on any axis: the slope filter halves it (AN4650, wake-up interrupt), and a step of the threshold is
    // 31.25 mg. So slow motion, below 1.6 g a second, is none.
    bool watchMotion() {
        uint8_t cleared;
        return writeRegister(0x0D, 0) &&                        // INT1_CTRL, DS 9: no more data ready
               writeRegister(0x11, 0) &&                        // CTRL2_G: power down
               writeRegister(0x15, 1 << 4) &&                   // CTRL6_C: XL_HM_MODE, high performance off
               writeRegister(0x10, 0x20) &&                     // CTRL1_XL: 26 Hz, ±2 g
               writeRegister(0x5C, 0) &&                        // WAKE_UP_DUR: one measurement is enough
               writeRegister(0x5B, 1) &&                        // WAKE_UP_THS: 1 LSB is FS_XL / 2^6
               writeRegister(0x58, hasSwitch ? 0x81 : 0x01) &&  // TAP_CFG: LIR, until it is asked; the TR-C's INTERRUPTS_ENABLE
               readRegister(MOTION_SOURCE, &cleared) &&         // What it had to say before.
               forget() && writeRegister(0x5E, 1 << 5);         // MD1_CFG: INT1_WU
    }

private:
    bool hasSwitch = false;
};

#endif
