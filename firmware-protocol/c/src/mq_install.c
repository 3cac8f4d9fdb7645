// INSTALL and INSTALLED: the way of a network to the device.
#include "mq_bytes.h"
#include "mq_message.h"
#include "mq_rules.h"

enum { STEP_SIZE = 4, BEGIN_SIZE = 16, BLOCK_HEAD = 8 };

size_t mq_install_encode(const mq_install *install, uint8_t *payload) {
    mq_put_u16(payload, install->sequence);
    payload[2] = install->step;
    payload[3] = 0;
    switch (install->step) {
    case MQ_INSTALL_BEGIN:
        mq_put_u32(payload + 4, install->length);
        mq_put_u64(payload + 8, install->hash);
        return BEGIN_SIZE;
    case MQ_INSTALL_BLOCK:
        if (install->byte_count < 1 || install->byte_count > MQ_BLOCK_MAX) return 0;
        mq_put_u32(payload + 4, install->offset);
        for (size_t i = 0; i < install->byte_count; i++) payload[BLOCK_HEAD + i] = install->bytes[i];
        return BLOCK_HEAD + install->byte_count;
    case MQ_INSTALL_COMMIT:
    case MQ_INSTALL_FORGET: return STEP_SIZE;
    default: return 0;
    }
}

bool mq_install_decode(const uint8_t *payload, size_t length, mq_install *install) {
    const mq_install empty = {0};
    *install = empty;
    if (length < STEP_SIZE) return false;
    install->sequence = mq_get_u16(payload);
    install->step = payload[2];
    switch (install->step) {
    case MQ_INSTALL_BEGIN:
        if (length < BEGIN_SIZE) return false;
        install->length = mq_get_u32(payload + 4);
        install->hash = mq_get_u64(payload + 8);
        return true;
    case MQ_INSTALL_BLOCK:
        if (length <= BLOCK_HEAD) return false;
        install->offset = mq_get_u32(payload + 4);
        install->bytes = payload + BLOCK_HEAD;
        install->byte_count = length - BLOCK_HEAD;
        return true;
    case MQ_INSTALL_COMMIT:
    case MQ_INSTALL_FORGET: return true;
    default: return false;
    }
}

size_t mq_installed_encode(const mq_installed *installed, uint8_t *payload) {
    mq_put_u16(payload, installed->sequence);
    payload[2] = installed->status;
    payload[3] = installed->step;
    mq_put_u32(payload + 4, installed->next);
    return INSTALLED_SIZE;
}

bool mq_installed_decode(const uint8_t *payload, size_t length, mq_installed *installed) {
    if (length < INSTALLED_SIZE) return false;
    installed->sequence = mq_get_u16(payload);
    installed->status = payload[2];
    installed->step = payload[3];
    installed->next = mq_get_u32(payload + 4);
    return true;
}
