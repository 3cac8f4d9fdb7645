// Random calls with random arguments, on flash that sometimes refuses: the store stays within its flash and leaves the active slot.
#include <string.h>

#include "mq_network_store.h"
#include "store_tests.h"

#define SLOT 2048u

typedef struct {
    uint8_t *memory;
    size_t sector, unit;
    // What must not be touched; empty: everything may be.
    size_t kept, kept_end;
    bool is_failing;
} world;

static bool may_touch(const world *world, size_t offset, size_t count) {
    return offset + count <= 2 * SLOT && (offset + count <= world->kept || offset >= world->kept_end);
}

static bool erase(void *self, size_t offset) {
    world *world = self;
    REQUIRE(offset % world->sector == 0 && may_touch(world, offset, world->sector));
    if (world->is_failing && random_below(8) == 0) return false;
    memset(world->memory + offset, 0xFF, world->sector);
    return true;
}

static bool program(void *self, size_t offset, const uint8_t *bytes, size_t count) {
    world *world = self;
    REQUIRE(count > 0 && count <= 256 && offset % world->unit == 0 && count % world->unit == 0);
    REQUIRE(may_touch(world, offset, count));
    if (world->is_failing && random_below(16) == 0) return false;
    for (size_t index = 0; index < count; index++) {
        REQUIRE(world->memory[offset + index] == 0xFF);
        world->memory[offset + index] = bytes[index];
    }
    return true;
}

static void history(world *world) {
    static const size_t sectors[] = {256, 512, 1024, 2048}, units[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    world->sector = sectors[random_below(4)];
    world->unit = units[random_below(9)];
    world->kept = world->kept_end = 0;
    const mq_flash flash = {world->memory, SLOT, world->sector, world->unit, world, erase, program};
    mq_network_store *store = malloc(sizeof *store);
    uint8_t *image = malloc(SLOT);
    REQUIRE(store && image);
    for (uint32_t index = 0; index < SLOT; index++) image[index] = (uint8_t)random_u32();
    mq_store_open(store, &flash);
    uint32_t length = 1, next = 0;
    for (int call = 0; call < 60; call++) {
        const uint8_t *found;
        size_t bytes = 0;
        uint64_t hash;
        const uint8_t *active = mq_store_active(store, &bytes, &hash);
        if (active) REQUIRE(mq_fnv1a(MQ_FNV1A_START, active, bytes) == hash);
        world->kept = active ? (size_t)(active - world->memory) / SLOT * SLOT : 0;
        world->kept_end = active ? world->kept + SLOT : 0;
        world->is_failing = random_below(4) == 0;
        switch (random_below(16)) {
        case 0:
            length = random_below(8) ? 1 + random_below(SLOT - 256) : random_u32();
            (void)mq_store_begin(store, length, mq_fnv1a(MQ_FNV1A_START, image, length <= SLOT ? length : 0), &next);
            break;
        case 1: (void)mq_store_block(store, random_u32(), image, random_below(SLOT), &next); break;
        case 2: (void)mq_store_check(store, &found, &bytes); break;
        case 3: (void)mq_store_commit(store); break;
        case 4: (void)mq_store_reject(store); break;
        case 5:
            if (random_below(4) == 0) mq_store_abandon(store);
            break;
        case 6:
            if (random_below(4) > 0) break;
            world->kept = world->kept_end = 0;
            (void)mq_store_forget(store);
            break;
        case 7: mq_store_open(store, &flash); break;
        case 8:
            world->is_failing = false;
            length = 1 + random_below(SLOT - 256);
            REQUIRE(mq_store_begin(store, length, mq_fnv1a(MQ_FNV1A_START, image, length), &next) == MQ_INSTALL_OK);
            while (next < length) {
                const uint32_t some = 1 + random_below(400), left = length - next;
                REQUIRE(mq_store_block(store, next, image + next, some < left ? some : left, &next) == MQ_INSTALL_OK);
            }
            REQUIRE(mq_store_check(store, &found, &bytes) == MQ_INSTALL_OK && memcmp(found, image, length) == 0);
            REQUIRE(mq_store_commit(store) == MQ_INSTALL_OK && mq_store_active(store, NULL, NULL) == found);
            break;
        default:
            if (length <= SLOT && next < length) {
                const uint32_t some = 1 + random_below(400), left = length - next;
                (void)mq_store_block(store, next, image + next, some < left ? some : left, &next);
            }
        }
        REQUIRE(next <= SLOT);
    }
    free(image);
    free(store);
}

void test_store(unsigned long rounds) {
    world world;
    world.memory = malloc(2 * SLOT);
    REQUIRE(world.memory);
    for (uint32_t index = 0; index < 2 * SLOT; index++) world.memory[index] = (uint8_t)random_u32();
    for (unsigned long round = 0; round < rounds; round++) history(&world);
    free(world.memory);
    printf("store: %lu histories\n", rounds);
}
