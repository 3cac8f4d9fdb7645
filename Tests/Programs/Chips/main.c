// What a network says of a made-up stream, window by window, by the engine in C and, where it is linked (SWIFT),
// in Swift; then the instructions that a sample of one window takes with each, where they can be counted (COUNTED).
//
// Every line is the same on every machine, but those that begin with "instructions".
#include <stdio.h>

#include "chips.h"
#include "network.h"
#ifdef COUNTED
#include "counter.h"
#else
static void begin_counting(void) {}
static uint64_t counted(void) { return 0; }
#endif

static __attribute__((aligned(64))) uint8_t memory[MOTIONQ_NETWORK_MEMORY + 4096];
static const char *engine;
static uint32_t seed;
static uint64_t instructions;

const int16_t *chips_next_sample(void) {
    static int16_t inputs[MOTIONQ_NETWORK_INPUTS];
    for (size_t input = 0; input < MOTIONQ_NETWORK_INPUTS; input++) {
        seed = seed * 1664525 + 1013904223;
        // Louder and quieter.
        inputs[input] = (int16_t)((int32_t)(int16_t)(seed >> 16) >> (seed >> 8 & 3));
    }
    return inputs;
}

uint8_t *chips_frame_memory(void) {
    static uint8_t bytes[512];
    return bytes;
}

void chips_tell(
    uint32_t end, uint32_t slot, uint32_t label, const int16_t *probabilities, const uint8_t *frame, uint32_t frame_bytes) {
    printf("%s %lu %lu %lu", engine, (unsigned long)end, (unsigned long)slot, (unsigned long)label);
    for (size_t n = 0; n < MOTIONQ_NETWORK_LABELS; n++) printf(" %d", probabilities[n]);
    printf(" ");
    for (size_t n = 0; n < frame_bytes; n++) printf("%02x", frame[n]);
    printf("\n");
}

void chips_begin_counting(void) { begin_counting(); }
void chips_end_counting(void) { instructions = counted(); }

static void run(const char *name, void (*engine_run)(const mq_network *, uint8_t *, uint32_t, uint32_t, bool)) {
    engine = name;
    seed = 1;
    engine_run(&motionq_network, memory, sizeof memory, (uint32_t)(motionq_network.length + 60 * motionq_network.hop), false);
    // The whole window but its last sample, whose answer is another matter.
    const uint32_t samples = (uint32_t)motionq_network.length - 1;
    engine_run(&motionq_network, memory, sizeof memory, samples, true);
    const uint64_t with_steps = instructions;
    begin_counting();
    for (uint32_t sample = 0; sample < samples; sample++) chips_next_sample();
    printf("instructions %s %lu\n", name, (unsigned long)((with_steps - counted() + samples / 2) / samples));
}

int main(void) {
    run("c", chips_run_c);
#ifdef SWIFT
    run("swift", chips_run_swift);
#endif
    return 0;
}
