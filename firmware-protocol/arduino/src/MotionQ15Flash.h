// Flash that a sketch leaves free, by core. One MotionQ15Flash….cpp has each; MotionQ15FlashNone.cpp is that of all others.
#ifndef MOTIONQ15_FLASH_H
#define MOTIONQ15_FLASH_H

#include "mq_network_store.h"

/// Finds room for two slots of at least `slotBytes`, and says how they are erased and programmed. False, and nothing is touched,
/// where there is none, or where it is not certain that nothing else lies there.
bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash);

/// `slotBytes` in whole sectors.
inline size_t motionq15WholeSectors(size_t slotBytes, size_t sector) { return (slotBytes + sector - 1) / sector * sector; }

/// Where two slots of whole sectors begin that end at `end`: 0 if they would reach below `free`, the first byte behind the sketch,
/// or if `end` is on no sector's boundary. So they begin on one, and the sketch's last sector is not theirs.
inline uintptr_t motionq15SlotsBelow(uintptr_t end, uintptr_t free, size_t slot, size_t sector) {
    if (end % sector != 0 || free > end || slot == 0 || slot > (end - free) / 2) return 0;
    return end - 2 * slot;
}

#endif
