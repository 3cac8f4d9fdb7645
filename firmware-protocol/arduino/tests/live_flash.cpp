// Flash of a board on the host that stays on: as long as its program runs. In place of MotionQ15FlashNone.cpp.
#include <string.h>

#include "MotionQ15Flash.h"

static const size_t SLOT = 65536, SECTOR = 4096, UNIT = 4;
alignas(64) static uint8_t memory[2 * SLOT];

static bool erase(void *, size_t offset) {
    memset(memory + offset, 0xFF, SECTOR);
    return true;
}

// Bits that are 0 stay so until they are erased.
static bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) memory[offset + i] &= bytes[i];
    return true;
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    if (slotBytes > SLOT) return false;
    *flash = {memory, SLOT, SECTOR, UNIT, nullptr, erase, program};
    return true;
}
