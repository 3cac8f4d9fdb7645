// Working memory of the network that the firmware is built with, whose header says how much; where another may come over the line,
// of one that needs more.
#include "board.h"
#include "network.h"

#if BOARD_INSTALLS
// 64 units, windows of 128 samples with a hop of 16; a hundred labels; sixteen inputs: the store takes nothing larger.
#define ROOM(own, least) ((own) > (least) ? (own) : (least))
#else
#define ROOM(own, least) (own)
#endif
enum {
    NETWORK = ROOM(MOTIONQ_NETWORK_MEMORY, 16384),
    DECISIONS = ROOM(MOTIONQ_DECISION_MEMORY, 1024),
    INPUTS = ROOM(MOTIONQ_NETWORK_INPUTS, 16) * BOARD_INPUT_BYTES,
};

__attribute__((aligned(64))) uint8_t board_network_bytes[NETWORK];
__attribute__((aligned(8))) uint8_t board_decision_bytes[DECISIONS];
__attribute__((aligned(8))) uint8_t board_input_bytes[INPUTS];
#if BOARD_DERIVES
board_orientation board_orientation_state;
int16_t board_derived_inputs[INPUTS / BOARD_INPUT_BYTES];
#endif
const board_room board_rooms = {NETWORK, DECISIONS, INPUTS};
