#include "port_world.h"

#include <stdio.h>

HardwareSerial Serial;  // Named by the library's stand-in; no test writes to it.
void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(uint8_t) { return 1; }
size_t HardwareSerial::write(const uint8_t *, size_t length) { return length; }
int HardwareSerial::availableForWrite() { return 0; }
int HardwareSerial::available() { return 0; }
int HardwareSerial::read() { return -1; }

PortWorld *world;

// Interrupts do not nest, and the program stands still meanwhile.
static bool interrupted;
static void interruptAt(uint64_t before) {
    if (!world->interrupts || interrupted || before % world->tickEvery + (world->now - before) < world->tickEvery) return;
    interrupted = true;
    motionq15GuardTick();
    interrupted = false;
}

bool anythingOn() { return world->pinsOn > 0; }

void pass(uint64_t microseconds) {
    if (interrupted) return;
    for (uint64_t left = microseconds; left > 0;) {
        const uint64_t step = left < world->tickEvery ? left : world->tickEvery;
        const uint64_t before = world->now;
        world->now += step;
        left -= step;
        interruptAt(before);
        const uint64_t since = world->now - world->validAt;
        if (anythingOn() && since > world->longestOn) world->longestOn = since;
    }
}

// Each of these takes a little time, in which an interrupt may come.
uint32_t micros() {
    pass(1);
    return (uint32_t)world->now;
}
uint32_t millis() {
    pass(1);
    return (uint32_t)(world->now / 1000);
}
static void show(int pin, bool on) {
    pass(5);
    world->pinsOn += (unsigned)on - (unsigned)world->pins[pin];
    world->pins[pin] = on;
    pass(5);
}
static bool activeLow(int pin) { return pin >= RED_PIN && pin <= BLUE_PIN; }
void pinMode(int pin, int mode) {
    if (mode == INPUT) show(pin, false);
}
void digitalWrite(int pin, int value) { show(pin, (value != 0) != activeLow(pin)); }
void analogWrite(int pin, int value) { show(pin, activeLow(pin) ? value != 255 : value != 0); }
int analogRead(int) { return 517; }
void tone(uint8_t pin, unsigned, unsigned long) { show(pin, true); }
void noTone(uint8_t pin) { show(pin, false); }
void attachInterrupt(int, void (*)(void), int) {}
// A task sleeps until the end of a tick, of which the first one has begun already.
extern "C" void vTaskDelay(uint32_t ticks) { pass((world->now / 1000 + ticks) * 1000 - world->now); }

int Port::availableForWrite() {
    switch (room) {
    case Room::HONEST: return space;
    case Room::NONE: return 0;
    case Room::NEGATIVE: return -1;
    case Room::SIXTY_THREE: return 63;
    case Room::ENDLESS: return 0x7FFFFFFF;
    }
    return 0;
}

size_t Port::write(const uint8_t *bytes, size_t length) {
    if (length > longestOffer) longestOffer = length;
    pass(20);
    switch (writing) {
    case Writing::HONEST: {
        const size_t taken = length < (size_t)space ? length : (size_t)space;
        deliver(bytes, taken);
        return taken;
    }
    case Writing::NOTHING: return 0;
    case Writing::MINUS_ONE: return (size_t)-1;
    case Writing::MORE_THAN_OFFERED: deliver(bytes, length); return length + 7;
    case Writing::LYING: deliver(bytes, length / 2); return claim;
    case Writing::BLOCKING:
        while (world->now < blockedUntil) {
            if (world->now >= world->limit) throw NeverReturned();
            pass(1000);
        }
        deliver(bytes, length);
        return length;
    }
    return 0;
}

int Port::available() { return (int)input.size() + (reads ? 0 : 1); }

int Port::read() {
    if (input.empty() || !reads) return -1;
    const uint8_t byte = input.front();
    memmove(input.data(), input.data() + 1, input.size() - 1);
    input.pop_back();
    if (mq_decoder_push(&world->echo, byte) == MQ_OUTCOME_FRAME) world->validAt = world->now;
    return byte;
}

// The host decodes at once what the port takes.
void Port::deliver(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const mq_outcome outcome = mq_decoder_push(&world->decoder, bytes[i]);
        if (outcome == MQ_OUTCOME_NONE) continue;
        if (outcome != MQ_OUTCOME_FRAME) {
            world->damagedHostBytes = true;
            continue;
        }
        const mq_frame &frame = world->decoder.frame;
        mq_link_step(&world->link, &frame, nullptr);
        const std::vector<uint8_t> payload(frame.payload, frame.payload + frame.length);
        world->heard.push_back({frame.type, frame.count, frame.index, frame.time, world->now, payload});
    }
}

void begin(PortWorld &fresh, MotionQ15Device &device) {
    world = &fresh;
    world->interrupts = false;  // Until a device is there for it.
    mq_decoder_reset(&world->decoder, 0);
    mq_decoder_reset(&world->echo, 0);
    mq_link_reset(&world->link);
    device.attachLed(LED_PIN);
    device.attachRgb(RED_PIN, GREEN_PIN, BLUE_PIN, true);
    device.attachBuzzer(BUZZER_PIN);
    device.attachVibration(VIBRATION_PIN);
    MotionQ15Description description("port", 100);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4);
    CHECK(device.begin(description));
    world->interrupts = true;
}

void round(MotionQ15Device &device) {
    device.poll();
    MotionQ15Doze *const doze = world->doze;
    if (doze && (doze->poll() || doze->pause(0))) return;
    if (!device.sampleDue()) return;
    const int16_t counts[3] = {1, 2, 3};
    device.push(counts);
    if (doze) doze->measured(counts);
}

void run(MotionQ15Device &device, uint64_t microseconds) {
    for (const uint64_t end = world->now + microseconds; world->now < end;) {
        round(device);
        pass(1000);
    }
}

void tell(uint8_t type, const uint8_t *payload, size_t length) {
    mq_frame frame = mq_frame();
    frame.major = MQ_MAJOR_VERSION;
    frame.type = type;
    frame.payload = payload;
    frame.length = length;
    uint8_t wire[MQ_WIRE_MAX];
    const size_t wired = mq_frame_encode(&frame, wire);
    world->port.input.insert(world->port.input.end(), wire, wire + wired);
}

void tellHello(uint32_t session) {
    mq_hello hello = mq_hello();
    hello.role = MQ_ROLE_HOST;
    hello.session = session;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_HELLO, payload, mq_hello_encode(&hello, payload));
}

void tellHeartbeat() {
    const uint8_t payload[32] = {0};
    tell(MQ_TYPE_HEARTBEAT, payload, sizeof payload);
}

void tellCommand(uint8_t actuator, uint8_t pattern, uint16_t duration) {
    static uint16_t sequence;
    mq_feedback feedback = mq_feedback();
    feedback.sequence = ++sequence;
    feedback.issued = (uint32_t)world->now;
    feedback.time_to_live = 10000;
    feedback.actuator = actuator;
    feedback.pattern = pattern;
    feedback.level = 200;
    feedback.red = feedback.green = 255;
    feedback.duration = duration;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_FEEDBACK, payload, mq_feedback_encode(&feedback, payload));
}

size_t heardOf(uint8_t type, size_t from) {
    size_t count = 0;
    for (size_t i = from; i < world->heard.size(); i++) count += world->heard[i].type == type;
    return count;
}

static unsigned made, failed;
unsigned failures() { return failed; }
void check(bool holds, const char *expectation, int line) {
    made++;
    if (holds) return;
    failed++;
    if (failed <= 20) fprintf(stderr, "line %d: not so: %s\n", line, expectation);
}
int finish(const char *subject) {
    printf("%s: %u checks, %u failed\n", subject, made, failed);
    return failed == 0 ? 0 : 1;
}

int runTests(const char *subject, const Test *tests, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (name && strcmp(name, tests[i].name) != 0) continue;
        PortWorld fresh;
        MotionQ15Device device(fresh.port);
        begin(fresh, device);
        const unsigned before = failed;
        tests[i].run(device);
        if (failed > before) fprintf(stderr, "in %s\n", tests[i].name);
    }
    return finish(subject);
}
