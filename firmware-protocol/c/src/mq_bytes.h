// Little-endian integers by explicit shifts, independent of the processor's byte order and alignment.
#ifndef MQ_BYTES_H
#define MQ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint16_t mq_get_u16(const uint8_t *from) { return (uint16_t)(from[0] | ((unsigned)from[1] << 8)); }

static inline uint32_t mq_get_u32(const uint8_t *from) {
    return (uint32_t)mq_get_u16(from) | ((uint32_t)mq_get_u16(from + 2) << 16);
}

static inline uint64_t mq_get_u64(const uint8_t *from) {
    return (uint64_t)mq_get_u32(from) | ((uint64_t)mq_get_u32(from + 4) << 32);
}

// Spelled out, since C99 leaves the conversion of large unsigned values to the implementation.
static inline int16_t mq_get_i16(const uint8_t *from) {
    const int32_t value = mq_get_u16(from);
    return (int16_t)(value < 0x8000 ? value : value - 0x10000);
}

static inline void mq_put_u16(uint8_t *to, uint16_t value) {
    to[0] = (uint8_t)(value & 0xFFu);
    to[1] = (uint8_t)(value >> 8);
}

static inline void mq_put_u32(uint8_t *to, uint32_t value) {
    mq_put_u16(to, (uint16_t)(value & 0xFFFFu));
    mq_put_u16(to + 2, (uint16_t)(value >> 16));
}

static inline void mq_put_u64(uint8_t *to, uint64_t value) {
    mq_put_u32(to, (uint32_t)(value & 0xFFFFFFFFu));
    mq_put_u32(to + 4, (uint32_t)(value >> 32));
}

typedef union {
    float value;
    uint32_t bits;
} mq_f32;

static inline uint32_t mq_f32_bits(float value) {
    mq_f32 pun;
    pun.value = value;
    return pun.bits;
}

static inline float mq_get_f32(const uint8_t *from) {
    mq_f32 pun;
    pun.bits = mq_get_u32(from);
    return pun.value;
}

static inline void mq_put_f32(uint8_t *to, float value) { mq_put_u32(to, mq_f32_bits(value)); }

// Floats are judged by their bits: math.h is not there in a freestanding build, -ffast-math would remove a comparison, and a
// processor without floats need not compare any.
static inline bool mq_f32_is_finite(uint32_t bits) { return (bits & 0x7F800000u) != 0x7F800000u; }
static inline bool mq_f32_is_zero(uint32_t bits) { return (bits & 0x7FFFFFFFu) == 0; }
// Above 0 and finite. Positive floats are ordered as their bits are.
static inline bool mq_f32_is_positive(uint32_t bits) { return bits - 1u < 0x7F7FFFFFu; }
// What a HELLO may announce and a CONFIG may ask for: above 0, up to 10,000, which is 0x461C4000.
static inline bool mq_f32_is_rate(uint32_t bits) { return bits - 1u < 0x461C4000u; }

#endif
