// A device on a port that misbehaves: a clock moved by hand that interrupts as a timer would, four actuators on pins, and a host
// at the far end of the port. The histories and the tests of ports stand on it; a sketch's tests have board.h.
#ifndef PORT_WORLD_H
#define PORT_WORLD_H

#include <MotionQ15.h>

#include <vector>

// How a port answers. What it says and what it does are apart: some cores claim room that is not there, or count what was lost.
enum class Room { HONEST, NONE, NEGATIVE, SIXTY_THREE, ENDLESS };
enum class Writing { HONEST, NOTHING, MINUS_ONE, MORE_THAN_OFFERED, BLOCKING, LYING };

// Thrown out of a write that blocks for longer than the test waits: the loop never came back.
struct NeverReturned {};

class Port : public Stream {
public:
    Room room = Room::HONEST;
    Writing writing = Writing::HONEST;
    bool reads = true;           // available() and read() agree; else read() has nothing though available() says so.
    int space = 64;              // Bytes that the host takes at once.
    uint64_t blockedUntil = 0;   // Of a blocking write, in microseconds.
    size_t claim = 0;            // What a lying write returns, whatever it took.
    std::vector<uint8_t> input;  // Bytes the device has not read.
    size_t longestOffer = 0;

    int availableForWrite() override;
    size_t write(uint8_t byte) override { return write(&byte, 1); }
    size_t write(const uint8_t *bytes, size_t length) override;
    int available() override;
    int read() override;

private:
    void deliver(const uint8_t *bytes, size_t length);
};

struct HeardFrame {
    uint8_t type, count;
    uint16_t index;
    uint32_t time;
    uint64_t at;  // When its last byte left.
    std::vector<uint8_t> payload;
};

struct PortWorld {
    uint64_t now = 0;            // Microseconds.
    uint64_t limit = 0;          // Where a blocking write is given up: NeverReturned.
    bool interrupts = true;      // The timer interrupt is on.
    uint32_t tickEvery = 10000;  // Of that interrupt, microseconds.
    bool pins[64] = {};          // On or off.
    unsigned pinsOn = 0;
    bool damagedHostBytes = false;
    uint64_t validAt = 0;    // When the device read the end of the last valid frame.
    uint64_t longestOn = 0;  // How long something was on after that, at worst.
    mq_decoder decoder;      // The host's.
    mq_link link;
    mq_decoder echo;  // Of what the device reads.
    std::vector<HeardFrame> heard;
    Port port;
    MotionQ15Doze *doze = nullptr;  // Of a sketch that dozes.
};
extern PortWorld *world;

enum { LED_PIN = 13, RED_PIN = 22, GREEN_PIN = 23, BLUE_PIN = 24, BUZZER_PIN = 5, VIBRATION_PIN = 6 };

// Lets time pass; the interrupt comes every `tickEvery` microseconds, wherever the program is.
void pass(uint64_t microseconds);
bool anythingOn();
// A new world with a device of all four actuators and three channels at 100 Hz, which has booted.
void begin(PortWorld &fresh, MotionQ15Device &device);
// One round of a sketch's loop: poll, and the sample that is due; or it dozes, or sleeps until then.
void round(MotionQ15Device &device);
// Rounds of 1 ms.
void run(MotionQ15Device &device, uint64_t microseconds);
// Puts a frame of the host on the line.
void tell(uint8_t type, const uint8_t *payload, size_t length);
void tellHello(uint32_t session);
void tellHeartbeat();
// A command issued now; on without end unless `duration` in ms says otherwise.
void tellCommand(uint8_t actuator, uint8_t pattern, uint16_t duration = 0);
// Frames of a type that the host heard since the `from`-th.
size_t heardOf(uint8_t type, size_t from = 0);

void check(bool holds, const char *expectation, int line);
#define CHECK(condition) check((condition), #condition, __LINE__)
unsigned failures();
int finish(const char *subject);

struct Test {
    const char *name;
    void (*run)(MotionQ15Device &device);
};
#define TEST(name) \
    { #name, name }
// Runs each test with a world and a device of its own, or only the one that is named. Returns the exit status.
int runTests(const char *subject, const Test *tests, size_t count, const char *name);

#endif
