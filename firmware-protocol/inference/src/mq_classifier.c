// Which windows a stream is inside of, and the memory that they live in (ARITHMETIC.md, section 7).
#include "mq_classifier.h"

#include <string.h>

#include "mq_layers.h"

// Elements of every buffer; the header says how each comes about.
typedef struct {
    size_t slots;
    size_t projection, sums, convolution, front, back;
    size_t units, hidden;
    size_t ring, output, field;
    size_t inputs, labels;
} buffer_sizes;

static void widen(size_t *size, size_t least) {
    if (*size < least) *size = least;
}

static buffer_sizes sizes_of(const mq_network *network) {
    buffer_sizes sizes = {0};
    sizes.slots = (network->length + network->hop - 1) / network->hop;
    for (size_t layer = 0; layer < network->lstm_layers; layer++) {
        const mq_affine *affine = &network->lstm[layer];
        widen(&sizes.sums, mq_layers_padded(affine));
        widen(&sizes.front, mq_layers_padded(affine));
        sizes.units += affine->rows / 4;
        sizes.hidden += mq_layers_even(affine->rows / 4);
    }
    for (size_t layer = 0; layer < network->dense_layers; layer++) {
        const size_t rows = mq_layers_padded(&network->dense[layer].affine);
        widen(&sizes.sums, rows);
        if (layer + 1 < network->dense_layers) widen(layer % 2 == 0 ? &sizes.front : &sizes.back, rows);
    }
    for (size_t index = 0; index < network->front_layers; index++) {
        const mq_front_layer *layer = &network->front[index];
        const size_t rows = (mq_front_rows(layer) + 15) / 16 * 16;
        widen(index + 1 == network->front_layers ? &sizes.output : &sizes.front, rows);
        sizes.ring += mq_front_span(layer) * layer->columns;
        if (!layer->convolution) continue;
        widen(&sizes.sums, rows);
        widen(&sizes.field, mq_layers_even(layer->taps * layer->columns));
    }
    if (network->convolution) {
        sizes.convolution = mq_layers_padded(network->convolution);
        widen(&sizes.back, sizes.convolution);
    } else if (sizes.slots > 1 && network->front_layers == 0) {
        sizes.projection = mq_layers_padded(&network->lstm[0]);
    }
    sizes.inputs = mq_layers_even(network->inputs);
    sizes.labels = network->dense[network->dense_layers - 1].affine.rows;
    return sizes;
}

size_t mq_classifier_memory(const mq_network *network) {
    const buffer_sizes sizes = sizes_of(network);
    const size_t words = sizes.projection + sizes.sums + sizes.slots * (sizes.convolution + sizes.units);
    const size_t halves = sizes.front + sizes.back + sizes.slots * sizes.hidden + sizes.inputs + sizes.labels;
    const size_t front =
        sizes.slots * (network->front_layers * sizeof(mq_front_place) + (sizes.output + sizes.ring) * sizeof(int16_t)) +
        sizes.field * sizeof(int16_t);
    return words * sizeof(int32_t) + halves * sizeof(int16_t) + front + MQ_CLASSIFIER_ALIGNMENT - 1;
}

// In this order every buffer is aligned as its kernels need it, without gaps: sums come in lines of 64 bytes, then requantized
// vectors in 32 bytes, then what needs no more than its own size.
static void lay_out(mq_classifier *classifier, const buffer_sizes *sizes, uint8_t *memory) {
    const size_t layers = classifier->network->front_layers;
    const uintptr_t beyond = (uintptr_t)memory % MQ_CLASSIFIER_ALIGNMENT;
    int32_t *words = (int32_t *)(void *)(beyond == 0 ? memory : memory + (MQ_CLASSIFIER_ALIGNMENT - beyond));
    classifier->sums = words;
    words += sizes->sums;
    classifier->projection = sizes->projection > 0 ? words : classifier->sums;
    words += sizes->projection;
    classifier->convolution = words;
    words += sizes->slots * sizes->convolution;

    int16_t *halves = (int16_t *)(void *)words;
    classifier->front = halves;
    halves += sizes->front;
    classifier->back = halves;
    halves += sizes->back;
    classifier->outputs = halves;
    halves += sizes->slots * sizes->output;

    words = (int32_t *)(void *)halves;
    classifier->cells = words;
    words += sizes->slots * sizes->units;
    classifier->places = (mq_front_place *)(void *)words;

    halves = (int16_t *)(void *)(classifier->places + sizes->slots * layers);
    classifier->hidden = halves;
    halves += sizes->slots * sizes->hidden;
    classifier->field = halves;
    halves += sizes->field;
    classifier->sample = halves;
    halves += sizes->inputs;
    classifier->rings = halves;
    halves += sizes->slots * sizes->ring;
    classifier->probabilities = halves;
}

mq_refusal mq_classifier_refusal(const mq_network *network, const mq_kernels *kernels, const void *memory, size_t bytes) {
    if (!network || !memory) return MQ_REFUSED_NULL;
    if (!kernels) return MQ_REFUSED_KERNELS;
    if (!network->exponentials) return MQ_REFUSED_EXPONENTIALS;
    return bytes < mq_classifier_memory(network) ? MQ_REFUSED_MEMORY : MQ_NOT_REFUSED;
}

bool mq_classifier_begin(
    mq_classifier *classifier, const mq_network *network, const mq_kernels *kernels, void *memory, size_t bytes) {
    if (!classifier || mq_classifier_refusal(network, kernels, memory, bytes) != MQ_NOT_REFUSED) return false;
    const buffer_sizes sizes = sizes_of(network);
    memset(memory, 0, bytes);
    classifier->network = network;
    classifier->kernels = kernels;
    classifier->slots = sizes.slots;
    classifier->slot_units = sizes.units;
    classifier->slot_hidden = sizes.hidden;
    classifier->slot_sums = sizes.convolution;
    classifier->slot_ring = sizes.ring;
    classifier->slot_output = sizes.output;
    lay_out(classifier, &sizes, (uint8_t *)memory);
    mq_classifier_restart(classifier);
    return true;
}

static void reset_states(mq_classifier *classifier, size_t first, size_t slots) {
    memset(classifier->cells + first * classifier->slot_units, 0, slots * classifier->slot_units * sizeof(int32_t));
    memset(classifier->hidden + first * classifier->slot_hidden, 0, slots * classifier->slot_hidden * sizeof(int16_t));
}

void mq_classifier_restart(mq_classifier *classifier) {
    classifier->samples = 0;
    classifier->until_next = 0;
    classifier->next = 0;
    classifier->in_flight = 0;
    classifier->oldest = 0;
    classifier->oldest_age = 0;
    reset_states(classifier, 0, classifier->slots);
}

// The slot `steps` after another on the ring, steps <= slots.
static size_t slot_after(const mq_classifier *classifier, size_t slot, size_t steps) {
    const size_t index = slot + steps;
    return index < classifier->slots ? index : index - classifier->slots;
}

// Begins the window whose first sample is the one now arriving, if one does.
static void begin_window(mq_classifier *classifier) {
    const mq_network *network = classifier->network;
    if (classifier->until_next > 0) return;
    const size_t slot = classifier->next;
    classifier->until_next = network->hop;
    classifier->next = slot_after(classifier, slot, 1);
    if (classifier->in_flight == 0) {
        classifier->oldest = slot;
        classifier->oldest_age = 0;
    }
    classifier->in_flight++;
    if (!network->carries_state) reset_states(classifier, slot, 1);
    if (network->front_layers > 0) mq_layers_begin_front(classifier, slot);
    if (network->convolution) mq_layers_start(network->convolution, classifier->convolution + slot * classifier->slot_sums);
}

// Adds the sample to every window in flight: to its convolution, where each is at another panel, or by a step, of what its front
// layers make of it if it has any.
static void take_sample(mq_classifier *classifier) {
    const mq_network *network = classifier->network;
    if (classifier->in_flight == 0) return;
    const bool is_shared = !network->convolution && network->front_layers == 0;
    if (is_shared) mq_layers_project(classifier, classifier->sample);
    size_t age = classifier->oldest_age;
    for (size_t index = 0; index < classifier->in_flight; index++) {
        const size_t slot = slot_after(classifier, classifier->oldest, index);
        if (network->convolution) {
            int32_t *sums = classifier->convolution + slot * classifier->slot_sums;
            mq_layers_absorb(classifier, network->convolution->input, age, classifier->sample, sums);
            age -= network->hop;
        } else if (is_shared) {
            mq_layers_step(classifier, slot);
        } else if (mq_layers_pass_front(classifier, slot) && network->lstm_layers > 0) {
            mq_layers_project(classifier, mq_layers_output(classifier, slot));
            mq_layers_step(classifier, slot);
        }
    }
}

// Counts the sample; true, and the slot, if it completed a window.
static bool end_window(mq_classifier *classifier, size_t *slot) {
    const mq_network *network = classifier->network;
    classifier->samples++;
    classifier->until_next--;
    if (classifier->in_flight == 0 || ++classifier->oldest_age < network->length) return false;
    *slot = classifier->oldest;
    classifier->oldest = slot_after(classifier, classifier->oldest, 1);
    classifier->in_flight--;
    if (classifier->in_flight > 0) classifier->oldest_age = network->length - network->hop;
    return true;
}

bool mq_classifier_push(mq_classifier *classifier, const int16_t *inputs, mq_window *window) {
    const mq_network *network = classifier->network;
    memcpy(classifier->sample, inputs, network->inputs * sizeof *inputs);
    begin_window(classifier);
    take_sample(classifier);
    size_t slot = 0;
    if (!end_window(classifier, &slot)) return false;
    if (network->convolution) mq_layers_finish_convolution(classifier, slot);
    mq_layers_classify(classifier, slot);

    const int16_t *probabilities = classifier->probabilities;
    const size_t labels = network->dense[network->dense_layers - 1].affine.rows;
    size_t best = 0;
    for (size_t label = 1; label < labels; label++) {
        if (probabilities[label] > probabilities[best]) best = label;
    }
    window->slot = slot;
    window->end = classifier->samples;
    window->label = best;
    window->probability = probabilities[best];
    window->is_unknown = mq_layers_is_unknown(classifier, slot, best);
    window->probabilities = probabilities;
    return true;
}

const int16_t *mq_classifier_hidden(const mq_classifier *classifier, size_t slot) {
    return classifier->network->lstm_layers > 0 && slot < classifier->slots ? mq_layers_hidden(classifier, slot) : NULL;
}
