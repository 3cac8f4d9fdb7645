// Two slots and the order in which they are written (mq_network_store.h).
//
// The compiler's own names for memcpy and its kin: clang for a chip comes without string.h.
#include "mq_network_store.h"

#include "mq_network_image.h"

// A record: magic, generation, length, 0, hash of the image, hash of these 24 bytes; little-endian.
#define MAGIC 0x31534E4Du
#define RECORD_BYTES 32
#define NONE 2

enum { IDLE = 0, RECEIVING = 1, CHECKED = 2, COMMITTED = 3 };

static uint64_t get(const uint8_t *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t index = count; index > 0; index--) word = word << 8 | bytes[index - 1];
    return word;
}

static void put(uint8_t *bytes, uint64_t word, size_t count) {
    for (size_t index = 0; index < count; index++) bytes[index] = (uint8_t)(word >> 8 * index);
}

// MARK: Slots

static size_t start_of(const mq_network_store *store, size_t slot) { return slot * store->flash.slot_bytes; }

static const uint8_t *image_of(const mq_network_store *store, size_t slot) {
    return store->flash.memory + start_of(store, slot) + MQ_STORE_PAGE;
}

// Reads a slot's record, and its image if that holds.
static void look(mq_network_store *store, size_t index) {
    mq_store_slot *slot = &store->slots[index];
    const uint8_t *record = store->flash.memory + start_of(store, index);
    __builtin_memset(slot, 0, sizeof *slot);
    if (get(record, 4) != MAGIC || get(record + 24, 8) != mq_fnv1a(MQ_FNV1A_START, record, 24)) return;
    slot->generation = (uint32_t)get(record + 4, 4);
    slot->length = (uint32_t)get(record + 8, 4);
    slot->hash = get(record + 16, 8);
    if (slot->length == 0 || slot->length > store->flash.slot_bytes - MQ_STORE_PAGE) return;
    slot->holds = mq_fnv1a(MQ_FNV1A_START, image_of(store, index), slot->length) == slot->hash;
}

static bool counts(const mq_network_store *store, size_t slot) {
    return store->slots[slot].holds && !store->slots[slot].is_rejected;
}

// Whether the second slot is of a later generation than the first, across the counter's end.
static bool second_is_later(const mq_network_store *store) {
    return (int32_t)(store->slots[1].generation - store->slots[0].generation) > 0;
}

static void choose(mq_network_store *store) {
    if (counts(store, 0) && counts(store, 1)) {
        store->active = second_is_later(store) ? 1 : 0;
    } else {
        store->active = counts(store, 0) ? 0 : counts(store, 1) ? 1 : NONE;
    }
}

static bool is_sound(const mq_flash *flash) {
    return flash->unit_bytes > 0 && MQ_STORE_PAGE % flash->unit_bytes == 0 && flash->sector_bytes > 0 &&
           flash->sector_bytes % MQ_STORE_PAGE == 0 && flash->slot_bytes > MQ_STORE_PAGE &&
           flash->slot_bytes % flash->sector_bytes == 0;
}

void mq_store_open(mq_network_store *store, const mq_flash *flash) {
    __builtin_memset(store, 0, sizeof *store);
    store->flash = *flash;
    store->active = NONE;
    if (!is_sound(flash)) {
        store->flash.slot_bytes = 0;
        return;
    }
    look(store, 0);
    look(store, 1);
    choose(store);
}

const uint8_t *mq_store_active(const mq_network_store *store, size_t *length, uint64_t *hash) {
    if (store->active == NONE) return NULL;
    if (length) *length = store->slots[store->active].length;
    if (hash) *hash = store->slots[store->active].hash;
    return image_of(store, store->active);
}

bool mq_store_reject(mq_network_store *store) {
    if (store->active != NONE) store->slots[store->active].is_rejected = true;
    if (store->stage == COMMITTED) store->stage = IDLE;
    choose(store);
    return store->active != NONE;
}

// MARK: Uploads

static bool erase(mq_network_store *store, size_t offset) { return store->flash.erase(store->flash.self, offset); }

static mq_install_status end(mq_network_store *store, mq_install_status status) {
    store->stage = IDLE;
    return status;
}

// Erases a slot's record, and what of its image is in the same sector.
static bool clear(mq_network_store *store, size_t slot) {
    const bool is_erased = erase(store, start_of(store, slot));
    look(store, slot);
    if (store->active == slot) choose(store);
    return is_erased && !store->slots[slot].holds;
}

mq_install_status mq_store_begin(mq_network_store *store, uint32_t length, uint64_t hash, uint32_t *next) {
    *next = 0;
    if (length == 0) return MQ_INSTALL_INVALID;
    if (store->flash.slot_bytes == 0 || length > store->flash.slot_bytes - MQ_STORE_PAGE) return MQ_INSTALL_TOO_LARGE;
    if ((store->stage == RECEIVING || store->stage == CHECKED) && length == store->length && hash == store->hash) {
        *next = store->next;
        return MQ_INSTALL_OK;
    }
    store->stage = IDLE;
    // Without an active slot that which is of no use, or else the older one.
    if (store->active != NONE) {
        store->target = store->active == 0 ? 1 : 0;
    } else {
        store->target = !store->slots[0].holds || (store->slots[1].holds && second_is_later(store)) ? 0 : 1;
    }
    if (!clear(store, store->target)) return MQ_INSTALL_FLASH;
    store->length = length;
    store->hash = hash;
    store->next = 0;
    store->stage = RECEIVING;
    return MQ_INSTALL_OK;
}

// Programs what the page holds, filled up with 0xFF to whole units.
static bool program_page(mq_network_store *store) {
    const size_t unit = store->flash.unit_bytes;
    const size_t held = (store->next - 1) % MQ_STORE_PAGE + 1;
    const size_t whole = (held + unit - 1) / unit * unit;
    __builtin_memset(store->page + held, 0xFF, MQ_STORE_PAGE - held);
    const size_t offset = start_of(store, store->target) + MQ_STORE_PAGE + (store->next - held);
    return store->flash.program(store->flash.self, offset, store->page, whole);
}

// Takes what fits the page that is being filled.
static bool take(mq_network_store *store, const uint8_t *bytes, size_t count) {
    const size_t offset = MQ_STORE_PAGE + (size_t)store->next;
    if (offset % store->flash.sector_bytes == 0 && !erase(store, start_of(store, store->target) + offset)) return false;
    __builtin_memcpy(store->page + store->next % MQ_STORE_PAGE, bytes, count);
    store->next += (uint32_t)count;
    return (store->next % MQ_STORE_PAGE != 0 && store->next != store->length) || program_page(store);
}

mq_install_status mq_store_block(mq_network_store *store, uint32_t offset, const uint8_t *bytes, size_t count, uint32_t *next) {
    *next = 0;
    if (store->stage != RECEIVING && store->stage != CHECKED) return MQ_INSTALL_NOT_BEGUN;
    *next = store->next;
    if (offset > store->length || count > store->length - offset) return MQ_INSTALL_TOO_LARGE;
    if (offset > store->next) return MQ_INSTALL_OUT_OF_ORDER;
    size_t from = store->next - offset;
    while (from < count) {
        const size_t room = MQ_STORE_PAGE - store->next % MQ_STORE_PAGE;
        const size_t some = count - from < room ? count - from : room;
        if (!take(store, bytes + from, some)) {
            *next = 0;
            return end(store, MQ_INSTALL_FLASH);
        }
        from += some;
    }
    *next = store->next;
    return MQ_INSTALL_OK;
}

mq_install_status mq_store_check(mq_network_store *store, const uint8_t **image, size_t *length) {
    *image = NULL;
    *length = 0;
    if (store->stage != RECEIVING && store->stage != CHECKED) return MQ_INSTALL_NOT_BEGUN;
    if (store->next != store->length) return MQ_INSTALL_OUT_OF_ORDER;
    const uint8_t *written = image_of(store, store->target);
    if (mq_fnv1a(MQ_FNV1A_START, written, store->length) != store->hash) return end(store, MQ_INSTALL_DAMAGED);
    store->stage = CHECKED;
    *image = written;
    *length = store->length;
    return MQ_INSTALL_OK;
}

mq_install_status mq_store_commit(mq_network_store *store) {
    if (store->stage == COMMITTED) return MQ_INSTALL_OK;
    if (store->stage == IDLE) return MQ_INSTALL_NOT_BEGUN;
    if (store->stage == RECEIVING) return MQ_INSTALL_OUT_OF_ORDER;
    // Later than the other one, also if that cannot run here: a boot looks at the latest first.
    const uint32_t generation = store->slots[1 - store->target].generation + 1;
    const size_t unit = store->flash.unit_bytes;
    uint8_t *record = store->page;
    __builtin_memset(record, 0xFF, MQ_STORE_PAGE);
    put(record, MAGIC, 4);
    put(record + 4, generation, 4);
    put(record + 8, store->length, 4);
    put(record + 12, 0, 4);
    put(record + 16, store->hash, 8);
    put(record + 24, mq_fnv1a(MQ_FNV1A_START, record, 24), 8);
    const bool is_programmed =
        store->flash.program(store->flash.self, start_of(store, store->target), record, unit > RECORD_BYTES ? unit : RECORD_BYTES);
    look(store, store->target);
    if (!is_programmed || !store->slots[store->target].holds || store->slots[store->target].generation != generation) {
        // What the next boot would make of it is not certain.
        clear(store, store->target);
        return end(store, MQ_INSTALL_FLASH);
    }
    store->active = store->target;
    store->stage = COMMITTED;
    return MQ_INSTALL_OK;
}

void mq_store_abandon(mq_network_store *store) { store->stage = IDLE; }

mq_install_status mq_store_forget(mq_network_store *store) {
    store->stage = IDLE;
    if (store->flash.slot_bytes == 0) return MQ_INSTALL_OK;
    const size_t last = store->active == NONE ? 1 : store->active;
    if (!clear(store, 1 - last)) return MQ_INSTALL_FLASH;
    return clear(store, last) ? MQ_INSTALL_OK : MQ_INSTALL_FLASH;
}
