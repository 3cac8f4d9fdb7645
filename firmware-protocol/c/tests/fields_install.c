// The fields of INSTALL and INSTALLED.
#include <stdlib.h>
#include <string.h>

#include "fields.h"

// `bytes` has room for a block.
static mq_install install_from(const json_value *fields, uint8_t *bytes) {
    mq_install install = {.sequence = (uint16_t)json_number(fields, "sequence"), .step = (uint8_t)json_number(fields, "step")};
    if (json_find(fields, "length")) install.length = (uint32_t)json_number(fields, "length");
    if (json_find(fields, "hash")) install.hash = u64(fields, "hash");
    if (json_find(fields, "offset")) install.offset = (uint32_t)json_number(fields, "offset");
    if (json_find(fields, "bytes")) {
        const char *text = json_string(fields, "bytes");
        install.bytes = bytes;
        install.byte_count = strlen(text) / 2;
        for (size_t i = 0; i < install.byte_count; i++) {
            const char digits[3] = {text[2 * i], text[2 * i + 1], 0};
            bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
        }
    }
    return install;
}

static mq_installed installed_from(const json_value *fields) {
    return (mq_installed){
        (uint16_t)json_number(fields, "sequence"), (uint8_t)json_number(fields, "status"), (uint8_t)json_number(fields, "step"),
        (uint32_t)json_number(fields, "next")};
}

static bool installed_matches(const json_value *fields, const mq_frame *frame) {
    mq_installed seen;
    const mq_installed expected = installed_from(fields);
    return mq_installed_decode(frame->payload, frame->length, &seen) && seen.sequence == expected.sequence &&
           seen.status == expected.status && seen.step == expected.step && seen.next == expected.next;
}

bool install_matches(const json_value *fields, const mq_frame *frame) {
    if (frame->type == MQ_TYPE_INSTALLED) return installed_matches(fields, frame);
    mq_install seen;
    uint8_t bytes[MQ_BLOCK_MAX];
    const mq_install expected = install_from(fields, bytes);
    if (!mq_install_decode(frame->payload, frame->length, &seen)) return false;
    if (seen.sequence != expected.sequence || seen.step != expected.step || seen.length != expected.length) return false;
    if (seen.hash != expected.hash || seen.offset != expected.offset || seen.byte_count != expected.byte_count) return false;
    return seen.byte_count == 0 || memcmp(seen.bytes, expected.bytes, seen.byte_count) == 0;
}

size_t install_encode(const json_value *fields, uint8_t type, uint8_t *payload) {
    if (type == MQ_TYPE_INSTALLED) {
        const mq_installed installed = installed_from(fields);
        return mq_installed_encode(&installed, payload);
    }
    uint8_t bytes[MQ_BLOCK_MAX];
    const mq_install install = install_from(fields, bytes);
    return mq_install_encode(&install, payload);
}
