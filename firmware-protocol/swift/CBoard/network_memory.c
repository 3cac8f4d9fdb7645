// Working memory of the network that the firmware is built with: its header says how much.
#include "board.h"
#include "network.h"

__attribute__((aligned(64))) uint8_t board_network_bytes[MOTIONQ_NETWORK_MEMORY];
__attribute__((aligned(8))) uint8_t board_decision_bytes[MOTIONQ_DECISION_MEMORY];
__attribute__((aligned(8))) uint8_t board_input_bytes[MOTIONQ_NETWORK_INPUTS * BOARD_INPUT_BYTES];
