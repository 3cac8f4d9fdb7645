// MotionQ15FlashMbed.cpp on a FlashIAP that looks after its rules: an nRF52840's and an RP2040's flash. With an argument, only what
// __flash_binary_end says of the sketch's end (store.sh).
#include "flash_bench.h"

#include <FlashIAP.h>

uint32_t standin_rom_end;
static Chip *chip;
static uint32_t sectorBytes, initialised, emptyByte = 0xFF;

namespace mbed {
FlashIAP::FlashIAP() {}
FlashIAP::~FlashIAP() {}
int FlashIAP::init() { return initialised++ > 0; }
int FlashIAP::program(const void *buffer, uint32_t address, uint32_t size) {
    chip->program(address - chip->start, (const uint8_t *)buffer, size);
    return 0;
}
int FlashIAP::erase(uint32_t address, uint32_t size) {
    chip->erase(address - chip->start, size);
    return 0;
}
uint32_t FlashIAP::get_page_size() const { return (uint32_t)chip->unit; }
uint32_t FlashIAP::get_sector_size(uint32_t) const { return sectorBytes; }
uint32_t FlashIAP::get_flash_start() const { return (uint32_t)chip->start; }
uint32_t FlashIAP::get_flash_size() const { return (uint32_t)chip->bytes; }
uint8_t FlashIAP::get_erase_value() const { return (uint8_t)emptyByte; }
}

static void run(Chip &which, size_t slot) {
    chip = &which;
    sectorBytes = (uint32_t)which.sector;
    const uint32_t end = (uint32_t)(which.start + which.bytes);
    standin_rom_end = end - 2 * (uint32_t)slot;  // The sketch ends where the slots begin.
    driveStore(which, slot, slot - 300);
    standin_rom_end++;
    CHECK(!opens(slot));
    standin_rom_end = end + 1;
    CHECK(!opens(slot));
    standin_rom_end = (uint32_t)which.start;
    CHECK(!opens(which.bytes) && !opens(0) && opens(slot - 1));
    sectorBytes = 131072;  // A Portenta's.
    CHECK(!opens(131072));
    sectorBytes = 4096;
    emptyByte = 0;
    CHECK(!opens(slot));
    emptyByte = 0xFF;
}

int main(int count, char **) {
    Chip nano(0x30000000, 0x100000, 4096, 4), connect(0x10000000, 0x200000, 4096, 256);
    if (count > 1) {  // What the linker script of an RP2040 says of the sketch's end, beyond what mbed does.
        chip = &connect;
        sectorBytes = 4096;
        standin_rom_end = (uint32_t)connect.start;
        CHECK(opens(65536) && !opens(65537));
        return finish("mbed, by __flash_binary_end");
    }
    run(nano, 65536);
    run(connect, 32768);
    CHECK(initialised == 1);
    return finish("mbed");
}
