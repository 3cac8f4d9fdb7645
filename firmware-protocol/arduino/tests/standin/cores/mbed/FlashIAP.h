// A STAND-IN for FlashIAP.h of mbed OS 6, see Arduino.h two folders up.
#ifndef FLASHIAP_H
#define FLASHIAP_H

#include <stdint.h>

extern uint32_t standin_rom_end;
#define FLASHIAP_APP_ROM_END_ADDR standin_rom_end

namespace mbed {
class FlashIAP {
public:
    FlashIAP();
    ~FlashIAP();
    int init();
    int program(const void *buffer, uint32_t address, uint32_t size);
    int erase(uint32_t address, uint32_t size);
    uint32_t get_page_size() const;
    uint32_t get_sector_size(uint32_t address) const;
    uint32_t get_flash_start() const;
    uint32_t get_flash_size() const;
    uint8_t get_erase_value() const;
};
}

#endif
