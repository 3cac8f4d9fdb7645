// A STAND-IN for hardware/flash.h of the Pico SDK, see Arduino.h three folders up.
#ifndef HARDWARE_FLASH_H
#define HARDWARE_FLASH_H

#include <stddef.h>
#include <stdint.h>

#define XIP_BASE 0x10000000u
#define FLASH_PAGE_SIZE 256u
#define FLASH_SECTOR_SIZE 4096u
extern "C" {
void flash_range_erase(uint32_t offset, size_t count);
void flash_range_program(uint32_t offset, const uint8_t *bytes, size_t count);
}

#endif
