// Recognises motion from a sensor's raw counts: a table says what the counts mean, windows and decisions come out. On a board,
// `counts` are what the sensor's registers hold.
//
// docs/DEVICE.md has the lines that compile and run it.
//
// Reads the file, or standard input: little-endian int16, a count for each row of the table, sample after sample, at the network's
// rate. Prints a line for each label that is entered or left: milliseconds, what happened, label, confidence in Q15.
#include <stdio.h>

#include "mq_recogniser.h"
#include "network.h"

#ifdef MOTIONQ_NETWORK_DERIVES
#error "the network reads what is derived of six axes: put mq_derived_inputs.h before the recogniser"
#endif

// What the sensor measures: kind, unit, units per count, offset, full scale. Here +-16 g and +-2000 degrees per second, as
// `motionq dataset counts` writes them; put your sensor's rows here.
static const mq_channel sensor[] = {
    {MQ_KIND_ACCELERATION, MQ_UNIT_G, 16.0f / 32768, 0, 16},
    {MQ_KIND_ACCELERATION + 1, MQ_UNIT_G, 16.0f / 32768, 0, 16},
    {MQ_KIND_ACCELERATION + 2, MQ_UNIT_G, 16.0f / 32768, 0, 16},
    {MQ_KIND_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, 2000.0f / 32768, 0, 2000},
    {MQ_KIND_ROTATION + 1, MQ_UNIT_DEGREE_PER_SECOND, 2000.0f / 32768, 0, 2000},
    {MQ_KIND_ROTATION + 2, MQ_UNIT_DEGREE_PER_SECOND, 2000.0f / 32768, 0, 2000},
};
enum { CHANNELS = sizeof sensor / sizeof sensor[0] };

static uint8_t memory[MOTIONQ_CLASSIFIER_MEMORY], decision_memory[MOTIONQ_DECISION_MEMORY];
static mq_bound_input bound[MOTIONQ_NETWORK_INPUTS];
static int16_t values[MOTIONQ_NETWORK_INPUTS];
static mq_recogniser recogniser;

// NULL, or why the network cannot run with this sensor.
static const char *begin(void) {
    mq_hello device = {.rate = MOTIONQ_NETWORK_RATE, .channel_count = CHANNELS};
    for (size_t row = 0; row < CHANNELS; row++) device.channels[row] = sensor[row];
    const mq_fit fit =
        mq_channel_binding_make(&device, &motionq_network, motionq_network_inputs, MOTIONQ_NETWORK_RATE, bound, NULL);
    if (fit != MQ_FITS) return mq_fit_sentence(fit);
    const mq_recogniser_parts parts = {
        .network = &motionq_network,
        .kernels = mq_kernels_available(0),
        .bound = bound,
        .values = values,
        .memory = memory,
        .memory_bytes = sizeof memory,
        .labels = MOTIONQ_NETWORK_LABELS,
        .decision = MOTIONQ_DECISION_INIT,
        .decision_memory = decision_memory,
        .decision_bytes = sizeof decision_memory,
    };
    return mq_recogniser_begin(&recogniser, &parts) ? NULL : mq_refusal_sentence(mq_recogniser_refusal(&parts));
}

static void print(uint64_t time, const mq_decision *decision) {
    const char *const happened = decision->phase == MQ_PHASE_ENTER ? "enter" : decision->phase == MQ_PHASE_EXIT ? "leave" : NULL;
    if (!happened) return;
    printf(
        "%lu %s %s %d\n", (unsigned long)(time / 1000), happened, motionq_network_labels[decision->active], decision->confidence);
}

int main(int count, char **words) {
    const char *const refused = begin();
    if (refused) {
        fprintf(stderr, "%s\n", refused);
        return 1;
    }
    FILE *samples = count > 1 ? fopen(words[1], "rb") : stdin;
    if (!samples) {
        fprintf(stderr, "%s cannot be read\n", words[1]);
        return 1;
    }
    const double rate = MOTIONQ_NETWORK_RATE > 0 ? MOTIONQ_NETWORK_RATE : 50;
    uint8_t bytes[2 * CHANNELS];
    for (uint32_t sample = 0; fread(bytes, sizeof bytes, 1, samples) == 1; sample++) {
        int16_t counts[CHANNELS];
        for (size_t row = 0; row < CHANNELS; row++) counts[row] = (int16_t)(uint16_t)(bytes[2 * row] | bytes[2 * row + 1] << 8);
        const uint64_t time = (uint64_t)(sample * 1e6 / rate);
        mq_recognised_window recognised;
        if (mq_recogniser_push(&recogniser, counts, time, &recognised)) print(time, &recognised.decision);
        const int16_t left = mq_recogniser_take_left(&recogniser);  // Of a network of strokes: a label that is over.
        if (left != MQ_NO_LABEL) printf("%lu leave %s 0\n", (unsigned long)(time / 1000), motionq_network_labels[left]);
    }
    return 0;
}
