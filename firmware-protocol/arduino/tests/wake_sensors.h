// What a sensor does by its registers: it streams, or watches for motion, or neither. NANO, MPU or LSM says which. What follows
// from each bit is written down from the data sheets, apart from the drivers: with a wrong value it does not wake, or too easily.
#ifndef WAKE_SENSORS_H
#define WAKE_SENSORS_H

#include <math.h>

#include "sensors.h"

// What it watches: the acceleration of now, of its measurement before, what it held on to, and what a slow filter has left of it.
struct Seen {
    double now[3], before[3], held[3], resting[3];
};
static uint8_t reg(uint8_t number) { return board.registers[number]; }

#if defined(NANO)
static const uint8_t SOURCE_AT = 0x26, SOURCE = 0x40;  // INT_GEN_SRC_XL: IA_XL
static const double GYROSCOPE_SETTLES = 80000;
static bool streams() { return (reg(0x10) & 0xE0) == 0xA0 && (reg(0x20) & 0x18) == 0x10; }
static bool tellsData() { return false; }  // No line is wired.
static bool tellsMotion() { return false; }
static bool holds() { return true; }
static bool latches() { return reg(0x1E) & 0x02; }
static unsigned sufficient() { return 1u + (reg(0x0A) & 0x7F); }
static double watchPeriod() {
    static const double HERTZ[] = {0, 10, 50, 119, 238, 476, 952, 0};
    const double hertz = (reg(0x10) & 0xE0) != 0 ? 0 : HERTZ[reg(0x20) >> 5];
    return hertz > 0 && reg(0x06) != 0 ? 1e6 / hertz : 0;
}
[[gnu::unused]] static double microamperes() { return (reg(0x10) & 0xE0) != 0 ? 4600 : 600; }
static bool exceeds(const Seen &seen) {
    static const double RANGE[] = {2, 16, 4, 8};
    bool any = false, all = true;
    for (int axis = 0; axis < 3; axis++) {
        const double threshold = reg((uint8_t)(0x07 + axis)) * RANGE[reg(0x20) >> 3 & 3] / 256;
        const double value = fabs(seen.now[axis] - (reg(0x21) & 0x01 ? seen.resting[axis] : 0));
        const int low = reg(0x06) >> (2 * axis) & 1, high = reg(0x06) >> (2 * axis + 1) & 1;
        any |= (high && value > threshold) || (low && value < threshold);
        all &= (!high || value > threshold) && (!low || value < threshold);
    }
    return reg(0x06) & 0x80 ? all : any;
}
#elif defined(MPU)
static const uint8_t SOURCE_AT = 0x3A, SOURCE = 0x40;  // INT_STATUS: MOT_INT
static const double GYROSCOPE_SETTLES = 30000;
static bool streams() { return (reg(0x6B) & 0x60) == 0 && (reg(0x6C) & 0x3F) == 0 && reg(0x19) == 1; }
static bool tellsData() { return reg(0x38) & 0x01; }
static bool tellsMotion() { return (reg(0x38) & 0x40) != 0 && (reg(0x37) & 0x80) == 0; }
static bool holds() { return (reg(0x1C) & 7) == 7; }
static bool latches() { return true; }  // INT_STATUS does, whatever the line does.
static unsigned sufficient() { return reg(0x20); }
static double watchPeriod() {
    static const double HERTZ[] = {1.25, 5, 20, 40};
    // The flag of motion is not set unless it is enabled.
    const bool tests = (reg(0x1C) & 0xE0) != 0;  // Itself, and no motion.
    return (reg(0x6B) & 0x60) == 0x20 && tellsMotion() && reg(0x20) > 0 && !tests ? 1e6 / HERTZ[reg(0x6C) >> 6] : 0;
}
[[gnu::unused]] static double microamperes() {
    static const double CYCLING[] = {10, 20, 70, 140};
    if ((reg(0x6B) & 0x60) != 0x20 || (reg(0x6C) & 0x3F) != 0x07 || !(reg(0x6B) & 0x08) || (reg(0x6B) & 7) != 0) return 3800;
    return CYCLING[reg(0x6C) >> 6];
}
static bool exceeds(const Seen &seen) {
    bool any = false;
    for (int axis = 0; axis < 3; axis++) {
        const int filter = reg(0x1C) & 7;  // 0, and what is reserved, give nothing; 7 what is left after what it held.
        const double from = filter == 7 ? seen.held[axis] : filter > 0 && filter < 5 ? seen.resting[axis] : seen.now[axis];
        const double value = seen.now[axis] - from;
        any |= fabs(value) > reg(0x1F) * 0.032;
    }
    return any;
}
#elif defined(LSM)
static const uint8_t SOURCE_AT = 0x1B, SOURCE = 0x08;  // WAKE_UP_SRC: WU_IA
static const double GYROSCOPE_SETTLES = 80000;
static bool streams() { return (reg(0x10) & 0xFC) == 0x68 && reg(0x11) == 0x64 && (reg(0x15) & 0x10) == 0; }
// Of the gyroscope, which measures when acceleration does; or of acceleration alone.
static bool tellsData() { return (reg(0x0B) & 0x80) != 0 && ((reg(0x11) >> 4 != 0 && (reg(0x0D) & 0x02)) || (reg(0x0D) & 0x01)); }
static bool tellsMotion() { return reg(0x5E) & 0x20; }
static bool holds() { return true; }
static bool latches() { return reg(0x58) & 0x01; }
static unsigned sufficient() { return 1u + (reg(0x5C) >> 5 & 3); }
static double watchPeriod() {
    static const double HERTZ[] = {0, 12.5, 26, 52, 104, 208, 416, 833, 1666, 3332, 6664, 0, 0, 0, 0, 0};
    // The LSM6DS3TR-C has a switch for it; in its place the LSM6DS3 counts time, which nobody wants.
    const bool on = reg(0x0F) == 0x6A ? (reg(0x58) & 0x80) != 0 : (reg(0x58) & 0x80) == 0;
    const double hertz = HERTZ[reg(0x10) >> 4];
    return on && hertz > 0 && reg(0x11) >> 4 == 0 ? 1e6 / hertz : 0;
}
[[gnu::unused]] static double microamperes() {
    if (reg(0x11) >> 4 != 0) return 1250;
    return reg(0x15) & 0x10 && reg(0x10) >> 4 <= 3 ? 45 : 240;
}
static bool exceeds(const Seen &seen) {
    static const double RANGE[] = {2, 16, 4, 8};
    const double threshold = (reg(0x5B) & 0x3F) * RANGE[reg(0x10) >> 2 & 3] / 64;
    bool any = false;
    for (int axis = 0; axis < 3; axis++) {
        const double slope = fabs(seen.now[axis] - seen.before[axis]) / 2;
        any |= (reg(0x58) & 0x10 ? fabs(seen.now[axis] - seen.resting[axis]) : slope) > threshold;
    }
    return any;
}
#endif

// A sensor that lives by its registers while time passes.
struct LiveSensor {
    double g[3];                 // As it is moved.
    double degrees;              // And turned, about x.
    bool wired;                  // Its line is.
    double movedAt = -1;         // When it first measured that it was moved, while it watched.
    uint64_t elapsed = 0;        // Microseconds; board.now wraps.
    uint64_t number = 0;         // Of the newest measurement.
    double gyroscopeSince = -1;  // When it was switched on; -1: it is off.
    bool holding = false, clearing = false, watched = false;
    unsigned over = 0;  // Measurements in a row beyond the threshold.
    Seen seen = Seen();

    static int16_t clipped(double count) { return (int16_t)lrint(count > 32767 ? 32767 : count < -32768 ? -32768 : count); }
    static void place(uint8_t at, double value) {
        const int16_t count = clipped(value);
        board.registers[HIGH_FIRST ? at : at + 1] = (uint8_t)((uint16_t)count >> 8);
        board.registers[HIGH_FIRST ? at + 1 : at] = (uint8_t)count;
    }
    void rise() const {
        if (wired && board.interrupt) board.interrupt();
    }

    void stream() {
        for (int axis = 0; axis < 3; axis++) place((uint8_t)(ACCELERATION_AT + 2 * axis), g[axis] / (double)G_PER_COUNT);
        // Rubbish, before it has settled.
        const bool settled = (double)elapsed - gyroscopeSince >= GYROSCOPE_SETTLES;
        for (int axis = 0; axis < 3; axis++) {
            const double turning = axis == 0 ? degrees / (double)DEGREES_PER_COUNT : 0;
            place((uint8_t)(ROTATION_AT + 2 * axis), settled ? turning : -30000);
        }
        board.registers[READY_AT] |= READY;
        if (tellsData()) rise();
    }

    void watch() {
        for (int axis = 0; axis < 3; axis++) {
            if (!watched) seen.before[axis] = seen.resting[axis] = g[axis];
            seen.now[axis] = g[axis];
        }
        watched = true;
        over = exceeds(seen) ? over + 1 : 0;
        const bool told = board.registers[SOURCE_AT] & SOURCE;
        if (over >= sufficient()) {
            board.registers[SOURCE_AT] |= SOURCE;
            if (movedAt < 0) movedAt = (double)elapsed;
            if (!told && tellsMotion()) rise();
        } else if (!latches()) {
            board.registers[SOURCE_AT] &= (uint8_t)~SOURCE;
        }
        if (tellsData()) rise();
        for (int axis = 0; axis < 3; axis++) {
            seen.before[axis] = g[axis];
            seen.resting[axis] += (g[axis] - seen.resting[axis]) / 16;
        }
    }

    // What has become due since the last call.
    void live() {
        static uint32_t before = board.now;
        elapsed += board.now - before;
        before = board.now;
        if (!board.answers) return;
        if (clearing) board.registers[SOURCE_AT] = 0;
        clearing = false;
        if (holds() && !holding) memcpy(seen.held, g, sizeof g);
        holding = holds();
        if (!streams()) {
            gyroscopeSince = -1;
        } else if (gyroscopeSince < 0) {
            gyroscopeSince = (double)elapsed;
        }
        const double period = streams() ? 1e6 / SENSOR_HERTZ : watchPeriod();
        if (streams() || period <= 0) {
            watched = false;
            over = 0;
            movedAt = -1;
        }
        if (period <= 0) return;
        const uint64_t due = (uint64_t)((double)elapsed / period);
        if (due == number) return;
        number = due;
        if (streams()) {
            stream();
        } else {
            watch();
        }
    }

    // Before a transfer from a register: what tells is forgotten once it was read.
    void asked(uint8_t first) {
        live();
        clearing = first == SOURCE_AT;
        if (first == ACCELERATION_AT || first == ROTATION_AT) board.registers[READY_AT] &= (uint8_t)~READY;
    }
};

#endif
