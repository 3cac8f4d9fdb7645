// Images with random faults: the reader must not look outside of them, and must let none pass that breaks a rule.
#include <string.h>

#include "store_tests.h"

// Neither is part of an image.
static mq_tanh_table tanh_table;
static int32_t exponentials[257];

static unsigned long verdicts[MQ_IMAGE_TOO_LARGE + 1];

static void put32(uint8_t *bytes, uint32_t word) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(word >> 8 * index);
}

static uint32_t get32(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void mutate(uint8_t *bytes, uint32_t length) {
    const uint32_t described = 96 + 64 * ((uint32_t)bytes[78] + bytes[79] + bytes[80]);
    const uint32_t at = random_below((described < length ? described : length) / 4) * 4;
    const uint32_t word = get32(bytes + at);
    const uint32_t anywhere = random_below(length);
    switch (random_below(8)) {
    case 0: bytes[anywhere] ^= (uint8_t)(1 << random_below(8)); break;
    case 1: bytes[anywhere] = (uint8_t)random_u32(); break;
    case 2: put32(bytes + at, word + random_below(3) - 1); break;
    case 3: put32(bytes + at, word ^ (uint32_t)1 << random_below(32)); break;
    case 4: put32(bytes + at, random_below(2) ? length - 64 * random_below(3) : 64 * random_below(length / 64)); break;
    case 5: put32(bytes + at, random_below(2) ? random_below(300) : 0u - random_below(300)); break;
    case 6: bytes[at + random_below(4)] = (uint8_t)random_below(6); break;
    default: put32(bytes + anywhere / 4 * 4, random_below(2) ? 0x7FFF8000u : random_u32()); break;
    }
}

// Some inputs read channels with names.
static void name_inputs(uint8_t *bytes, uint32_t length) {
    const uint32_t inputs = get32(bytes + 72), at = get32(bytes + 88);
    for (uint32_t input = 0; input < inputs; input++) bytes[at + 12 * input] = random_below(2) ? MQ_NAMED_KIND : 0x10;
    rehash(bytes, length);
}

static void read_one(const uint8_t *bytes, uint32_t length) {
    // So that a sanitizer sees what is read behind it.
    mq_network_image *image = malloc(sizeof *image);
    REQUIRE(image);
    const mq_image_fault fault = mq_network_image_read(image, bytes, length, &tanh_table, exponentials);
    REQUIRE(fault <= MQ_IMAGE_TOO_LARGE);
    verdicts[fault]++;
    if (fault == MQ_IMAGE_OK) require_sound(image, bytes, length);
    free(image);
}

void test_images(unsigned long rounds) {
    for (int index = 0; index < 257; index++) exponentials[index] = 65536 - 128 * index;
    for (unsigned long round = 0; round < rounds; round++) {
        uint32_t length;
        uint8_t *bytes = make_image(&length);
        if (random_below(2)) name_inputs(bytes, length);
        if (round % 16 == 0) {
            read_one(bytes, length);
            REQUIRE(verdicts[MQ_IMAGE_OK] > 0);
        }
        for (uint32_t count = 1 + random_below(3); count > 0; count--) mutate(bytes, length);
        if (random_below(16) > 0) rehash(bytes, length);
        if (random_below(16) == 0) {
            // Cut off, in memory that ends there.
            const uint32_t shorter = random_below(length / 64) * 64;
            uint8_t *cut = aligned_alloc(64, shorter + 64);
            REQUIRE(cut);
            memcpy(cut + 64, bytes, shorter);
            if (shorter >= 64 && random_below(2)) {
                put32(cut + 64 + 4, shorter);
                rehash(cut + 64, shorter);
            }
            read_one(cut + 64, shorter);
            free(cut);
        }
        read_one(bytes, length);
        free(bytes);
    }
    printf("images:");
    for (int fault = 0; fault <= MQ_IMAGE_TOO_LARGE; fault++) {
        printf(" %lu", verdicts[fault]);
        REQUIRE(verdicts[fault] > 0);
    }
    printf(" of each verdict\n");
}
