// Random bytes for the reader of network images and random calls for the store, to be run under sanitizers.
#ifndef STORE_TESTS_H
#define STORE_TESTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "mq_network_image.h"

// Ends the test.
#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

// From a fixed seed, so that a failure can be repeated.
uint32_t random_u32(void);
// 0 ..< bound
uint32_t random_below(uint32_t bound);

// A random network image that holds all rules, in memory on a 64-byte boundary of `*length` bytes; free it.
uint8_t *make_image(uint32_t *length);
// Gives an image that was changed its hash.
void rehash(uint8_t *image, uint32_t length);

// Ends the test if an image that was read breaks a rule, or if it runs out of bounds: written another way than the reader.
void require_sound(const mq_network_image *image, const uint8_t *bytes, uint32_t length);

void test_images(unsigned long rounds);
void test_store(unsigned long rounds);

#endif
