// Flash on arduino-pico's RP2040: right below the file system, between it and the sketch.
//
// Its flash holds sketch, file system and EEPROM in this order (arduino-pico, "File Systems", Flash Layout); the linker script
// (lib/rp2040/memmap_default.ld) has their ends as __flash_binary_end and _FS_start. Without a file system _FS_start is where the
// EEPROM begins. Not with FreeRTOS, nor on an RP2350: how those stop what runs is not settled here.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED && defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED) && !defined(PICO_RP2350) && \
    !defined(__FREERTOS)
#include "MotionQ15Flash.h"

#include <Arduino.h>
#include <hardware/flash.h>

// By their own names they may be declared by the SDK, of another type.
extern const uint8_t sketchEnd __asm__("__flash_binary_end");
extern const uint8_t fileSystem __asm__("_FS_start");

namespace {
uintptr_t base;

// While flash is erased or programmed nothing can be read from it, neither by this core, whose interrupts have their code there,
// nor by the other one. In this order the core's own EEPROM and LittleFS do it.
void begin() {
    noInterrupts();
    rp2040.idleOtherCore();
}

void end() {
    rp2040.resumeOtherCore();
    interrupts();
}

// Offsets of the SDK's count from the flash's first byte; both functions flush the cache (pico-sdk, hardware_flash).
uint32_t place(size_t offset) { return (uint32_t)(base + offset - XIP_BASE); }

bool erase(void *, size_t offset) {
    begin();
    flash_range_erase(place(offset), FLASH_SECTOR_SIZE);
    end();
    return true;
}

bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    begin();
    flash_range_program(place(offset), bytes, count);
    end();
    return true;
}
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    const size_t slot = motionq15WholeSectors(slotBytes, FLASH_SECTOR_SIZE);
    const uintptr_t sketch = (uintptr_t)&sketchEnd;
    if (sketch <= XIP_BASE) return false;  // A sketch that runs from RAM: where its flash ends is not told.
    const uintptr_t start = motionq15SlotsBelow((uintptr_t)&fileSystem, sketch, slot, FLASH_SECTOR_SIZE);
    if (start == 0) return false;
    base = start;
    const mq_flash found = {(const uint8_t *)start, slot, FLASH_SECTOR_SIZE, FLASH_PAGE_SIZE, nullptr, erase, program};
    *flash = found;
    return true;
}
#endif
