// What the tests of the flash back ends share: memory at a chip's own addresses, whose rules are looked after, and a store that is
// driven through it.
#ifndef FLASH_BENCH_H
#define FLASH_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <vector>

#include "MotionQ15Flash.h"
#include "mq_network_image.h"

static unsigned made, failed;
static void check(bool holds, const char *expectation, int line) {
    made++;
    if (holds) return;
    failed++;
    if (failed < 20) fprintf(stderr, "line %d: not so: %s\n", line, expectation);
}
#define CHECK(condition) check((condition), #condition, __LINE__)

struct Chip {
    uint8_t *memory;
    uintptr_t start;
    size_t bytes, sector, unit;
    std::vector<bool> blank;
    uintptr_t least = UINTPTR_MAX, most = 0;  // What was touched.

    // `at`: where the chip has it; 0: anywhere.
    Chip(uintptr_t at, size_t bytes, size_t sector, size_t unit) : bytes(bytes), sector(sector), unit(unit), blank(bytes) {
        void *const wanted = (void *)at;
        void *const got =
            mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
        if (got == MAP_FAILED || (at && got != wanted)) {
            fprintf(stderr, "no memory at %p\n", wanted);
            exit(1);
        }
        memory = (uint8_t *)got;
        start = (uintptr_t)got;
        memset(memory, 0xA5, bytes);
    }
    void touch(size_t offset, size_t count) {
        CHECK(offset + count <= bytes);
        if (start + offset < least) least = start + offset;
        if (start + offset + count > most) most = start + offset + count;
    }
    void erase(size_t offset, size_t count) {
        touch(offset, count);
        CHECK(offset % sector == 0 && count == sector);
        memset(memory + offset, 0xFF, count);
        for (size_t i = 0; i < count; i++) blank[offset + i] = true;
    }
    void program(size_t offset, const uint8_t *from, size_t count) {
        touch(offset, count);
        CHECK(count > 0 && offset % unit == 0 && count % unit == 0);
        for (size_t i = 0; i < count; i++) {
            CHECK(blank[offset + i]);
            blank[offset + i] = false;
            memory[offset + i] &= from[i];
        }
    }
};

// Two images of so many bytes through a store on this flash; both are found again. What is touched stays within the slots.
static void driveStore(Chip &chip, size_t slotBytes, size_t length) {
    mq_flash flash;
    CHECK(motionq15OpenFlash(slotBytes, &flash));
    CHECK(flash.slot_bytes >= slotBytes && (uintptr_t)flash.memory % 4 == 0);
    static mq_network_store store;
    for (unsigned round = 0; round < 3; round++) {
        std::vector<uint8_t> image(length + round);
        for (size_t i = 0; i < image.size(); i++) image[i] = (uint8_t)(i * 31 + (i >> 8) + round);
        mq_store_open(&store, &flash);
        uint32_t next;
        const uint64_t hash = mq_fnv1a(MQ_FNV1A_START, image.data(), image.size());
        CHECK(mq_store_begin(&store, (uint32_t)image.size(), hash, &next) == MQ_INSTALL_OK);
        while (next < image.size()) {
            const size_t left = image.size() - next, some = left < 231 ? left : 231;
            if (mq_store_block(&store, next, image.data() + next, some, &next) != MQ_INSTALL_OK) break;
        }
        const uint8_t *found;
        size_t bytes;
        CHECK(mq_store_check(&store, &found, &bytes) == MQ_INSTALL_OK && mq_store_commit(&store) == MQ_INSTALL_OK);
        mq_store_open(&store, &flash);
        uint64_t active = 0;
        CHECK(mq_store_active(&store, &bytes, &active) && active == hash);
    }
    CHECK(chip.least >= (uintptr_t)flash.memory && chip.most <= (uintptr_t)flash.memory + 2 * flash.slot_bytes);
    CHECK(mq_store_forget(&store) == MQ_INSTALL_OK);
    // No byte of the chip outside was changed.
    for (size_t i = 0; i < chip.bytes; i++) {
        const uintptr_t at = chip.start + i;
        if (at < (uintptr_t)flash.memory || at >= (uintptr_t)flash.memory + 2 * flash.slot_bytes) {
            if (chip.memory[i] != 0xA5) CHECK(!"a byte outside of the slots was changed");
        }
    }
}

static bool opens(size_t slotBytes) {
    mq_flash flash;
    return motionq15OpenFlash(slotBytes, &flash);
}

static int finish(const char *subject) {
    printf("flash on %s: %u checks, %u failed\n", subject, made, failed);
    return failed == 0 ? 0 : 1;
}

#endif
