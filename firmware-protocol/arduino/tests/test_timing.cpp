// When the samples of a sketch were measured: a sensor that runs by its own clock measures its own time, so that each sample tells
// the moment for which it stands. NANO, MPU or LSM says which sketch.
#include <math.h>
#include <stdio.h>

#include "sensors.h"

static const int32_t WITHIN = 200;   // Microseconds.
static const double PER_COUNT = 50;  // Microseconds.
static const int16_t BEGINNING = -30000;

static double period;     // Of the sensor, microseconds.
static uint64_t elapsed;  // Since the board was begun, microseconds; board.now wraps.
static uint32_t before;
static uint64_t newest;     // Number of the newest measurement.
static uint64_t rampAt;     // When the counts began to rise.
static uint32_t rampBegan;  // The same by micros().

static void place(uint8_t at, int16_t count) {
    board.registers[HIGH_FIRST ? at : at + 1] = (uint8_t)((uint16_t)count >> 8);
    board.registers[HIGH_FIRST ? at + 1 : at] = (uint8_t)count;
}

// Measures what has become due by now; the data-ready line rises at its moment, though the program may have been elsewhere.
static void measureDue() {
    static bool measuring;
    if (measuring) return;
    measuring = true;
    elapsed += board.now - before;
    before = board.now;
    const uint64_t number = (uint64_t)((double)elapsed / period);
    if (number != newest) {
        newest = number;
        const double at = (double)number * period;
        const double risen = (at - (double)rampAt) / PER_COUNT;
        const double count = BEGINNING + (risen < 0 ? 0 : risen);
        for (int i = 0; i < 3; i++) place((uint8_t)(ACCELERATION_AT + 2 * i), (int16_t)lrint(fmin(count, 32000)));
        for (int i = 0; i < 3; i++) place((uint8_t)(ROTATION_AT + 2 * i), (int16_t)-lrint(fmin(count, 32000)));
        board.registers[READY_AT] |= READY;
        const uint32_t present = board.now;
        board.now -= (uint32_t)((double)elapsed - at);
        if (board.interrupt) board.interrupt();
        board.now = present;
    }
    measuring = false;
}

static void measure(uint8_t first) {
    measureDue();
    if (first != READY_AT) board.registers[READY_AT] &= (uint8_t)~READY;
}

static void setRate(float rate) {
    mq_config config = mq_config();
    config.present = MQ_HAS(MQ_CONFIG_RATE);
    config.rate = rate;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_CONFIG, 0, payload, mq_config_encode(&config, payload));
}

// The largest distance between a sample's time and the time that it measured, over two seconds and a half.
static void stampsAreWhenTheSensorMeasured(float rate, double clockError, uint32_t unevenness) {
    period = 1e6 / (SENSOR_HERTZ * (1 + clockError));
    newest = 0;
    setRate(rate);
    rampAt = ~0ull >> 2;
    run(1000000);
    measure(READY_AT);
    rampAt = elapsed;
    rampBegan = board.now;
    const size_t from = board.sent.size();
    for (uint32_t state = 1; board.now - rampBegan < 2500000;) {
        run(2000);
        state = state * 1664525u + 1013904223u;
        if (unevenness > 0) board.now += (state >> 8) % unevenness;
    }
    int32_t worst = 0;
    unsigned samples = 0;
    for (const SentFrame &frame : sentOf(MQ_TYPE_DATA, from)) {
        mq_data view;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.header.count, &view) && view.channels == 6);
        for (uint8_t sample = 0; sample < view.samples; sample++) {
            const double count = mq_data_count(&view, sample, 0) - BEGINNING;
            if (count < 100) continue;  // It stood still.
            const uint32_t stamp = frame.header.time + (uint32_t)lrint(sample * 1e6 / (double)rate);
            const int32_t error = (int32_t)(stamp - rampBegan - (uint32_t)lrint(count * PER_COUNT));
            if (abs(error) > worst) worst = abs(error);
            samples++;
        }
    }
    printf(
        "%s%s at %3.0f Hz, its clock %+.0f %% off, loop uneven by %u us: %u samples, stamps within %d us\n", NAME,
        board.interrupt ? ", by its interrupt," : "", (double)rate, 100 * clockError, (unsigned)unevenness, samples, (int)worst);
    CHECK(worst <= WITHIN);
    // What came while the loop was elsewhere is a gap, and no guess.
    CHECK(samples >= (unsigned)((unevenness > 0 ? 2.1f : 2.4f) * rate));
}

int main() {
    board.now = 0xFFFF0000u;  // micros() wraps soon.
    before = board.now;
    board.room = 256;
    board.bus = BUS;
    board.address = ADDRESS;
    board.registers[IDENTITY_AT] = IDENTITY;
    board.answers = true;
    board.sensor = measure;
    board.passed = measureDue;
    period = 1e6 / SENSOR_HERTZ;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    setup();
    stampsAreWhenTheSensorMeasured(200, 0, 0);
    stampsAreWhenTheSensorMeasured(200, 0.03, 0);
    stampsAreWhenTheSensorMeasured(200, -0.05, 0);
    stampsAreWhenTheSensorMeasured(200, 0.01, 1500);
    stampsAreWhenTheSensorMeasured(100, -0.02, 3000);
    stampsAreWhenTheSensorMeasured(25, 0.02, 0);
    return finish(NAME);
}
