// Every golden frame, refused frame and stream.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fields.h"
#include "json.h"
#include "mq_protocol.h"

enum { BYTES_MAX = 8192 };

static size_t read_hex(const char *hex, uint8_t *bytes) {
    const size_t length = strlen(hex) / 2;
    if (length > BYTES_MAX) abort();
    for (size_t i = 0; i < length; i++) {
        const char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return length;
}

static mq_outcome push_all(mq_decoder *decoder, const uint8_t *bytes, size_t length) {
    mq_outcome outcome = MQ_OUTCOME_NONE;
    for (size_t i = 0; i < length; i++) outcome = mq_decoder_push(decoder, bytes[i]);
    return outcome;
}

// What is sent byte by byte, against the bytes of the vector.
typedef struct {
    const uint8_t *expected;
    size_t expected_length, length;
    bool same;
} compared;

static void compare(void *context, uint8_t byte) {
    compared *to = context;
    to->same = to->same && to->length < to->expected_length && to->expected[to->length] == byte;
    to->length++;
}

static void check_frame(const json_value *vector) {
    static uint8_t wire[BYTES_MAX], payload[BYTES_MAX], encoded[MQ_WIRE_MAX];
    const char *name = json_string(vector, "name");
    const size_t wire_length = read_hex(json_string(vector, "wire"), wire);
    const size_t length = read_hex(json_string(vector, "payload"), payload);
    mq_frame expected = {
        .major = (uint8_t)json_number(vector, "major"),
        .flags = (uint8_t)json_number(vector, "flags"),
        .type = (uint8_t)json_number(vector, "type"),
        .count = (uint8_t)json_number(vector, "count"),
        .stream = (uint8_t)json_number(vector, "stream"),
        .index = (uint16_t)json_number(vector, "index"),
        .time = (uint32_t)json_number(vector, "time"),
        .length = length,
        .payload = payload};

    CHECK(name, mq_frame_encode(&expected, encoded) == wire_length);
    CHECK(name, memcmp(encoded, wire, wire_length) == 0);
    compared sent = {wire, wire_length, 0, true};
    CHECK(name, mq_frame_send(&expected, compare, &sent) == wire_length);
    CHECK(name, sent.length == wire_length && sent.same);

    mq_decoder decoder;
    mq_decoder_reset(&decoder, 0);
    CHECK(name, push_all(&decoder, wire, wire_length) == MQ_OUTCOME_FRAME);
    const mq_frame *frame = &decoder.frame;
    CHECK(name, frame->major == expected.major && frame->flags == expected.flags && frame->type == expected.type);
    CHECK(name, frame->index == expected.index && frame->time == expected.time);
    CHECK(name, frame->count == expected.count && frame->stream == expected.stream);
    CHECK(name, frame->length == length && memcmp(frame->payload, payload, length) == 0);
    CHECK(name, decoder.counters.frames == 1 && decoder.counters.bytes == wire_length);

    const json_value *fields = json_get(vector, "fields");
    CHECK(name, fields_match(fields, frame));
    if (json_find(vector, "receive_only")) return;
    CHECK(name, fields_encode(fields, frame, encoded) == length);
    CHECK(name, memcmp(encoded, payload, length) == 0);
}

static void check_refused(const json_value *vector) {
    static const char *const names[] = {"none", "frame", "framing_error", "crc_error", "version_mismatch", "unknown", "malformed"};
    static uint8_t wire[BYTES_MAX];
    const size_t length = read_hex(json_string(vector, "wire"), wire);
    mq_decoder decoder;
    mq_decoder_reset(&decoder, 0);
    const mq_outcome outcome = push_all(&decoder, wire, length);
    CHECK(json_string(vector, "name"), strcmp(names[outcome], json_string(vector, "outcome")) == 0);
}

// A HELLO with more than a frame holds, and the payload that is sent.
static void check_shortened(const json_value *vector) {
    static uint8_t payload[BYTES_MAX], encoded[MQ_WIRE_MAX];
    const char *name = json_string(vector, "name");
    const size_t length = read_hex(json_string(vector, "payload"), payload);
    const mq_frame hello = {.type = MQ_TYPE_HELLO};
    CHECK(name, fields_encode(json_get(vector, "fields"), &hello, encoded) == length);
    CHECK(name, memcmp(encoded, payload, length) == 0);
}

typedef struct {
    mq_decoder decoder;
    mq_link link;
} receiver;

static void receiver_push(receiver *side, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (mq_decoder_push(&side->decoder, bytes[i]) == MQ_OUTCOME_FRAME) mq_link_step(&side->link, &side->decoder.frame, NULL);
    }
}

// Feeds the stream in two chunks, each byte of them from an allocation of its own size, so that a sanitizer sees every overrun.
static void check_stream(const json_value *vector, const uint8_t *bytes, size_t length, size_t split) {
    const char *name = json_string(vector, "name");
    receiver *side = calloc(1, sizeof *side);
    uint8_t *first = malloc(split + 1);
    uint8_t *second = malloc(length - split + 1);
    if (!side || !first || !second) abort();
    memcpy(first, bytes, split);
    memcpy(second, bytes + split, length - split);
    mq_decoder_reset(&side->decoder, 0);
    mq_link_reset(&side->link);
    receiver_push(side, first, split);
    receiver_push(side, second, length - split);

    const mq_counters *counters = &side->decoder.counters;
    const json_value *expected = json_get(vector, "counters");
    CHECK(name, counters->bytes == length);
    CHECK(name, counters->frames == json_number(expected, "frames"));
    CHECK(name, counters->framing_errors == json_number(expected, "framing_errors"));
    CHECK(name, counters->crc_errors == json_number(expected, "crc_errors"));
    CHECK(name, counters->version_mismatches == json_number(expected, "version_mismatches"));
    CHECK(name, counters->unknown == json_number(expected, "unknown"));
    CHECK(name, counters->malformed == json_number(expected, "malformed"));
    CHECK(name, counters->before_sync == json_number(expected, "before_sync"));
    CHECK(name, side->link.lost_samples == json_number(vector, "lost_samples"));
    CHECK(name, side->link.restarts == json_number(vector, "restarts"));
    CHECK(name, side->link.sessions == json_number(vector, "sessions"));
    free(side);
    free(first);
    free(second);
}

void test_vectors(const char *directory) {
    static uint8_t bytes[BYTES_MAX];
    char path[1024];
    unsigned frames = 0, refused = 0, streams = 0;
    unsigned long splits = 0;
    snprintf(path, sizeof path, "%s/frames.json", directory);
    const json_value *file = json_read_file(path);
    for (const json_value *vector = json_get(file, "frames")->first; vector; vector = vector->next, frames++) check_frame(vector);
    for (const json_value *vector = json_get(file, "refused")->first; vector; vector = vector->next, refused++) {
        check_refused(vector);
    }
    for (const json_value *vector = json_get(file, "shortened")->first; vector; vector = vector->next) check_shortened(vector);
    snprintf(path, sizeof path, "%s/streams.json", directory);
    file = json_read_file(path);
    for (const json_value *vector = json_get(file, "streams")->first; vector; vector = vector->next, streams++) {
        const size_t length = read_hex(json_string(vector, "bytes"), bytes);
        for (size_t split = 0; split <= length; split++, splits++) check_stream(vector, bytes, length, split);
    }
    CHECK("vectors", frames >= 40 && refused >= 25 && streams >= 25);
    printf("vectors: %u frames, %u refused, %u streams in %lu splits\n", frames, refused, streams, splits);
}
