// What MotionQ15Device tells mq_device about its board, and when it gives the port what waits.
#include "MotionQ15Device.h"

#include "MotionQ15Noise.h"

static MotionQ15Device &of(void *self) { return *static_cast<MotionQ15Device *>(self); }

void MotionQ15Device::attach(uint8_t actuator, const uint8_t *pins, bool activeLow) {
    outputs[actuator - 1].attach(actuator, pins, activeLow);
}

void MotionQ15Device::attachLed(uint8_t pin, bool activeLow) { attach(MQ_ACTUATOR_LED, &pin, activeLow); }

void MotionQ15Device::attachRgb(uint8_t red, uint8_t green, uint8_t blue, bool activeLow) {
    const uint8_t pins[3] = {red, green, blue};
    attach(MQ_ACTUATOR_RGB, pins, activeLow);
}

void MotionQ15Device::attachBuzzer(uint8_t pin) { attach(MQ_ACTUATOR_BUZZER, &pin, false); }

void MotionQ15Device::attachVibration(uint8_t pin, bool activeLow) { attach(MQ_ACTUATOR_VIBRATION, &pin, activeLow); }

void MotionQ15Device::offerRates(const uint16_t *offered, uint8_t count) {
    rates = offered;
    rateCount = count;
}

bool MotionQ15Device::begin(const MotionQ15Description &description, uint32_t moreSalt) {
    mq_device_board board = mq_device_board();
    board.context = this;
    board.clock = readClock;
    board.write = write;
    board.draw_session = drawSession;
    board.apply = apply;
    board.configure = setRate;
    board.predicted = forwardPrediction;
    board.labelled = forwardLabels;
    board.host_left = forwardGoodbye;
    board.has_room = hasRoom;
    board.install = install;

    mq_hello hello = description;
    if (mq_hello_data_channels(&hello) > MOTIONQ15_CHANNELS) return false;
    uint8_t units[MQ_ACTUATOR_KINDS];
    for (uint8_t kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        units[kind] = outputs[kind].attached() ? 1 : 0;
        if (units[kind]) hello.capabilities |= MQ_CAN_LED << kind;  // In the order of the actuators.
    }
    if (rateCount > 0) hello.capabilities |= MQ_SETS_RATE;
    if (predicted || labelled) hello.capabilities |= MQ_SHOWS_DECISIONS;
    if (installer && installer->start(rates, rateCount, &hello)) hello.capabilities |= MQ_INSTALLS;
    takeKeptRate(&hello);
    beginPredictor(&hello);
    salt = moreSalt;
    guard.begin(outputs);
    if (!mq_device_boot(&device, &board, &hello, units)) return false;
    pace.start(hello.rate, micros());
    line.send();
    return true;
}

// No more than a chunk a round: a flood from the host does not keep the sketch from its samples. A port may have nothing although
// it said so.
void MotionQ15Device::receive() {
    uint8_t bytes[32];
    size_t length = 0;
    while (length < sizeof bytes && port.available() > 0) {
        const int byte = port.read();
        if (byte < 0) break;
        bytes[length++] = (uint8_t)byte;
    }
    mq_device_receive(&device, bytes, length);
    guard.heard((uint32_t)device.host_heard_at);
}

void MotionQ15Device::poll() {
    const uint32_t milliseconds = millis();
    uint8_t type, samples;
    while (line.dropStale(milliseconds, &type, &samples)) mq_device_unsent(&device, type, samples);
    receive();
    mq_device_poll(&device);
    guard.poll(milliseconds);
    tellUnguarded();
    line.send();
}

// To each host that comes: what it switches on may stay on while the loop is held up.
void MotionQ15Device::tellUnguarded() {
    const uint32_t ACTUATORS = MQ_CAN_LED | MQ_CAN_RGB | MQ_CAN_BUZZER | MQ_CAN_VIBRATION;
    const uint64_t FIRST_INTERRUPT_MICROSECONDS = 1000000;
    if (!device.host_known) toldUnguarded = false;
    if (toldUnguarded || !device.host_known || guard.runs() || !(device.description.capabilities & ACTUATORS)) return;
    if (now() - device.booted_at < FIRST_INTERRUPT_MICROSECONDS) return;
    toldUnguarded = log(WARNING_LEVEL, "no timer interrupt: the failsafe waits for the loop");
}

bool MotionQ15Device::sampleDue() {
    const uint64_t time = now();
    uint32_t periods = pace.due((uint32_t)time);
    if (periods == 0) return false;
    if (periods > 1 && predictor) predictor->restart();
    while (--periods > 0) {
        const uint16_t missed = (uint16_t)(periods < 0xFFFF ? periods : 0xFFFF);
        mq_device_drop(&device, missed);
        periods -= missed - 1u;
    }
    dueAt = time;
    return true;
}

void MotionQ15Device::emit(const int16_t *counts, uint64_t time) {
    mq_device_push(&device, counts, (uint32_t)time);
    if (predictor) predictor->push(device, counts, time);
    line.send();
}

void MotionQ15Device::push(const int16_t *counts) { emit(counts, dueAt); }

void MotionQ15Device::measured(const int16_t *counts, uint32_t time) {
    const uint64_t present = now();
    const uint8_t channels = mq_hello_data_channels(&device.description);
    while (pace.reached(time)) {
        const uint32_t due = pace.take();
        int16_t sample[MOTIONQ15_CHANNELS];
        const bool bracketed = resampler.between(counts, time, due, pace.microseconds(), channels, sample);
        if (bracketed) {
            emit(sample, present - ((uint32_t)present - due));
        } else {
            miss();
        }
    }
    resampler.keep(counts, time, channels);
}

void MotionQ15Device::unmeasured() {
    // Later than that no measurement makes a sample of it any more.
    const uint32_t overdue = (uint32_t)now() - 2 * pace.microseconds();
    while (pace.reached(overdue)) {
        (void)pace.take();
        miss();
        resampler.forget();
    }
}

void MotionQ15Device::miss() {
    mq_device_drop(&device, 1);
    if (predictor) predictor->restart();
}

bool MotionQ15Device::log(Level level, const char *text) {
    const mq_log line = {(uint8_t)level, reinterpret_cast<const uint8_t *>(text), strlen(text)};
    return mq_device_send_log(&device, &line);
}

uint64_t MotionQ15Device::now() {
    const uint32_t time = micros();
    if (time < microsBefore) microsHigh++;
    microsBefore = time;
    return (uint64_t)microsHigh << 32 | time;
}

uint64_t MotionQ15Device::readClock(void *self) { return of(self).now(); }

bool MotionQ15Device::write(void *self, const uint8_t *wire, size_t length) { return of(self).line.take(wire, length, millis()); }

bool MotionQ15Device::hasRoom(void *self, size_t length) { return of(self).line.hasRoom(length); }

uint32_t MotionQ15Device::drawSession(void *self) {
    MotionQ15Device &device = of(self);
    device.salt = motionq15Noise(device.salt);
    return device.salt;
}

void MotionQ15Device::apply(void *self, const mq_feedback *command) { of(self).guard.apply(*command, millis()); }

void MotionQ15Device::forwardPrediction(void *self, const mq_prediction *prediction) {
    if (of(self).predicted) of(self).predicted(*prediction);
}

void MotionQ15Device::forwardLabels(void *self, const mq_labels *labels) {
    if (of(self).labelled) of(self).labelled(*labels);
}

void MotionQ15Device::forwardGoodbye(void *self) {
    if (of(self).parted) of(self).parted();
}
