// Flash on Arduino's mbed core (Nano 33 BLE, Nano RP2040 Connect), through FlashIAP of mbed OS 6: the last sectors of the chip's
// flash, as FlashIAP tells its size.
//
// The linker scripts of both variants (ArduinoCore-mbed, variants/*/linker_script.ld) put the sketch at the other end: it ends at
// FLASHIAP_APP_ROM_END_ADDR (mbed's FlashIAP.h: __etext and what .data begins with), on the RP2040 at __flash_binary_end.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED && defined(ARDUINO_ARCH_MBED)
#include "MotionQ15Flash.h"

#include <FlashIAP.h>

// Where a linker script does not have it, its address is 0.
extern const uint8_t binaryEnd __asm__("__flash_binary_end") __attribute__((weak));

namespace {
// The nRF52840 erases 4,096 bytes in up to 90 ms (its product specification, NVMC), the Nano RP2040's flash as many. A Portenta's
// sector of 128 KB takes seconds, and behind the sketch its other core may have a program: not here.
const size_t MOST_SECTOR = 4096;

// Made when it is first used: nothing here runs before setup.
mbed::FlashIAP &driver() {
    static mbed::FlashIAP flash;
    return flash;
}

uint32_t base;

bool erase(void *, size_t offset) {
    const uint32_t at = base + (uint32_t)offset;
    return driver().erase(at, driver().get_sector_size(at)) == 0;
}

// FlashIAP copies what lies on no boundary of four bytes.
bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    return driver().program(bytes, base + (uint32_t)offset, (uint32_t)count) == 0;
}
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    mbed::FlashIAP &chip = driver();
    static bool begun;  // A second `init` would allocate its page once more.
    if (!begun && chip.init() != 0) return false;
    begun = true;
    const uintptr_t end = (uintptr_t)chip.get_flash_start() + chip.get_flash_size();
    const size_t sector = chip.get_sector_size((uint32_t)(end - 1)), unit = chip.get_page_size();
    if (sector == 0 || sector > MOST_SECTOR || sector % MQ_STORE_PAGE != 0) return false;
    if (unit == 0 || MQ_STORE_PAGE % unit != 0 || chip.get_erase_value() != 0xFF) return false;
    uintptr_t sketch = FLASHIAP_APP_ROM_END_ADDR;
    const uintptr_t binary = (uintptr_t)&binaryEnd;
    if (binary > sketch) sketch = binary;
    const size_t slot = motionq15WholeSectors(slotBytes, sector);
    const uintptr_t start = motionq15SlotsBelow(end, sketch, slot, sector);
    // Sectors of another size below the last one: not this chip's flash as it is known here.
    if (start == 0 || chip.get_sector_size((uint32_t)start) != sector) return false;
    base = (uint32_t)start;
    const mq_flash found = {(const uint8_t *)start, slot, sector, unit, nullptr, erase, program};
    *flash = found;
    return true;
}
#endif
