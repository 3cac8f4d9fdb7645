// MotionQ15FlashPico.cpp on functions of the Pico SDK that look after their rules: nobody reads flash meanwhile. The linker is told
// where sketch and file system end, and the program how large a slot has room there: test_flash_pico SLOT (store.sh).
#include "flash_bench.h"

#include <Arduino.h>
#include <hardware/flash.h>

static Chip *chip;
static bool interruptsOn = true, otherRuns = true;
static unsigned operations;
RP2040 rp2040;
void noInterrupts() { interruptsOn = false; }
void interrupts() {
    CHECK(otherRuns);
    interruptsOn = true;
}
void RP2040::idleOtherCore() { otherRuns = false; }
void RP2040::resumeOtherCore() { otherRuns = true; }
static void alone() {
    CHECK(!interruptsOn && !otherRuns);
    operations++;
}
void flash_range_erase(uint32_t offset, size_t count) {
    alone();
    chip->erase(offset, count);
}
void flash_range_program(uint32_t offset, const uint8_t *bytes, size_t count) {
    alone();
    chip->program(offset, bytes, count);
}

int main(int, char **arguments) {
    const size_t slot = strtoul(arguments[1], nullptr, 10);
    Chip whole(XIP_BASE, 0x200000, 4096, 256);
    chip = &whole;
    if (slot > 0) {
        driveStore(whole, slot, slot - 300);
        CHECK(interruptsOn && otherRuns && operations > 0);
    }
    CHECK(!opens(slot + 1) && !opens(0));
    return finish("arduino-pico");
}
