#include "board.h"

#include <stdio.h>

#include "MotionQ15Guard.h"

Board board;
HardwareSerial Serial;
TwoWire Wire, Wire1;
static NRF_FICR_Type ficr = {{0x12345678, 0x9ABCDEF0}};
NRF_FICR_Type *NRF_FICR = &ficr;

// Time and pins. micros() moves a little with each call, as everything takes time.
uint32_t micros() {
    if (board.passed) board.passed();
    return board.now++;
}
static uint64_t elapsed;  // Milliseconds do not wrap with the microseconds.
uint32_t millis() { return (uint32_t)(elapsed / 1000); }
void pinMode(int, int) {}
void digitalWrite(int pin, int value) { board.pins[pin] = value; }
// Nothing pulls a pin down that was never given.
int digitalRead(int pin) { return board.pins[pin] == LOW ? LOW : HIGH; }
void analogWrite(int pin, int value) { board.pins[pin] = value; }
int analogRead(int pin) { return pin == board.unplugged ? 0 : board.analog[pin] > 0 ? board.analog[pin] : 500 + pin; }
void attachInterrupt(int, void (*handler)(void), int) { board.interrupt = handler; }
// FreeRTOS wakes a task at the end of a tick, of which the first one has begun already. Interrupts come meanwhile.
extern "C" void vTaskDelay(uint32_t ticks) {
    const uint32_t until = (board.now / 1000 + ticks) * 1000, begun = board.now;
    while ((int32_t)(until - board.now) > 0) {
        board.now += until - board.now < 50 ? until - board.now : 50;
        if (board.passed) board.passed();
    }
    board.slept += board.now - begun;
}
void tone(uint8_t pin, unsigned frequency, unsigned long) { board.pins[pin] = (int)frequency; }
void noTone(uint8_t pin) { board.pins[pin] = 0; }

// The serial line: the host decodes at once what the sketch writes.
void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(uint8_t byte) {
    if (board.room == 0) board.longWrites++;
    const mq_outcome outcome = mq_decoder_push(&board.decoder, byte);
    if (outcome == MQ_OUTCOME_NONE) return 1;
    CHECK(outcome == MQ_OUTCOME_FRAME);
    const mq_frame &frame = board.decoder.frame;
    mq_link_step(&board.link, &frame, nullptr);
    board.sent.push_back({frame, std::vector<uint8_t>(frame.payload, frame.payload + frame.length)});
    return 1;
}
size_t HardwareSerial::write(const uint8_t *bytes, size_t length) {
    if (length > (size_t)board.room) board.longWrites++;
    for (size_t i = 0; i < length; i++) {
        const int room = board.room;
        board.room = 1;
        write(bytes[i]);
        board.room = room;
    }
    return length;
}
int HardwareSerial::availableForWrite() { return board.room; }
int HardwareSerial::available() { return (int)board.toDevice.size(); }
int HardwareSerial::read() {
    if (board.toDevice.empty()) return -1;
    const uint8_t byte = board.toDevice.front();
    board.toDevice.erase(board.toDevice.begin());
    return byte;
}

// The bus: the first byte written is a register's number, which moves on with each byte written or read.
static uint8_t asked, at;
static bool numbered;
static unsigned toRead;
static bool there(const TwoWire *bus) { return board.answers && bus == board.bus && asked == board.address; }
void TwoWire::begin() {}
void TwoWire::setClock(uint32_t) {}
void TwoWire::beginTransmission(uint8_t address) {
    asked = address;
    numbered = false;
}
size_t TwoWire::write(uint8_t byte) {
    if (!numbered) {
        at = byte;
    } else if (there(this)) {
        board.registers[at++] = byte;
    }
    numbered = true;
    return 1;
}
size_t TwoWire::write(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) write(bytes[i]);
    return length;
}
uint8_t TwoWire::endTransmission(bool) {
    board.now += 300;
    board.transfers++;
    return there(this) ? 0 : 2;
}
uint8_t TwoWire::requestFrom(uint8_t address, uint8_t length) {
    asked = address;
    toRead = there(this) ? length : 0;
    if (toRead > 0 && board.sensor) board.sensor(at);
    return (uint8_t)toRead;
}
int TwoWire::available() { return (int)toRead; }
int TwoWire::read() {
    if (toRead == 0) return -1;
    toRead--;
    return board.registers[at++];
}

void run(uint32_t microseconds) {
    const uint32_t begun = board.now;
    while (board.now - begun < microseconds) {
        const uint32_t before = board.now;
        motionq15GuardTick();
        loop();
        board.now += 100;
        elapsed += board.now - before;
    }
}

void tell(uint8_t type, uint8_t flags, const uint8_t *payload, size_t length, uint8_t major) {
    mq_frame frame = mq_frame();
    frame.major = major;
    frame.flags = flags;
    frame.type = type;
    frame.payload = payload;
    frame.length = length;
    uint8_t wire[MQ_WIRE_MAX];
    const size_t wired = mq_frame_encode(&frame, wire);
    board.toDevice.insert(board.toDevice.end(), wire, wire + wired);
}

void tellHello(uint32_t session) {
    mq_hello hello = mq_hello();
    hello.role = MQ_ROLE_HOST;
    hello.session = session;
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t length = mq_hello_encode(&hello, payload);
    tell(MQ_TYPE_HELLO, 0, payload, length);
}

std::vector<SentFrame> sentOf(uint8_t type, size_t from) {
    std::vector<SentFrame> found;
    for (size_t i = from; i < board.sent.size(); i++) {
        if (board.sent[i].header.type == type) found.push_back(board.sent[i]);
    }
    return found;
}

mq_heartbeat lastHeartbeat() {
    const std::vector<SentFrame> all = sentOf(MQ_TYPE_HEARTBEAT);
    mq_heartbeat heartbeat = mq_heartbeat();
    CHECK(!all.empty() && mq_heartbeat_decode(all.back().payload.data(), all.back().payload.size(), &heartbeat));
    return heartbeat;
}

mq_hello lastHello() {
    const std::vector<SentFrame> all = sentOf(MQ_TYPE_HELLO);
    mq_hello hello = mq_hello();
    CHECK(!all.empty() && mq_hello_decode(all.back().payload.data(), all.back().payload.size(), &hello));
    return hello;
}

mq_ack onlyAck(size_t from) {
    const std::vector<SentFrame> all = sentOf(MQ_TYPE_ACK, from);
    mq_ack ack = mq_ack();
    CHECK(all.size() == 1 && mq_ack_decode(all[0].payload.data(), all[0].payload.size(), &ack));
    return ack;
}

static unsigned made, failed;

void check(bool holds, const char *expectation, int line) {
    made++;
    if (holds) return;
    failed++;
    fprintf(stderr, "line %d: not so: %s\n", line, expectation);
}

int finish(const char *subject) {
    printf("%s: %u checks, %u failed\n", subject, made, failed);
    return failed == 0 ? 0 : 1;
}
