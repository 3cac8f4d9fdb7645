// What it takes to teach the network that the firmware is built with: memory of the size that its export names, and flash.
#include "board.h"

#if BOARD_TEACHES
#include "network.h"

__attribute__((aligned(64))) uint8_t board_teaching_bytes[MOTIONQ_TEACH_MEMORY];
board_teaching board_teaching_state;

bool board_teaching_begin(void) {
    board_teaching *teaching = &board_teaching_state;
    mq_teach_button_begin(&teaching->button, motionq_teachable.places);
    mq_store_open(&teaching->store, &board_teaching_flash);
    if (!mq_teach_begin(
            &teaching->learner, &motionq_network, &motionq_teachable, board_teaching_bytes, sizeof board_teaching_bytes))
        return false;
    mq_teach_recall(&teaching->store, &teaching->learner, MOTIONQ_NETWORK_HASH);
    return true;
}

bool board_teaching_keep(void) {
    return mq_teach_keep(&board_teaching_state.store, &board_teaching_state.learner, MOTIONQ_NETWORK_HASH);
}

const char *board_teaching_name(uint16_t place) { return motionq_network_labels[MOTIONQ_TEACH_FIRST + place]; }
#endif
