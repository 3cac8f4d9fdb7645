// A sketch that dozes on one of the examples' sensors, and what moves it. NANO, MPU or LSM says which; WIRED has its line on a pin.
#ifndef WAKE_WORLD_H
#define WAKE_WORLD_H

#include <math.h>

#include <MotionQ15.h>

#include "wake_sensors.h"

#if defined(NANO)
#include "lsm9ds1.h"
typedef LSM9DS1 Driver;
static const double MOST_MICROAMPERES = 600;
static const int32_t LATEST = 200000;  // Microseconds from motion to the first sample: asked each 50 ms, settles in 80.
#elif defined(MPU)
#include "mpu6050.h"
typedef MPU6050 Driver;
static const double MOST_MICROAMPERES = 70;
static const int32_t LATEST = 170000;  // Measures each 50 ms, asked each 50 unless wired, settles in 35.
#elif defined(LSM)
#include "lsm6ds3.h"
typedef LSM6DS3 Driver;
static const double MOST_MICROAMPERES = 45;
static const int32_t LATEST = 230000;  // Measures each 38 ms, asked each 50 unless wired, settles in 80.
#endif
#if defined(WIRED)
static const bool IS_WIRED = true;
#else
static const bool IS_WIRED = false;
#endif

static const int HERTZ = 50;
static const uint16_t STILL = 2, HOST = 3;  // Seconds.

static Driver driver(*BUS, ADDRESS);
static MotionQ15Device device(Serial);
static MotionQ15Wakes<Driver> wakes(driver);
static MotionQ15Doze doze(device, wakes);
static LiveSensor live;
static bool found, active;
static uint32_t measuredAt, triedAt;

static void startSensor() {
    triedAt = measuredAt = millis();
    found = driver.begin();
}

void setup() {
    device.attachLed(LED_BUILTIN);
    MotionQ15Description description("wake", HERTZ);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, Driver::G_PER_COUNT, Driver::G_FULL_SCALE);
    description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, Driver::DEGREES_PER_COUNT, Driver::DEGREES_FULL_SCALE);
    CHECK(device.begin(description));
    doze.begin(STILL, HOST);
#if defined(WIRED)
    driver.watch(2);
#endif
    startSensor();
}

// As RecogniseOnBoard has it.
void loop() {
    device.poll();
    if (active) doze.stir();
    if (!found && millis() - triedAt >= 1000) startSensor();
    if (found && doze.poll()) {
        measuredAt = millis();
        return;
    }
    if (found && doze.pause(3 * Driver::PERIOD_MICROSECONDS)) return;
    int16_t counts[6];
    uint32_t time;
    if (found && driver.poll(counts, &time)) {
        measuredAt = millis();
        doze.measured(counts);
        device.measured(counts, time);
        return;
    }
    device.unmeasured();
    if (found && millis() - measuredAt >= 100) found = false;
    doze.rest(driver.quiet());
}

// How it is moved: a swing about where it lies, or noise alone.
static double swing, hertz, lean[3];
static uint64_t swingAt;

static void moveSensor() {
    static bool moving;
    if (moving) return;
    moving = true;
    static uint32_t noise = 1;
    noise = noise * 1664525u + 1013904223u;
    const double milligrams = (double)(noise >> 16) / 65536 * 6 - 3;
    const double angle = 6.283185307 * hertz * (double)(live.elapsed - swingAt) * 1e-6;
    live.g[0] = 0.6 + lean[0] + swing * sin(angle) + milligrams * 1e-3;
    live.g[1] = -0.5 + lean[1];
    live.g[2] = 0.62 + lean[2] + milligrams * 1e-3;
    live.degrees = swing * 200 * cos(angle);
    live.live();
    moving = false;
}

static void move(double g, double perSecond) {
    swing = g;
    hertz = perSecond;
    swingAt = live.elapsed;
}

static void runFor(double seconds) {
    const uint32_t begun = board.now;
    while (board.now - begun < (uint32_t)(seconds * 1e6)) run(1000);
}

static void layDown() {
    move(0, 0);
    runFor(STILL + HOST + 0.5);
    CHECK(doze.dozing());
}

// Samples since the `from`-th frame; none of them has rubbish of a gyroscope that has not settled. Tells the first one's time.
static unsigned samplesSince(size_t from, uint32_t *first = nullptr) {
    unsigned samples = 0;
    for (const SentFrame &frame : sentOf(MQ_TYPE_DATA, from)) {
        mq_data view;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.header.count, &view) && view.channels == 6);
        if (samples == 0 && first) *first = frame.header.time;
        for (uint8_t sample = 0; sample < view.samples; sample++, samples++) {
            for (uint8_t channel = 3; channel < 6; channel++) CHECK(abs(mq_data_count(&view, sample, channel)) < 20000);
        }
    }
    return samples;
}

#endif
