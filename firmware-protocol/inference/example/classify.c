// Classifies a stream of samples with an exported network: `motionq export` writes network.h and network.c.
//
//     motionq export --model gesture.safetensors -o net
//     cc -std=c99 -O2 -I net -I firmware-protocol/inference/include -I firmware-protocol/c/include
//         -I Sources/Core/CMotionCore/include -o classify firmware-protocol/inference/example/classify.c
//         firmware-protocol/inference/src/*.c firmware-protocol/c/src/*.c Sources/Core/CMotionCore/kernels/*.c
//         Sources/Core/CMotionCore/orientation/*.c Sources/Core/CMotionCore/strokes/*.c net/network.c
//     ./classify samples.bin
//
// Reads network inputs from the file, or from standard input, as little-endian int16, sample after sample, in the network's
// Q-format. Prints one line per window, in integers: samples seen, slot, label, and the probability of every label in Q15.
#include <stdio.h>

#include "mq_classifier.h"
#include "network.h"

static uint8_t memory[MOTIONQ_CLASSIFIER_MEMORY];

static void print_window(const mq_window *window) {
    printf("%lu %lu %lu", (unsigned long)window->end, (unsigned long)window->slot, (unsigned long)window->label);
    for (size_t label = 0; label < MOTIONQ_NETWORK_LABELS; label++) printf(" %d", window->probabilities[label]);
    printf("\n");
}

int main(int count, char **words) {
    mq_classifier classifier;
    const mq_kernels *kernels = mq_kernels_preferred();
    if (!mq_classifier_begin(&classifier, &motionq_network, kernels, memory, sizeof memory)) {
        const mq_refusal refusal = mq_classifier_refusal(&motionq_network, kernels, memory, sizeof memory);
        fprintf(stderr, "%s\n", mq_refusal_sentence(refusal));
        return 1;
    }
    FILE *samples = count > 1 ? fopen(words[1], "rb") : stdin;
    if (!samples) {
        fprintf(stderr, "%s cannot be read\n", words[1]);
        return 1;
    }
    uint8_t bytes[2 * MOTIONQ_NETWORK_INPUTS];
    while (fread(bytes, sizeof bytes, 1, samples) == 1) {
        int16_t inputs[MOTIONQ_NETWORK_INPUTS];
        for (size_t input = 0; input < MOTIONQ_NETWORK_INPUTS; input++) {
            inputs[input] = (int16_t)(uint16_t)(bytes[2 * input] | bytes[2 * input + 1] << 8);
        }
        mq_window window;
        if (mq_classifier_push(&classifier, inputs, &window)) print_window(&window);
    }
    return 0;
}
