// The bytes of what was shown, and the way into flash and back (mq_teach_keep.h).
#include "mq_teach_keep.h"

#include "mq_network_image.h"

#define HEADER 16

static size_t length_of(const mq_teachable *teachable) {
    return HEADER + (size_t)teachable->places * ((size_t)teachable->metric.units + 1) * 4;
}

size_t mq_teach_kept_bytes(const mq_teachable *teachable) { return MQ_STORE_PAGE + length_of(teachable); }

static uint32_t word_of(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put(uint8_t *bytes, uint32_t word) {
    for (size_t index = 0; index < 4; index++) bytes[index] = (uint8_t)(word >> 8 * index);
}

// The word at an offset, a multiple of 4.
static uint32_t word_at(const mq_learner *learner, uint64_t hash, size_t offset) {
    const mq_teachable *teachable = learner->teachable;
    const size_t units = teachable->metric.units;
    if (offset == 0) return 0x3154514Du;
    if (offset == 4) return (uint32_t)units | (uint32_t)teachable->places << 16;
    if (offset < HEADER) return (uint32_t)(hash >> (offset == 8 ? 0 : 32));
    const size_t index = (offset - HEADER) / 4, place = index / (units + 1), unit = index % (units + 1);
    return unit < units ? (uint32_t)learner->sums[place * units + unit] : learner->counts[place];
}

bool mq_teach_keep(mq_network_store *store, const mq_learner *learner, uint64_t hash) {
    const size_t length = length_of(learner->teachable);
    uint8_t bytes[4];
    uint64_t whole = MQ_FNV1A_START;
    for (size_t offset = 0; offset < length; offset += 4) {
        put(bytes, word_at(learner, hash, offset));
        whole = mq_fnv1a(whole, bytes, 4);
    }
    uint32_t next;
    // One that was under way, and did not end, must not be gone on with.
    mq_store_abandon(store);
    if (mq_store_begin(store, (uint32_t)length, whole, &next) != MQ_INSTALL_OK) return false;
    for (size_t offset = 0; offset < length; offset += 4) {
        put(bytes, word_at(learner, hash, offset));
        if (mq_store_block(store, (uint32_t)offset, bytes, 4, &next) != MQ_INSTALL_OK) return false;
    }
    const uint8_t *written;
    size_t count;
    return mq_store_check(store, &written, &count) == MQ_INSTALL_OK && mq_store_commit(store) == MQ_INSTALL_OK;
}

bool mq_teach_recall(const mq_network_store *store, mq_learner *learner, uint64_t hash) {
    const mq_teachable *teachable = learner->teachable;
    const size_t units = teachable->metric.units, length = length_of(teachable);
    size_t count = 0;
    const uint8_t *bytes = mq_store_active(store, &count, NULL);
    if (!bytes || count != length) return false;
    for (size_t offset = 0; offset < HEADER; offset += 4) {
        if (word_of(bytes + offset) != word_at(learner, hash, offset)) return false;
    }
    bytes += HEADER;
    for (size_t place = 0; place < teachable->places; place++, bytes += (units + 1) * 4) {
        // Where they are kept, so that no other memory is needed; the sums of a place without examples are 0.
        int32_t *sums = learner->sums + place * units;
        for (size_t unit = 0; unit < units; unit++) sums[unit] = (int32_t)word_of(bytes + unit * 4);
        if (!mq_teach_restore(learner, place, sums, word_of(bytes + units * 4))) mq_teach_forget(learner, place);
    }
    return true;
}
