// An InvenSense MPU-6050 by its registers: acceleration ±4 g, rotation ±500 °/s. PS: the data sheet PS-MPU-6000A-00 (rev. 3.4);
// RM: its register map RM-MPU-6000A-00 (rev. 4.2).
#ifndef MPU6050_H
#define MPU6050_H

#include <MotionQ15DataReady.h>
#include <MotionQ15RegisterSensor.h>

class MPU6050 : public MotionQ15RegisterSensor<MPU6050, MotionQ15DataReady> {
public:
    // 0x68 with AD0 low, 0x69 with AD0 high (PS 9.2).
    MPU6050(TwoWire &wire, uint8_t address) : MotionQ15RegisterSensor(wire, address) {}

    static constexpr float G_PER_COUNT = 1.0f / 8192;         // PS 6.2: 8,192 LSB/g at AFS_SEL 1.
    static constexpr float DEGREES_PER_COUNT = 1.0f / 65.5f;  // PS 6.1: 65.5 LSB/(°/s) at FS_SEL 1.
    static constexpr float HERTZ = 500;                       // Measurements a second, as the registers below make it.
    static constexpr uint32_t PERIOD_MICROSECONDS = (uint32_t)(1e6f / HERTZ);
    static constexpr float G_FULL_SCALE = 4, DEGREES_FULL_SCALE = 500;
    // PS 6.1: rotation is right 30 ms after power on; the low pass is 5 ms behind (RM 4, register 26).
    static constexpr uint32_t SETTLING_MICROSECONDS = 35000;
    static constexpr uint8_t STATUS = 0x3A, MEASURED = 0x01;          // INT_STATUS, RM 4, register 58: DATA_RDY_INT
    static constexpr uint8_t MOTION_SOURCE = STATUS, MOVED = 1 << 6;  // MOT_INT

    bool configure() {
        uint8_t identity = 0;
        if (!readRegister(0x75, &identity) || identity != 0x68) return false;  // WHO_AM_I, RM 4, register 117
        return writeRegister(0x6B, 1) &&       // PWR_MGMT_1, RM 4, register 107: awake, clock from the gyroscope's x axis
               writeRegister(0x6C, 0) &&       // PWR_MGMT_2, register 108: all axes on, after `watchMotion`
               writeRegister(0x19, 1) &&       // SMPLRT_DIV, register 25: 1,000 Hz / (1 + 1) = 500 Hz
               writeRegister(0x1A, 3) &&       // CONFIG, register 26: DLPF_CFG 3, a low pass at 44 Hz (rotation: 42 Hz)
               writeRegister(0x1B, 1 << 3) &&  // GYRO_CONFIG, register 27: FS_SEL 1, ±500 °/s
               writeRegister(0x1C, 1 << 3) &&  // ACCEL_CONFIG, register 28: AFS_SEL 1, ±4 g; motion is not filtered
               writeRegister(0x38, 1);         // INT_ENABLE, register 56: DATA_RDY_EN, or its flag is never set
    }

    bool read(int16_t *counts, uint32_t *at) {
        uint8_t bytes[14];
        if (!readRegisters(0x3B, bytes, sizeof bytes, at)) return false;  // ACCEL_XOUT_H ... GYRO_ZOUT_L, RM 4, registers 59 to 72
        for (uint8_t i = 0; i < 3; i++) {
            counts[i] = highFirst(bytes + 2 * i);
            counts[3 + i] = highFirst(bytes + 8 + 2 * i);  // After the temperature.
        }
        return true;
    }

    // The gyroscope sleeps, and acceleration is measured 20 times a second (70 µA, PS 6.3) and held against where it lay: the
    // high-pass filter HOLDs the present sample (RM rev. 3.2, register 28, whose ACCEL_HPF later revisions no longer name). Motion
    // is 64 mg on any axis, for one sample: MOT_THR is in steps of 32 mg by PS 6.2; RM rev. 3.2 says 2 mg, and a part to which
    // that applies wakes at every touch.
    bool watchMotion() {
        uint8_t cleared;
        return writeRegister(0x38, 0) &&                 // INT_ENABLE: no more DATA_RDY
               writeRegister(0x1C, 1 << 3 | 7) &&        // ACCEL_CONFIG: AFS_SEL 1, ±4 g; ACCEL_HPF 7, HOLD
               writeRegister(0x1F, 2) &&                 // MOT_THR, register 31
               writeRegister(0x20, 1) &&                 // MOT_DUR, register 32: 1 ms
               writeRegister(0x69, 0x15) &&              // MOT_DETECT_CTRL, register 105: 5 ms to power on; counters fall by 1
               writeRegister(0x6C, 2 << 6 | 7) &&        // PWR_MGMT_2: LP_WAKE_CTRL 2, 20 Hz; the gyroscope in standby
               writeRegister(0x6B, 1 << 5 | 1 << 3) &&   // PWR_MGMT_1: CYCLE, TEMP_DIS, clock inside
               readRegister(MOTION_SOURCE, &cleared) &&  // What it had to say before.
               forget() && writeRegister(0x38, 1 << 6);  // INT_ENABLE: MOT_EN
    }
};

#endif
