// Flash on a SAMD21 (Zero, MKR, Nano 33 IoT): the last rows, through NVMCTRL as its data sheet (DS40001882, section 22) has it.
//
// A row of 256 bytes is erased at a time, a page of 64 programmed. The sketch ends with what .data begins with, at __etext
// (ArduinoCore-samd, variants/*/linker_scripts/gcc/flash_with_bootloader.ld). What reads flash meanwhile waits: 6 ms for a row at
// most, 2.5 for a page.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED && defined(ARDUINO_ARCH_SAMD)
#include <Arduino.h>
#if defined(NVMCTRL_CTRLA_CMD_ER)  // A SAMD51 has other commands.
#include "MotionQ15Flash.h"

extern "C" const uint8_t __etext, __data_start__, __data_end__;

namespace {
const size_t PAGE = 64, ROW = 256;
const uint8_t PARAM_OF_64_BYTES = 3;  // PARAM.PSZ.
// NVM user row, bits 6:4: how much of the flash's end is set aside as an EEPROM; 7: nothing.
const uintptr_t USER_ROW = 0x00804000;
const uint32_t NO_EEPROM = 7;

uintptr_t base;

bool run(uint16_t command) {
    const uint16_t errors = NVMCTRL_STATUS_PROGE | NVMCTRL_STATUS_LOCKE | NVMCTRL_STATUS_NVME;
    while (!(NVMCTRL->INTFLAG.reg & NVMCTRL_INTFLAG_READY)) continue;
    NVMCTRL->STATUS.reg = errors;  // Ones clear them.
    NVMCTRL->CTRLA.reg = (uint16_t)(NVMCTRL_CTRLA_CMDEX_KEY | command);
    while (!(NVMCTRL->INTFLAG.reg & NVMCTRL_INTFLAG_READY)) continue;
    return !(NVMCTRL->STATUS.reg & errors);
}

bool erase(void *, size_t offset) {
    NVMCTRL->ADDR.reg = (uint32_t)((base + offset) / 2);  // Counts in 16 bits.
    const bool done = run(NVMCTRL_CTRLA_CMD_ER);
    return run(NVMCTRL_CTRLA_CMD_INVALL) && done;
}

// The page buffer takes words, written where they will lie; that sets the address, too.
bool programPage(uintptr_t at, const uint8_t *bytes) {
    if (!run(NVMCTRL_CTRLA_CMD_PBC)) return false;
    volatile uint32_t *word = (volatile uint32_t *)at;
    for (size_t i = 0; i < PAGE; i += 4, word++) {
        *word = (uint32_t)bytes[i + 3] << 24 | (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i];
    }
    return run(NVMCTRL_CTRLA_CMD_WP);
}

bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    NVMCTRL->CTRLB.reg |= NVMCTRL_CTRLB_MANW;  // Pages are written when they are told to be, not by their last word.
    bool done = true;
    for (size_t i = 0; done && i < count; i += PAGE) done = programPage(base + offset + i, bytes + i);
    return run(NVMCTRL_CTRLA_CMD_INVALL) && done;
}
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    const uint32_t param = NVMCTRL->PARAM.reg;
    if ((param & NVMCTRL_PARAM_PSZ_Msk) >> NVMCTRL_PARAM_PSZ_Pos != PARAM_OF_64_BYTES) return false;
    if ((*(volatile uint32_t *)USER_ROW >> 4 & 7) != NO_EEPROM) return false;
    const uintptr_t end = PAGE * ((param & NVMCTRL_PARAM_NVMP_Msk) >> NVMCTRL_PARAM_NVMP_Pos);
    const uintptr_t sketch = (uintptr_t)&__etext + ((uintptr_t)&__data_end__ - (uintptr_t)&__data_start__);
    const size_t slot = motionq15WholeSectors(slotBytes, ROW);
    const uintptr_t start = motionq15SlotsBelow(end, sketch, slot, ROW);
    if (start == 0) return false;
    base = start;
    const mq_flash found = {(const uint8_t *)start, slot, ROW, PAGE, nullptr, erase, program};
    *flash = found;
    return true;
}
#else
#include "MotionQ15Flash.h"
bool motionq15OpenFlash(size_t, mq_flash *) { return false; }
#endif
#endif
