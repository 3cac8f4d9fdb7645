// What ports of real cores answer, one by one: nothing that a port says is believed beyond what it was offered, frames stay whole,
// and what is stale does not leave. Each test has a device of its own. The argument is the name of one test, or none for all.
#include "port_world.h"

// The core of Zero, MKR and Nano 33 IoT without a host: 63 bytes of room always, and (size_t)-1 from each write.
static void aPortThatReturnsMinusOneOverwritesNothing(MotionQ15Device &device) {
    world->port.room = Room::SIXTY_THREE;
    world->port.writing = Writing::MINUS_ONE;
    run(device, 5000000);
    CHECK(world->heard.size() == 0);
}

static void whatAPortRefusedWithMinusOneLeavesWhole(MotionQ15Device &device) {
    world->port.room = Room::SIXTY_THREE;
    world->port.writing = Writing::MINUS_ONE;
    run(device, 100000);
    world->port.writing = Writing::HONEST;
    run(device, 1000000);
    CHECK(heardOf(MQ_TYPE_DATA) >= 54 && !world->damagedHostBytes && world->link.lost_samples == 0);
}

static void aPortThatTakesMoreThanItWasOfferedIsNotBelieved(MotionQ15Device &device) {
    world->port.writing = Writing::MORE_THAN_OFFERED;
    run(device, 2000000);
    CHECK(heardOf(MQ_TYPE_DATA) >= 98 && !world->damagedHostBytes && world->link.lost_samples == 0);
}

static void aPortThatTakesNothingLosesNothingButTime(MotionQ15Device &device) {
    world->port.writing = Writing::NOTHING;
    run(device, 100000);
    world->port.writing = Writing::HONEST;
    run(device, 1000000);
    CHECK(heardOf(MQ_TYPE_DATA) >= 54 && !world->damagedHostBytes && world->link.lost_samples == 0);
}

static void aPortWithNegativeRoomIsOfferedNothing(MotionQ15Device &device) {
    world->port.longestOffer = 0;
    world->port.room = Room::NEGATIVE;
    run(device, 1000000);
    CHECK(world->port.longestOffer == 0);
}

static void aPortThatHasNoByteAfterAllGivesNone(MotionQ15Device &device) {
    world->port.reads = false;
    run(device, 1000000);
    CHECK(device.core().decoder.counters.bytes == 0);
}

// Half a second of a host that does not read.
static void whatWaitedForHalfASecondDoesNotLeave(MotionQ15Device &device) {
    run(device, 1000000);
    world->port.space = 0;
    run(device, 3000000);
    const size_t from = world->heard.size();
    const uint64_t again = world->now;
    world->port.space = 64;
    run(device, 1000000);
    CHECK(heardOf(MQ_TYPE_DATA, from) > 0);
    for (size_t i = from; i < world->heard.size(); i++) CHECK(again < world->heard[i].time + 520000);
}

static void aFrameOfWhichAPartHasLeftIsFinished(MotionQ15Device &device) {
    for (int cut = 1; cut < 40; cut++) {
        run(device, 200000);
        world->port.space = cut;
        round(device);
        world->port.space = 0;
        run(device, 3000000);
        world->port.space = 64;
    }
    run(device, 1000000);
    CHECK(!world->damagedHostBytes);
}

static void whatWasDroppedAsStaleIsCountedAsDropped(MotionQ15Device &device) {
    run(device, 1000000);
    world->port.space = 0;
    run(device, 3000000);
    world->port.space = 64;
    run(device, 1000000);
    CHECK(world->link.lost_samples > 0 && world->link.lost_samples == device.core().samples_dropped);
}

// What the device announced a minute ago, and the samples since, are of no use.
static void aHostThatComesLateHearsOfNow(MotionQ15Device &device) {
    run(device, 99000);
    world->port.room = Room::SIXTY_THREE;
    world->port.writing = Writing::MINUS_ONE;
    const size_t from = world->heard.size();
    run(device, 60000000);
    const uint64_t opened = world->now;
    world->port.writing = Writing::HONEST;
    run(device, 100000);
    CHECK(heardOf(MQ_TYPE_HELLO, from) == 1 && world->heard[from].time + 600000 > opened);
}

static const Test TESTS[] = {
    TEST(aPortThatReturnsMinusOneOverwritesNothing),
    TEST(whatAPortRefusedWithMinusOneLeavesWhole),
    TEST(aPortThatTakesMoreThanItWasOfferedIsNotBelieved),
    TEST(aPortThatTakesNothingLosesNothingButTime),
    TEST(aPortWithNegativeRoomIsOfferedNothing),
    TEST(aPortThatHasNoByteAfterAllGivesNone),
    TEST(whatWaitedForHalfASecondDoesNotLeave),
    TEST(aFrameOfWhichAPartHasLeftIsFinished),
    TEST(whatWasDroppedAsStaleIsCountedAsDropped),
    TEST(aHostThatComesLateHearsOfNow),
};

int main(int count, char **arguments) {
    return runTests("ports", TESTS, sizeof TESTS / sizeof TESTS[0], count > 1 ? arguments[1] : nullptr);
}
