// A STAND-IN for what the SAMD core's Arduino.h brings of a SAMD21's registers, see two folders up. On the host a register is an
// object that tells what is written to it.
#ifndef SAMD_ARDUINO_H
#define SAMD_ARDUINO_H

#include_next <Arduino.h>

template <typename Word, void (*Written)(Word), Word (*Read)()> struct StandinRegister {
    struct {
        void operator=(Word word) { Written(word); }
        void operator|=(Word word) { Written((Word)(Read() | word)); }
        operator Word() const { return Read(); }
    } reg;
};
void standinCommand(uint16_t word);
uint16_t standinNoCommand();
void standinMode(uint32_t word);
uint32_t standinMode();
void standinAddress(uint32_t word);
uint32_t standinAddress();
void standinStatus(uint16_t word);
uint16_t standinStatus();
void standinFlag(uint8_t word);
uint8_t standinFlag();
void standinParam(uint32_t word);
uint32_t standinParam();
struct StandinNvmctrl {
    StandinRegister<uint16_t, standinCommand, standinNoCommand> CTRLA;
    StandinRegister<uint32_t, standinMode, standinMode> CTRLB;
    StandinRegister<uint32_t, standinParam, standinParam> PARAM;
    StandinRegister<uint8_t, standinFlag, standinFlag> INTFLAG;
    StandinRegister<uint16_t, standinStatus, standinStatus> STATUS;
    StandinRegister<uint32_t, standinAddress, standinAddress> ADDR;
};
extern StandinNvmctrl standinNvmctrl;
#define NVMCTRL (&standinNvmctrl)
// DS40001882, section 22.8.
#define NVMCTRL_CTRLA_CMDEX_KEY 0xA500
#define NVMCTRL_CTRLA_CMD_ER 0x02
#define NVMCTRL_CTRLA_CMD_WP 0x04
#define NVMCTRL_CTRLA_CMD_PBC 0x44
#define NVMCTRL_CTRLA_CMD_INVALL 0x46
#define NVMCTRL_CTRLB_MANW 0x80
#define NVMCTRL_INTFLAG_READY 0x01
#define NVMCTRL_STATUS_PROGE 0x04
#define NVMCTRL_STATUS_LOCKE 0x08
#define NVMCTRL_STATUS_NVME 0x10
#define NVMCTRL_PARAM_NVMP_Pos 0
#define NVMCTRL_PARAM_NVMP_Msk 0xFFFF
#define NVMCTRL_PARAM_PSZ_Pos 16
#define NVMCTRL_PARAM_PSZ_Msk 0x70000

#endif
