// Flash for two networks. The emulated board has memory there that behaves like RAM, and keeps it over a reset: it is used by the
// rules of flash all the same, where programming only clears bits.
#include "board.h"

enum { SECTOR = 4096 };

extern uint8_t link_slots[];

mq_network_store board_store;
mq_network_image board_image;
__attribute__((section(".kept"))) board_kept board_kept_rate;

static bool erase(void *self, size_t offset) {
    (void)self;
    for (size_t i = 0; i < SECTOR; i++) link_slots[offset + i] = 0xFF;
    return true;
}

static bool program(void *self, size_t offset, const uint8_t *bytes, size_t count) {
    (void)self;
    for (size_t i = 0; i < count; i++) link_slots[offset + i] &= bytes[i];
    return true;
}

const mq_flash board_flash = {
    .memory = link_slots,
    .slot_bytes = BOARD_SLOT_BYTES,
    .sector_bytes = SECTOR,
    .unit_bytes = 8,
    .erase = erase,
    .program = program};
