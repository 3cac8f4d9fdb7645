// Random histories of a device, its port and its host: nothing is overwritten (the sanitizers look), actuators are off 2.1 s after
// the last valid frame, frames stay whole, losses are counted, and when all is well again the device obeys. HISTORIES FIRST_SEED
#include "port_world.h"

#include <stdio.h>

static const uint64_t FAILSAFE = 2100000;  // Microseconds after the last valid frame.

static uint32_t state;
static uint32_t draw(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}
// Short more often than long.
static uint64_t lasting(uint32_t longest) { return draw(longest >> draw(6)) + 1; }

// A sensor for a device that dozes: it moves, is lost, or signals without a reason, now and then.
class Whimsical : public MotionQ15WakeSensor {
public:
    bool watchMotion() override { return draw(10) != 0; }
    bool stream() override { return draw(10) != 0; }
    Motion motion() override { return draw(20) != 0 ? STILL : draw(2) == 0 ? MOVED : LOST; }
    bool wired() const override { return isWired; }
    bool signalled() const override { return draw(100) == 0; }
    bool isWired = draw(2) == 0;
};

static uint32_t dozes;  // In all histories.

// It never sleeps on while a command of the host is on.
static void roundAwakeForWhatIsOn(MotionQ15Device &device) {
    round(device);
    if (!world->doze || !world->doze->dozing()) return;
    CHECK(!anythingOn());
    for (const auto &units : device.core().actuators) {
        for (const mq_actuator_state &unit : units) CHECK(!unit.on);
    }
}

static void misbehave(Port &port, bool *lied) {
    static const Room ROOMS[] = {Room::HONEST, Room::HONEST, Room::NONE, Room::NEGATIVE, Room::SIXTY_THREE, Room::ENDLESS};
    static const Writing WRITINGS[] = {
        Writing::HONEST, Writing::HONEST, Writing::NOTHING, Writing::MINUS_ONE, Writing::MORE_THAN_OFFERED, Writing::BLOCKING};
    static const size_t CLAIMS[] = {0, 1, 64, 65, 512, 513, 0x7FFFFFFF, (size_t)-1, (size_t)-2, SIZE_MAX / 2, SIZE_MAX / 2 + 1};
    port.room = ROOMS[draw(6)];
    port.writing = WRITINGS[draw(6)];
    port.space = (int)draw(130);
    port.reads = draw(8) != 0;
    if (draw(12) == 0) {
        *lied = true;
        port.writing = Writing::LYING;
        port.claim = CLAIMS[draw(sizeof CLAIMS / sizeof CLAIMS[0])];
    }
    if (port.writing != Writing::BLOCKING) return;
    // One in four never returns, as far as anybody waits.
    port.blockedUntil = world->now + (draw(4) == 0 ? 3600000000u : lasting(4000000));
    world->limit = world->now + 4500000;
}

static void hostActs() {
    switch (draw(8)) {
    case 0: tellHello(draw(3)); break;
    case 1:
    case 2: tellHeartbeat(); break;
    case 3: tell(MQ_TYPE_GOODBYE, nullptr, 0); break;
    case 4: {
        std::vector<uint8_t> &input = world->port.input;
        if (!input.empty()) input[draw((uint32_t)input.size())] ^= (uint8_t)(1u << draw(8));
        break;
    }
    case 5:
        for (unsigned i = draw(40); i > 0; i--) world->port.input.push_back((uint8_t)draw(256));
        break;
    default: {
        const uint16_t duration = draw(2) == 0 ? 0 : (uint16_t)draw(4000);
        tellCommand((uint8_t)(MQ_ACTUATOR_LED + draw(5)), (uint8_t)draw(3), duration);
        break;
    }
    }
}

static void live(MotionQ15Device &device, bool *lied) {
    for (unsigned chapters = 2 + draw(6); chapters > 0; chapters--) {
        misbehave(world->port, lied);
        const uint32_t hostEvery = draw(3) == 0 ? 5000000 : 1000 + draw(400000);
        const uint64_t end = world->now + lasting(4000000);
        for (uint64_t hostAt = world->now; world->now < end;) {
            if (world->now >= hostAt) {
                hostActs();
                hostAt = world->now + draw(hostEvery) + 1;
            }
            roundAwakeForWhatIsOn(device);
            if (draw(200) == 0) device.log(MotionQ15Device::DEBUG_LEVEL, "a line of text");
            // Now and then the sketch has something else to do.
            pass(draw(300) == 0 ? lasting(4000000) : draw(10000) + 1);
        }
    }
}

static void keep(MotionQ15Device &device, uint64_t microseconds, bool lit) {
    for (const uint64_t end = world->now + microseconds; world->now < end;) {
        tellHeartbeat();
        for (unsigned i = 0; i < 50; i++) {
            round(device);
            pass(4000);
        }
        if (lit) CHECK(world->pins[LED_PIN]);
    }
}

// The port is as it should be: all that a host may expect again.
static void recover(MotionQ15Device &device, bool lied) {
    world->port.input.clear();
    world->port.input.push_back(0);
    world->port.room = Room::HONEST;
    world->port.writing = Writing::HONEST;
    world->port.space = 64;
    world->port.reads = true;
    const size_t from = world->heard.size();
    keep(device, 200000, false);
    tellHello(99);
    keep(device, 200000, false);
    tellCommand(MQ_ACTUATOR_LED, MQ_PATTERN_ON);
    keep(device, 1500000, true);
    CHECK(heardOf(MQ_TYPE_HELLO, from) >= 1 && heardOf(MQ_TYPE_HEARTBEAT, from) >= 1 && heardOf(MQ_TYPE_DATA, from) >= 80);
    run(device, 2200000);
    CHECK(!anythingOn());
    if (lied) return;
    // What it was still dozing through is seen with the next sample.
    keep(device, 200000, false);
    CHECK(!world->damagedHostBytes);
    CHECK(world->link.lost_samples == device.core().samples_dropped);
}

static uint64_t longest;  // That an actuator was on after the last valid frame, in microseconds.

static bool history(uint32_t seed) {
    state = seed * 2654435761u + 1;
    PortWorld fresh;
    MotionQ15Device device(fresh.port);
    begin(fresh, device);
    // Every other device dozes, as soon as it may: the rest is that of a host that was silent for less than the failsafe, or more.
    Whimsical sensor;
    MotionQ15Doze doze(device, sensor);
    doze.begin(1, (uint16_t)(1 + draw(3)));
    if (seed % 2 == 0) fresh.doze = &doze;
    const unsigned before = failures();
    bool lied = false, returned = true;
    run(device, 50000);
    try {
        live(device, &lied);
        recover(device, lied);
    } catch (const NeverReturned &) {
        returned = false;
        CHECK(!anythingOn());
    }
    dozes += doze.count();
    CHECK(world->longestOn <= FAILSAFE);
    if (world->longestOn > longest) longest = world->longestOn;
    if (failures() > before) fprintf(stderr, "in history %u\n", seed);
    return returned;
}

int main(int count, char **arguments) {
    const uint32_t histories = count > 1 ? (uint32_t)strtoul(arguments[1], nullptr, 10) : 1000;
    const uint32_t first = count > 2 ? (uint32_t)strtoul(arguments[2], nullptr, 10) : 1;
    uint32_t blocked = 0;
    for (uint32_t seed = first; seed < first + histories; seed++) blocked += !history(seed);
    printf(
        "%u histories, %u of which ended in a write that blocked for ever, with %u dozes; an actuator was on for at most %.3f s "
        "after the last valid frame\n",
        (unsigned)histories, (unsigned)blocked, (unsigned)dozes, (double)longest * 1e-6);
    return finish("histories");
}
