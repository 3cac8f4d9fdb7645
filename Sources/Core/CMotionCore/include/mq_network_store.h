// Two slots in flash for network images, of which one is active: an upload goes into the other one, and one record switches.
//
// Each slot has its record in its first 256 bytes and the image behind them. A slot counts if its record and the hash of its whole
// image hold; of two that count, the one with the later generation is active. The active slot is neither erased nor programmed by
// an upload, and the record is programmed last: whenever power is lost, the next boot finds the old network or the new one, whole.
// A power failure also ends the upload itself, which then begins anew; a lost line does not.
//
// What the bytes mean is nothing of the store's: `mq_network_image_read` says that. No heap.
//
//     mq_store_open(&store, &flash);                            // at boot
//     const uint8_t *image = mq_store_active(&store, &length, NULL);
//     while (image && !runs(image, length)) image = mq_store_reject(&store) ? mq_store_active(&store, &length, NULL) : NULL;
//
//     mq_store_begin(&store, length, hash, &next);              // an upload
//     mq_store_block(&store, next, bytes, count, &next); ...
//     if (mq_store_check(&store, &image, &length) == MQ_INSTALL_OK && runs(image, length)) mq_store_commit(&store);
#ifndef MQ_NETWORK_STORE_H
#define MQ_NETWORK_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of a slot before its image, and those that are programmed at a time.
#define MQ_STORE_PAGE 256

/// Flash for two slots of equal size, one behind the other. Offsets count from the first slot's first byte.
typedef struct {
    /// Where the slots are read: 2 * slot_bytes, on the boundary that `mq_network_image_read` asks for.
    const uint8_t *_Nonnull memory;
    /// Bytes of each slot: a multiple of sector_bytes, and more than `MQ_STORE_PAGE`.
    size_t slot_bytes;
    /// Bytes that are erased at a time: a multiple of 256. Where sectors are smaller, `erase` erases several.
    size_t sector_bytes;
    /// Bytes that are programmed at a time; divides 256.
    size_t unit_bytes;
    /// Handed to both functions.
    void *_Nullable self;
    /// Erases the sector at `offset`, a multiple of sector_bytes, to 0xFF. Returns, when it is done, whether that worked; `memory`
    /// then reads so, whatever caches the chip has.
    bool (*_Nonnull erase)(void *_Nullable self, size_t offset);
    /// Programs whole units that were erased since they were last programmed; `offset` and `count` are multiples of unit_bytes,
    /// `count` is at most 256, and `bytes` are on no boundary in particular. Returns as `erase` does.
    bool (*_Nonnull program)(void *_Nullable self, size_t offset, const uint8_t *_Nonnull bytes, size_t count);
} mq_flash;

/// How a step of an upload went; the numbers are those of the wire.
typedef enum {
    MQ_INSTALL_OK = 0,
    /// A block beyond the next byte, a check of an image that is not complete, or a commit without a check.
    MQ_INSTALL_OUT_OF_ORDER = 1,
    /// The image does not fit a slot, or a block goes beyond the image.
    MQ_INSTALL_TOO_LARGE = 2,
    /// What is in flash has another hash. The upload is over.
    MQ_INSTALL_DAMAGED = 3,
    /// No image that could run (`mq_image_fault`); of the store's own only a length of 0.
    MQ_INSTALL_INVALID = 4,
    /// The flash refused, or does not read as it was programmed. The upload is over.
    MQ_INSTALL_FLASH = 5,
    /// No upload is under way.
    MQ_INSTALL_NOT_BEGUN = 6,
    /// An image that could run, but not on this device: it needs more RAM, or other channels. Left to the caller.
    MQ_INSTALL_UNSUPPORTED = 7
} mq_install_status;

/// What is known of a slot. Nothing for callers.
typedef struct {
    uint32_t generation;
    uint32_t length;
    uint64_t hash;
    /// Whether record and image hold.
    bool holds;
    /// Whether the caller cannot run it.
    bool is_rejected;
} mq_store_slot;

/// Both slots, and the upload that is under way. Caller-owned; set up with `mq_store_open`. Its fields are not for callers.
typedef struct {
    mq_flash flash;
    mq_store_slot slots[2];
    /// The slot that is active; 2: none.
    uint8_t active;
    /// The slot that the upload goes to.
    uint8_t target;
    /// 0 no upload, 1 receiving, 2 checked, 3 committed.
    uint8_t stage;
    /// Of the image that is uploaded.
    uint32_t length;
    uint64_t hash;
    /// Its bytes that have arrived; those of a page that is not full are in `page`.
    uint32_t next;
    uint8_t page[MQ_STORE_PAGE];
} mq_network_store;

/// Looks at both slots, at boot. Time grows with the images that are there, which it hashes.
///
/// - flash: copied. With sizes that break its rules nothing is active, and every upload is too large.
MQ_NO_ALLOCATION void mq_store_open(mq_network_store *_Nonnull store, const mq_flash *_Nonnull flash);

/// The active image, or NULL: the network that the firmware was built with.
///
/// - length, hash: of the whole image; left alone without one. Either may be NULL.
MQ_NO_ALLOCATION const uint8_t *_Nullable mq_store_active(
    const mq_network_store *_Nonnull store, size_t *_Nullable length, uint64_t *_Nullable hash);

/// The active image cannot run here: the other one becomes active, if it counts and was not rejected itself. Writes nothing, so
/// that the next boot tries again. Returns whether one is active now.
MQ_NO_ALLOCATION bool mq_store_reject(mq_network_store *_Nonnull store);

/// Begins an upload, or goes on with the one that is under way if length and hash are the same. Erases one sector, and only to
/// begin.
///
/// - length, hash: of the whole image, FNV-1a 64.
/// - next: how many of its bytes the store has, 0 after an error.
/// Returns OK, TOO_LARGE, INVALID or FLASH. An upload of another image that was under way is over, unless this one is refused for
/// its length.
MQ_NO_ALLOCATION mq_install_status
mq_store_begin(mq_network_store *_Nonnull store, uint32_t length, uint64_t hash, uint32_t *_Nonnull next);

/// Takes bytes of the image. Each sector is erased when its first byte arrives: a block of up to 257 bytes waits for two erases at
/// most. A block that ends below `next` is OK and changes nothing; of one that begins below it only what is new is taken.
///
/// - offset: of the first byte in the image.
/// - next: how many of the image's bytes the store has then, whatever is returned.
/// Returns OK, OUT_OF_ORDER, TOO_LARGE, FLASH or NOT_BEGUN.
MQ_NO_ALLOCATION mq_install_status mq_store_block(
    mq_network_store *_Nonnull store, uint32_t offset, const uint8_t *_Nonnull bytes, size_t count, uint32_t *_Nonnull next);

/// How many of the image's bytes the store has; 0 without an upload.
static inline MQ_NO_ALLOCATION uint32_t mq_store_next(const mq_network_store *_Nonnull store) {
    return store->stage == 0 ? 0 : store->next;
}

/// Reads back what is in flash, once it is complete. The image is not active yet: the caller reads it and judges whether it can
/// run. May be repeated.
///
/// Returns OK, OUT_OF_ORDER, DAMAGED or NOT_BEGUN; with OK `image` and `length` say where it is.
MQ_NO_ALLOCATION mq_install_status
mq_store_check(mq_network_store *_Nonnull store, const uint8_t *_Nullable *_Nonnull image, size_t *_Nonnull length);

/// Makes the image that was checked the active one: programs its record and reads it back. Repeated, it does nothing and is OK.
///
/// Returns OK, OUT_OF_ORDER, FLASH or NOT_BEGUN. After FLASH the old one is active, and the new one was erased again if the flash
/// let that be done.
MQ_NO_ALLOCATION mq_install_status mq_store_commit(mq_network_store *_Nonnull store);

/// Ends an upload. Writes nothing.
MQ_NO_ALLOCATION void mq_store_abandon(mq_network_store *_Nonnull store);

/// Back to the network that the firmware was built with, also at the next boot. Erases two sectors, that of the active record last:
/// if power is lost, the next boot finds that one or none. Ends an upload.
///
/// Returns OK or FLASH; then what could not be erased may still be active.
MQ_NO_ALLOCATION mq_install_status mq_store_forget(mq_network_store *_Nonnull store);

#ifdef __cplusplus
}
#endif
#endif
