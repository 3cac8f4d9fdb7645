// Flash for two networks, and for two records of what was taught. The emulated board has memory there that behaves like RAM, and
// keeps it over a reset: it is used by the rules of flash all the same, where programming only clears bits.
#include "board.h"

enum { SECTOR = 4096 };

extern uint8_t link_slots[];

mq_network_store board_store;
mq_network_image board_image;
__attribute__((section(".kept"))) board_kept board_kept_rate;

static bool erase(void *self, size_t offset) {
    uint8_t *slots = self;
    for (size_t i = 0; i < SECTOR; i++) slots[offset + i] = 0xFF;
    return true;
}

static bool program(void *self, size_t offset, const uint8_t *bytes, size_t count) {
    uint8_t *slots = self;
    for (size_t i = 0; i < count; i++) slots[offset + i] &= bytes[i];
    return true;
}

const mq_flash board_flash = {
    .memory = link_slots,
    .slot_bytes = BOARD_SLOT_BYTES,
    .sector_bytes = SECTOR,
    .unit_bytes = 8,
    .self = link_slots,
    .erase = erase,
    .program = program};

// Behind the networks.
enum { TEACHING = 2 * BOARD_SLOT_BYTES };
const mq_flash board_teaching_flash = {
    .memory = link_slots + TEACHING,
    .slot_bytes = 4 * SECTOR,
    .sector_bytes = SECTOR,
    .unit_bytes = 8,
    .self = link_slots + TEACHING,
    .erase = erase,
    .program = program};
