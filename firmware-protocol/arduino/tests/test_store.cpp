// Networks over the line: what is installed, resumed and refused, and 1,000 histories of flash that loses its power at any byte.
// HISTORIES FIRST_SEED
#include "store_world.h"

#include <stdio.h>
#include <string.h>

static bool predicts(const Life &life, const Image &image) {
    const mq_hello hello = life.hello();
    return (hello.capabilities & MQ_PREDICTS) && (hello.capabilities & MQ_INSTALLS) && hello.network == image.network;
}

static void whatIsInstalledRunsAtOnceAndAfterBoot() {
    const Image own = makeNetwork(), other = makeNetwork();
    {
        Life life(own);
        CHECK(predicts(life, own) && !life.store.runsInstalled());
        life.samples(40);
        const uint32_t session = life.hello().session;
        CHECK(life.install(other).status == MQ_INSTALLED_OK);
        CHECK(predicts(life, other) && life.hello().session != session && life.store.runsInstalled());
        const unsigned before = life.windows;
        life.samples(40);
        CHECK(life.windows > before);
    }
    Life again(own);
    CHECK(predicts(again, other));
    again.samples(40);
    CHECK(again.windows > 0);
    CHECK(again.forget().status == MQ_INSTALLED_OK && predicts(again, own) && !again.store.runsInstalled());
    again.samples(40);
    Life last(own);
    CHECK(predicts(last, own));
}

static bool tellsImage(const Life &life, uint64_t hash) {
    const mq_hello hello = life.hello();
    return hash == 0 ? !(hello.present & MQ_HAS(MQ_HELLO_IMAGE)) : (hello.present & MQ_HAS(MQ_HELLO_IMAGE)) && hello.image == hash;
}

static void otherOptionsBeginASession() {
    const Image own = makeNetwork(), other = makeNetwork();
    Image calmer = other;
    calmer.bytes[22] = (uint8_t)(other.bytes[22] % 100 + 1);  // Smoothing: no part of what the network is.
    calmer.seal();
    CHECK(calmer.network == other.network && calmer.hash != other.hash);
    Life life(own);
    CHECK(tellsImage(life, 0));
    CHECK(life.install(other).status == MQ_INSTALLED_OK && tellsImage(life, other.hash));
    const uint32_t session = life.hello().session;
    CHECK(life.install(calmer).status == MQ_INSTALLED_OK && predicts(life, other) && tellsImage(life, calmer.hash));
    CHECK(life.hello().session != session);
    Life again(own);
    CHECK(tellsImage(again, calmer.hash));
    CHECK(again.forget().status == MQ_INSTALLED_OK && predicts(again, own) && tellsImage(again, 0));
}

static void aNetworkThatDoesNotRunIsNamedAllTheSame() {
    const Image own = makeNetwork(), other = makeNetwork();
    Life life(own);
    CHECK(life.install(other).status == MQ_INSTALLED_OK && predicts(life, other));
    life.setRate(100);
    const mq_hello hello = life.hello();
    CHECK(hello.rate == 100 && !(hello.capabilities & MQ_PREDICTS));
    CHECK((hello.present & MQ_HAS(MQ_HELLO_NETWORK)) && hello.network == other.network && tellsImage(life, other.hash));
}

// The same network again lies in the other slot; the next upload erases the first.
static void theSameAgainMoves() {
    const Image own = makeNetwork(), other = makeNetwork(), third = makeNetwork();
    Life life(own);
    CHECK(life.install(other).status == MQ_INSTALLED_OK && life.install(other).status == MQ_INSTALLED_OK);
    CHECK(life.begin(third).status == MQ_INSTALLED_OK && life.blocks(third).status == MQ_INSTALLED_OK);
    life.samples(40);
    CHECK(predicts(life, other) && life.windows > 0);
    CHECK(life.commit().status == MQ_INSTALLED_OK && predicts(life, third));
    life.samples(40);
}

static void anUploadGoesOn() {
    const Image own = makeNetwork(), other = makeNetwork();
    Life life(own);
    CHECK(life.commit().status == MQ_INSTALLED_NOT_BEGUN && life.blocks(other, 0, 1).status == MQ_INSTALLED_NOT_BEGUN);
    CHECK(life.begin(other).status == MQ_INSTALLED_OK);
    const mq_installed some = life.blocks(other, 0, 3);
    const mq_installed early = life.commit();
    CHECK(early.status == MQ_INSTALLED_OUT_OF_ORDER && early.next == some.next && some.next > 0);
    CHECK(life.blocks(other, some.next + 1, 1).status == MQ_INSTALLED_OUT_OF_ORDER);
    const mq_installed resumed = life.begin(other);
    CHECK(resumed.status == MQ_INSTALLED_OK && resumed.next == some.next);
    CHECK(life.blocks(other, resumed.next).next == other.bytes.size());
    CHECK(predicts(life, own) && life.commit().status == MQ_INSTALLED_OK && predicts(life, other));
    // Another device's reset: it has forgotten.
    Life again(own);
    CHECK(again.commit().status == MQ_INSTALLED_NOT_BEGUN && predicts(again, other));
}

// Refuses `image`, and what runs does not lose a window by it.
static void refuses(
    const Image &own, const Image &image, uint8_t status, size_t room = 65536, size_t decisions = 1024, size_t inputs = 9) {
    Life life(own, room, decisions, inputs);
    CHECK(predicts(life, own));
    const uint32_t session = life.hello().session;
    CHECK(life.install(image).status == status);
    CHECK(predicts(life, own) && life.hello().session == session && !life.store.runsInstalled());
    life.samples(40);
    CHECK(life.windows > 0);
    // Nor does one that runs from flash.
    CHECK(life.install(own).status == MQ_INSTALLED_OK && life.store.runsInstalled());
    life.samples(10);
    CHECK(life.install(image).status == status && life.store.runsInstalled());
    life.samples(40);
    Life again(own, room, decisions, inputs);
    CHECK(predicts(again, own) && again.store.runsInstalled());
    CHECK(again.forget().status == MQ_INSTALLED_OK);
}

static size_t roomOf(const Image &image) {
    alignas(64) static uint8_t bytes[65536];
    static mq_network_image read;
    static const mq_tanh_table none = mq_tanh_table();
    memcpy(bytes, image.bytes.data(), image.bytes.size());
    CHECK(mq_network_image_read(&read, bytes, image.bytes.size(), &none, nullptr) == MQ_IMAGE_OK);
    return mq_recogniser_memory(&read.network);
}

static void whatCannotRunIsRefused() {
    Image own = makeNetwork(), large = makeNetwork();
    while (roomOf(large) <= roomOf(own)) large = makeNetwork();
    refuses(own, large, MQ_INSTALLED_UNSUPPORTED, roomOf(large) - 1);
    Image few = makeNetwork(), many = makeNetwork();
    while (few.bytes[72] >= many.bytes[72]) few = makeNetwork(), many = makeNetwork();
    refuses(few, many, MQ_INSTALLED_UNSUPPORTED, 65536, 1024, many.bytes[72] - 1u);
    Image changed = makeNetwork();
    const uint32_t at = changed.bytes[88] | (uint32_t)changed.bytes[89] << 8;
    changed.bytes[at] = 0x20;  // Rotation, which this device does not measure.
    changed.seal();
    refuses(own, changed, MQ_INSTALLED_UNSUPPORTED);
    Image slow = makeNetwork();
    const float rate = 37;
    memcpy(&slow.bytes[84], &rate, 4);
    slow.seal();
    refuses(own, slow, MQ_INSTALLED_UNSUPPORTED);
    Image smooth = makeNetwork();
    smooth.bytes[22] = 200;  // Decisions that take more than their room.
    smooth.seal();
    refuses(own, smooth, MQ_INSTALLED_UNSUPPORTED, 65536, 700);
    Image broken = makeNetwork();
    broken.bytes[76] = 16;  // No format of an input.
    broken.seal();
    refuses(own, broken, MQ_INSTALLED_INVALID);
    Image damaged = makeNetwork();
    damaged.hash ^= 1;
    refuses(own, damaged, MQ_INSTALLED_DAMAGED);
    Image endless = makeNetwork();
    endless.bytes.resize(NorFlash::SLOT);
    refuses(own, endless, MQ_INSTALLED_TOO_LARGE);
}

static void itRunsAtTheRateThatANetworkWants() {
    const Image own = makeNetwork();
    Image fast = makeNetwork();
    const float rate = 99;  // Within 5 % of one that is offered.
    memcpy(&fast.bytes[84], &rate, 4);
    fast.seal();
    Life life(own);
    CHECK(life.install(fast).status == MQ_INSTALLED_OK && predicts(life, fast) && life.hello().rate == 100);
    life.samples(20);
    Life again(own);
    CHECK(predicts(again, fast) && again.hello().rate == 100);
    CHECK(again.forget().status == MQ_INSTALLED_OK && predicts(again, own) && again.hello().rate == 50);
}

static void nothingIsOnWhileFlashIsErased() {
    const Image own = makeNetwork(), other = makeNetwork();
    Life life(own);
    tellCommand(MQ_ACTUATOR_LED, MQ_PATTERN_ON);
    life.samples(2);
    CHECK(anythingOn());
    CHECK(life.begin(other).status == MQ_INSTALLED_OK && !anythingOn());
    CHECK(!nor.litMeanwhile && life.install(other).status == MQ_INSTALLED_OK);
}

static void whereThereIsNoFlashNothingIsAnnounced() {
    const Image own = makeNetwork();
    nor.there = false;
    Life life(own);
    CHECK(!(life.hello().capabilities & MQ_INSTALLS) && (life.hello().capabilities & MQ_PREDICTS) && !life.store.available());
    CHECK(life.hello().network == own.network && life.begin(own).status == MQ_INSTALLED_UNSUPPORTED);
    life.samples(30);
}

static void flashThatFailsIsTold() {
    const Image own = makeNetwork(), other = makeNetwork();
    Life life(own);
    nor.refuses = true;
    CHECK(life.begin(other).status == MQ_INSTALLED_FLASH);
    nor.refuses = false;
    CHECK(life.begin(other).status == MQ_INSTALLED_OK && life.blocks(other).status == MQ_INSTALLED_OK);
    nor.refuses = true;
    CHECK(life.commit().status == MQ_INSTALLED_FLASH && predicts(life, own));
    life.samples(30);
}

static void helloNamesTheLibrary() {
    const Image own = makeNetwork();
    Life life(own);
    const mq_hello hello = life.hello();
    CHECK((hello.present & MQ_HAS(MQ_HELLO_LIBRARY)) && hello.library_length == 15);
    CHECK(memcmp(hello.library, "MotionQ15 0.1.0", 15) == 0);
}

static uint32_t cuts, installed;

static void history(uint32_t number) {
    seed(number);
    static const size_t SECTORS[] = {256, 512, 4096}, UNITS[] = {1, 4, 16, 64, 256};
    nor.reset(SECTORS[draw(3)], UNITS[draw(5)]);
    const Image own = makeNetwork(), some[3] = {makeNetwork(), makeNetwork(), makeNetwork()};
    const Image *runs = &own;
    for (int boot = 0; boot < 4; boot++) {
        const Image *wanted = runs;
        try {
            Life life(own);
            CHECK(predicts(life, *runs));
            life.samples(12);
            for (int tries = 0; tries < 2; tries++) {
                const bool forgets = draw(6) == 0;
                wanted = forgets ? &own : &some[draw(3)];
                nor.budget = draw(3) == 0 ? -1 : (long)draw(forgets ? 3 * 4096 : 3 * (uint32_t)wanted->bytes.size());
                const mq_installed answer = forgets ? life.forget() : life.install(*wanted);
                nor.budget = -1;
                CHECK(answer.status == MQ_INSTALLED_OK && predicts(life, *wanted));
                runs = wanted;
                installed++;
                life.samples(12);
            }
        } catch (const PowerLost &) {
            cuts++;
            nor.budget = -1;
            Life life(own);
            const Image *found = named(life.hello().network);
            CHECK(found && (found->network == runs->network || found->network == wanted->network));
            if (found) runs = found;
            life.samples(12);
        }
    }
}

int main(int count, char **arguments) {
    static void (*const tests[])() = {
        whatIsInstalledRunsAtOnceAndAfterBoot,
        theSameAgainMoves,
        otherOptionsBeginASession,
        aNetworkThatDoesNotRunIsNamedAllTheSame,
        anUploadGoesOn,
        whatCannotRunIsRefused,
        itRunsAtTheRateThatANetworkWants,
        nothingIsOnWhileFlashIsErased,
        whereThereIsNoFlashNothingIsAnnounced,
        flashThatFailsIsTold,
        helloNamesTheLibrary};
    for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        const unsigned before = failures();
        seed(i + 1);
        nor.reset(4096, 4);
        tests[i]();
        if (failures() > before) fprintf(stderr, "in test %u\n", i);
    }
    const uint32_t histories = count > 1 ? (uint32_t)strtoul(arguments[1], nullptr, 10) : 1000;
    const uint32_t first = count > 2 ? (uint32_t)strtoul(arguments[2], nullptr, 10) : 1;
    for (uint32_t number = first; number < first + histories; number++) {
        const unsigned before = failures();
        history(number);
        if (failures() > before) fprintf(stderr, "in history %u\n", number);
    }
    printf("%u histories: %u installed or forgotten, %u cuts of power\n", (unsigned)histories, (unsigned)installed, (unsigned)cuts);
    return finish("networks over the line");
}
