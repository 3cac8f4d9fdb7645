// MotionQ15FlashSamd.cpp on the registers of a SAMD21: pages reach the array only through the page buffer, rows are erased by
// command. The linker is told where the sketch ends: at 0x30000, with 4,096 bytes of initial
// values (store.sh).
#include "flash_bench.h"

#include <Arduino.h>

// All of its flash, and what of it is here: address 0 is not to be had.
static const size_t BYTES = 0x40000, FIRST = 0x20000, HERE = BYTES - FIRST;
static Chip *chip;
static std::vector<uint8_t> array;  // What flash holds; the chip's memory also shows what was written to the page buffer.
static uint32_t mode, address, param = 3u << 16 | BYTES / 64;
static uint16_t status;
static bool isCleared, isLocked;
StandinNvmctrl standinNvmctrl;
void standinMode(uint32_t word) { mode = word; }
uint32_t standinMode() { return mode; }
void standinAddress(uint32_t word) { address = word; }
uint32_t standinAddress() { return address; }
void standinStatus(uint16_t word) { status &= (uint16_t)~word; }
uint16_t standinStatus() { return status; }
void standinFlag(uint8_t) {}
uint8_t standinFlag() { return NVMCTRL_INTFLAG_READY; }
void standinParam(uint32_t) {}
uint32_t standinParam() { return param; }
uint16_t standinNoCommand() { return 0; }

static void writePage() {
    CHECK((mode & NVMCTRL_CTRLB_MANW) && isCleared);
    isCleared = false;
    size_t page = HERE;
    for (size_t at = 0; at < HERE; at += 64) {
        if (memcmp(chip->memory + at, &array[at], 64) == 0) continue;
        CHECK(page == HERE);
        page = at;
    }
    if (page == HERE) return;
    const std::vector<uint8_t> buffer(chip->memory + page, chip->memory + page + 64);
    memcpy(chip->memory + page, &array[page], 64);
    chip->program(page, buffer.data(), 64);
    memcpy(&array[page], chip->memory + page, 64);
}

void standinCommand(uint16_t word) {
    CHECK((word & 0xFF00) == NVMCTRL_CTRLA_CMDEX_KEY);
    if (isLocked) {
        status |= NVMCTRL_STATUS_LOCKE;
        return;
    }
    switch (word & 0x7F) {
    case NVMCTRL_CTRLA_CMD_ER:
        chip->erase(2 * address - chip->start, 256);
        memset(&array[2 * address - chip->start], 0xFF, 256);
        break;
    case NVMCTRL_CTRLA_CMD_PBC: isCleared = true; break;
    case NVMCTRL_CTRLA_CMD_WP: writePage(); break;
    case NVMCTRL_CTRLA_CMD_INVALL: break;
    default: CHECK(!"a command that nobody may give");
    }
}

int main() {
    Chip whole(FIRST, HERE, 256, 64), rows(0x00804000, 4096, 256, 64);
    chip = &whole;
    uint32_t *const userRow = (uint32_t *)(void *)rows.memory;
    *userRow = 0xFFFFFFFF;
    array.assign(whole.memory, whole.memory + HERE);
    driveStore(whole, 32768, 32000);
    CHECK(!opens(32769) && !opens(0) && opens(32767));
    *userRow = 0xFFFFFFFF & ~(1u << 4);  // The end is set aside as an EEPROM.
    CHECK(!opens(32768));
    *userRow = 0xFFFFFFFF;
    param = 4u << 16 | BYTES / 128;  // Another chip's pages.
    CHECK(!opens(32768));
    param = 3u << 16 | BYTES / 64;
    mq_flash flash;
    CHECK(motionq15OpenFlash(32768, &flash));
    isLocked = true;
    CHECK(!flash.erase(flash.self, 0));
    const uint8_t bytes[64] = {};
    CHECK(!flash.program(flash.self, 0, bytes, 64));
    return finish("a SAMD21");
}
