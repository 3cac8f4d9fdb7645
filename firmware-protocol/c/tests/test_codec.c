// CRC and COBS by themselves, random round trips, random garbage.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mq_cobs.h"
#include "mq_protocol.h"

static void the_crc_is_that_of_zlib(void) {
    const uint8_t digits[] = "123456789";
    CHECK("crc", mq_crc32(0, digits, 9) == 0xCBF43926u);
    CHECK("crc in two parts", mq_crc32(mq_crc32(0, digits, 4), digits + 4, 5) == 0xCBF43926u);
    CHECK("crc of nothing", mq_crc32(0, digits, 0) == 0);
}

typedef struct {
    uint8_t *bytes;
    size_t length, room;
} collected;

static void collect(void *context, uint8_t byte) {
    collected *into = context;
    if (into->length == into->room) abort();
    into->bytes[into->length++] = byte;
}

// Runs of non-zero bytes of each length with zeros after them and without, up to a whole frame without a zero.
static void cobs_round_trips_at_the_edges_of_its_blocks(void) {
    uint8_t plain[MQ_DECODED_MAX], payload[MQ_PAYLOAD_MAX], stuffed[MQ_WIRE_MAX];
    mq_cobs_frame frame = {.payload = payload};
    memset(frame.header, 0x5A, sizeof frame.header);
    for (size_t run = 0; run <= MQ_PAYLOAD_MAX; run++) {
        for (size_t zeros = 0; zeros <= 2 && run + zeros <= MQ_PAYLOAD_MAX; zeros++) {
            for (size_t crc_zero = 0; crc_zero <= MQ_CRC_SIZE; crc_zero++) {
                memset(payload, 0x5A, run);
                memset(payload + run, 0, zeros);
                frame.payload_length = (uint8_t)(run + zeros);
                memset(frame.crc, 0x5A, sizeof frame.crc);
                if (crc_zero < MQ_CRC_SIZE) frame.crc[crc_zero] = 0;
                const size_t plain_length = MQ_HEADER_SIZE + run + zeros + MQ_CRC_SIZE;
                memcpy(plain, frame.header, MQ_HEADER_SIZE);
                memcpy(plain + MQ_HEADER_SIZE, payload, run + zeros);
                memcpy(plain + MQ_HEADER_SIZE + run + zeros, frame.crc, MQ_CRC_SIZE);
                collected out = {stuffed, 0, sizeof stuffed};
                const size_t length = mq_cobs_send(&frame, collect, &out);
                CHECK("cobs length", length == plain_length + 2 && out.length == length);
                CHECK("cobs", memchr(stuffed, 0, length) == stuffed + length - 1);
                CHECK("cobs", mq_cobs_decode(stuffed, (uint8_t)(length - 1)) == plain_length);
                CHECK("cobs", memcmp(stuffed, plain, plain_length) == 0);
            }
        }
    }
}

static void cobs_refuses_what_points_beyond_the_end(void) {
    uint8_t bytes[255];
    CHECK("nothing", mq_cobs_decode(bytes, 0) == 0);
    memset(bytes, 0x5A, sizeof bytes);
    bytes[0] = 0xFF;
    CHECK("254 bytes", mq_cobs_decode(bytes, 255) == 254);
    bytes[0] = 0xFF;
    CHECK("one short of 254 bytes", mq_cobs_decode(bytes, 254) == 0);
    memset(bytes, 0x5A, sizeof bytes);
    bytes[0] = 0xFE;
    bytes[254] = 0x01;
    CHECK("253 bytes and a zero", mq_cobs_decode(bytes, 255) == 254 && bytes[253] == 0);
    bytes[0] = 3;
    CHECK("beyond the end", mq_cobs_decode(bytes, 2) == 0);
    bytes[0] = 0;
    CHECK("a zero", mq_cobs_decode(bytes, 1) == 0);
}

static void random_frames_round_trip(void) {
    enum { FRAMES = 20000 };
    mq_decoder decoder;
    mq_decoder_reset(&decoder, 0);
    for (int i = 0; i < FRAMES; i++) {
        uint8_t payload[MQ_PAYLOAD_MAX], wire[MQ_WIRE_MAX];
        const uint32_t zero_share = random_u32() % 4;
        const size_t length = random_u32() % (MQ_PAYLOAD_MAX + 1);
        for (size_t k = 0; k < length; k++) payload[k] = (uint8_t)(random_u32() % 4 < zero_share ? 0 : random_u32() >> 24);
        mq_frame frame = {.payload = payload, .length = length};
        // One statement each: the order of evaluation is the same with every compiler.
        frame.major = (uint8_t)(random_u32() & 15u);
        frame.flags = (uint8_t)(random_u32() & 15u);
        frame.type = (uint8_t)(random_u32() >> 24);
        frame.count = (uint8_t)(random_u32() >> 24);
        frame.stream = (uint8_t)(random_u32() >> 24);
        frame.index = (uint16_t)(random_u32() >> 16);
        frame.time = random_u32();
        const size_t wire_length = mq_frame_encode(&frame, wire);
        CHECK("round trip", wire_length == length + 16 && wire[wire_length - 1] == 0);
        uint8_t sent[MQ_WIRE_MAX];
        collected out = {sent, 0, sizeof sent};
        CHECK("sent byte by byte", mq_frame_send(&frame, collect, &out) == wire_length && out.length == wire_length);
        CHECK("sent byte by byte", memcmp(sent, wire, wire_length) == 0);
        mq_outcome outcome = MQ_OUTCOME_NONE;
        for (size_t k = 0; k < wire_length; k++) outcome = mq_decoder_push(&decoder, wire[k]);
        const mq_frame *got = &decoder.frame;
        CHECK("round trip", outcome != MQ_OUTCOME_NONE && outcome != MQ_OUTCOME_FRAMING_ERROR && outcome != MQ_OUTCOME_CRC_ERROR);
        CHECK("round trip", got->major == frame.major && got->flags == frame.flags && got->type == frame.type);
        CHECK("round trip", got->count == frame.count && got->stream == frame.stream && got->index == frame.index);
        CHECK("round trip", got->time == frame.time && got->length == length && memcmp(got->payload, payload, length) == 0);
    }
    const mq_frame too_long = {.major = 1, .type = MQ_TYPE_LOG, .length = MQ_PAYLOAD_MAX + 1};
    uint8_t wire[MQ_WIRE_MAX];
    CHECK("241 bytes of payload", mq_frame_encode(&too_long, wire) == 0);
    collected out = {wire, 0, sizeof wire};
    CHECK("241 bytes of payload", mq_frame_send(&too_long, collect, &out) == 0 && out.length == 0);
    printf("codec: %d random frames there and back\n", (int)FRAMES);
}

// Payloads that are random but start like items find more of a TLV reader than noise does.
static void random_payloads_are_judged_within_their_bounds(void) {
    for (int i = 0; i < 40000; i++) {
        const size_t length = random_u32() % 64;
        uint8_t *payload = malloc(length + 1);
        if (!payload) abort();
        for (size_t k = 0; k < length; k++) payload[k] = (uint8_t)(random_u32() % 3 ? random_u32() % 18 : random_u32() >> 24);
        uint8_t *exact = malloc(length == 0 ? 1 : length);
        if (!exact) abort();
        memcpy(exact, payload, length);
        mq_frame frame = {.major = 1, .count = (uint8_t)(random_u32() % 8), .length = length, .payload = exact};
        mq_link link;
        mq_link_reset(&link);
        for (uint8_t type = 0; type < 12; type++) {
            frame.type = type;
            const bool well_formed = mq_frame_well_formed(&frame);
            mq_hello hello;
            const bool greets = type == MQ_TYPE_HELLO && mq_hello_decode(exact, length, &hello);
            CHECK("role", type != MQ_TYPE_HELLO || mq_hello_role(exact, length) == (greets ? hello.role : 0));
            CHECK("unknown types are never well formed", !well_formed || mq_type_known(type));
            if (well_formed) mq_link_step(&link, &frame, NULL);
        }
        free(payload);
        free(exact);
    }
}

// Every byte sequence is noise, or nearly a frame; whatever happens before, a good frame after a 0x00 is delivered.
static void a_decoder_recovers_from_any_garbage(void) {
    enum { ROUNDS = 20000 };
    const uint8_t text[] = {2, 'o', 'k'};
    const mq_frame good = {.major = 1, .type = MQ_TYPE_LOG, .payload = text, .length = sizeof text};
    uint8_t wire[MQ_WIRE_MAX];
    const size_t wire_length = mq_frame_encode(&good, wire);
    mq_decoder decoder;
    mq_decoder_reset(&decoder, 0);
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t length = random_u32() % 400;
        for (uint32_t k = 0; k < length; k++) {
            mq_decoder_push(&decoder, (uint8_t)(random_u32() % 8 == 0 ? random_u32() % 5 : random_u32() >> 24));
        }
        mq_decoder_push(&decoder, 0);
        const uint32_t frames = decoder.counters.frames;
        for (size_t k = 0; k < wire_length; k++) mq_decoder_push(&decoder, wire[k]);
        CHECK("recovery", decoder.counters.frames == frames + 1 && decoder.collected == 0 && !decoder.overflowing);
    }
    printf("codec: %d rounds of garbage survived\n", (int)ROUNDS);
}

static void a_long_log_is_cut_between_characters(void) {
    uint8_t text[300], payload[MQ_PAYLOAD_MAX];
    for (size_t i = 0; i < sizeof text; i += 3) memcpy(text + i, "\xE2\x86\x92", 3);
    CHECK("cut", mq_log_encode(&(mq_log){1, text, 300}, payload) == 1 + 237);
    memset(text, 'a', sizeof text);
    CHECK("cut", mq_log_encode(&(mq_log){1, text, 300}, payload) == 1 + 239);
    memset(text, 0x80, sizeof text);
    CHECK("cut", mq_log_encode(&(mq_log){1, text, 300}, payload) == 1);
}

static void encoders_refuse_what_decoders_would(void) {
    uint8_t payload[MQ_PAYLOAD_MAX];
    const int16_t counts[MQ_PAYLOAD_MAX / 2] = {0};
    CHECK("data", mq_data_encode(counts, 0, 1, payload) == 0 && mq_data_encode(counts, 1, 0, payload) == 0);
    CHECK("data", mq_data_encode(counts, 1, 33, payload) == 0 && mq_data_encode(counts, 121, 1, payload) == 0);
    CHECK("data", mq_data_encode(counts, 21, 6, payload) == 0 && mq_data_encode(counts, 20, 6, payload) == 240);
    mq_hello hello = {.role = MQ_ROLE_DEVICE, .session = 1, .axes = {1, 2, 3}};
    CHECK("hello without channels", mq_hello_encode(&hello, payload) == 0);
    hello.role = MQ_ROLE_HOST;
    CHECK("hello of a host", mq_hello_encode(&hello, payload) == 9);
    hello.present = MQ_HAS(MQ_HELLO_NAME);
    hello.name_length = 33;
    CHECK("hello with a long name", mq_hello_encode(&hello, payload) == 0);
    const struct {
        float rate;
        bool good;
    } rates[] = {{0.0f, false},     {-0.0f, false},     {-1.0f, false},
                 {1e-45f, true},    {10000.0f, true},   {10000.0009765625f, false},
                 {INFINITY, false}, {-INFINITY, false}, {NAN, false}};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        const mq_hello rated = {.role = MQ_ROLE_HOST, .present = MQ_HAS(MQ_HELLO_RATE), .rate = rates[i].rate};
        CHECK("hello with a rate at the edge", (mq_hello_encode(&rated, payload) != 0) == rates[i].good);
        const mq_config asked = {.present = MQ_HAS(MQ_CONFIG_RATE), .rate = rates[i].rate};
        CHECK("config with a rate at the edge", mq_config_in_range(&asked) == rates[i].good);
        const mq_config ranged = {.present = MQ_HAS(MQ_CONFIG_ROTATION), .rotation_full_scale = rates[i].rate};
        CHECK(
            "config with a range at the edge",
            mq_config_in_range(&ranged) == (rates[i].good || (rates[i].rate > 10000.0f && rates[i].rate < 10001.0f)));
    }
    mq_feedback feedback = {.actuator = 1, .time_to_live = 0};
    CHECK("feedback without time to live", mq_feedback_encode(&feedback, payload) == 0);
}

static void time_differences_wrap(void) {
    CHECK("time", mq_time_difference(5, 0xFFFFFFFBu) == 10 && mq_time_difference(0xFFFFFFFBu, 5) == -10);
    CHECK("time", mq_time_difference(0x80000000u, 0) == INT32_MIN && mq_time_difference(0x7FFFFFFFu, 0) == INT32_MAX);
}

void test_codec(void) {
    the_crc_is_that_of_zlib();
    cobs_round_trips_at_the_edges_of_its_blocks();
    cobs_refuses_what_points_beyond_the_end();
    random_frames_round_trip();
    random_payloads_are_judged_within_their_bounds();
    a_decoder_recovers_from_any_garbage();
    a_long_log_is_cut_between_characters();
    encoders_refuse_what_decoders_would();
    time_differences_wrap();
}
