// BBC micro:bit, a Cortex-M0 (nRF51822): its UART.
#include "board.h"

void board_start_clock(void);

#define UART(offset) (*(volatile uint32_t *)(0x40002000 + (offset)))
#define START_RECEIVING UART(0x000)
#define START_SENDING UART(0x008)
#define RECEIVED UART(0x108)
#define SENT UART(0x11C)
#define ENABLE UART(0x500)
#define SEND_PIN UART(0x50C)
#define RECEIVE_PIN UART(0x514)
#define RECEIVED_BYTE UART(0x518)
#define SENT_BYTE UART(0x51C)
#define BAUD UART(0x524)

const char board_name[] = "microbit";
const uint32_t board_clock_mhz = 16;

void board_start(void) {
    board_start_clock();
    SEND_PIN = 24;
    RECEIVE_PIN = 25;
    BAUD = 0x01D60000;  // 115,200
    ENABLE = 4;
    START_RECEIVING = 1;
    START_SENDING = 1;
}

bool board_read(uint8_t *byte) {
    if (!RECEIVED) return false;
    RECEIVED = 0;
    *byte = (uint8_t)RECEIVED_BYTE;
    return true;
}

void board_write(uint8_t byte) {
    SENT = 0;
    SENT_BYTE = byte;
    while (!SENT) continue;
}
