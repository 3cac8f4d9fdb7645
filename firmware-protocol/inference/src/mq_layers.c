// The layers of a network, one vector at a time: a microcontroller gains nothing from batches.
#include "mq_layers.h"

#include <string.h>

#include "mq_softmax.h"

// sums = start + some panels of a matrix times x, which begins with the first of them.
static void accumulate(
    const mq_kernels *kernels, const mq_matrix *matrix, size_t first, size_t panels, const int16_t *x, const int32_t *start,
    int32_t *sums) {
    // What kernels begin from is only read; its type is that of sums because it may be the sums.
    int32_t *const from = (int32_t *)start;
    kernels->accumulate(matrix, first, panels, &x, &from, &sums, 1, false);
}

// sums = bias + the first term's matrix times x
static void map(const mq_kernels *kernels, const mq_affine *affine, const int16_t *x, int32_t *sums) {
    accumulate(kernels, affine->input, 0, affine->input->panels, x, affine->bias, sums);
}

void mq_layers_start(const mq_affine *affine, int32_t *sums) {
    memcpy(sums, affine->bias, mq_layers_padded(affine) * sizeof *sums);
}

void mq_layers_absorb(const mq_classifier *classifier, const mq_matrix *matrix, size_t panel, const int16_t *x, int32_t *sums) {
    accumulate(classifier->kernels, matrix, panel, 1, x, sums, sums);
}

void mq_layers_project(const mq_classifier *classifier, const int16_t *x) {
    map(classifier->kernels, &classifier->network->lstm[0], x, classifier->projection);
}

void mq_layers_step(const mq_classifier *classifier, size_t slot) {
    const mq_network *network = classifier->network;
    const mq_kernels *kernels = classifier->kernels;
    int32_t *cell = classifier->cells + slot * classifier->slot_units;
    int16_t *hidden = classifier->hidden + slot * classifier->slot_hidden;
    const int16_t *below = NULL;
    for (size_t layer = 0; layer < network->lstm_layers; layer++) {
        const mq_affine *affine = &network->lstm[layer];
        const mq_matrix *recurrent = affine->recurrent;
        const size_t units = affine->rows / 4;
        const int32_t *start = classifier->projection;
        if (layer > 0) {
            map(kernels, affine, below, classifier->sums);
            start = classifier->sums;
        }
        accumulate(kernels, recurrent, 0, recurrent->panels, hidden, start, classifier->sums);
        kernels->requantize(classifier->sums, affine->output_shifts, affine->blocks, INT16_MIN, classifier->front);
        mq_advance(kernels, affine, classifier->front, network->tanh, cell, hidden);
        below = hidden;
        hidden += mq_layers_even(units);
        cell += units;
    }
}

void mq_layers_begin_front(const mq_classifier *classifier, size_t slot) {
    const mq_network *network = classifier->network;
    int16_t *ring = classifier->rings + slot * classifier->slot_ring;
    mq_front_place *places = classifier->places + slot * network->front_layers;
    for (size_t index = 0; index < network->front_layers; index++) {
        const mq_front_layer *layer = &network->front[index];
        mq_front_begin(layer, ring, &places[index]);
        ring += mq_front_span(layer) * layer->columns;
    }
}

bool mq_layers_pass_front(const mq_classifier *classifier, size_t slot) {
    const mq_network *network = classifier->network;
    int16_t *ring = classifier->rings + slot * classifier->slot_ring;
    mq_front_place *places = classifier->places + slot * network->front_layers;
    const int16_t *input = classifier->sample;
    for (size_t index = 0; index < network->front_layers; index++) {
        const mq_front_layer *layer = &network->front[index];
        const mq_affine *affine = layer->convolution;
        // The next layer takes it before it is written again.
        const bool is_last = index + 1 == network->front_layers;
        int16_t *output = is_last ? classifier->outputs + slot * classifier->slot_output : classifier->front;
        if (!mq_front_take(layer, input, ring, &places[index])) return false;
        if (affine) {
            mq_front_gather(layer, ring, &places[index], classifier->field);
            map(classifier->kernels, affine, classifier->field, classifier->sums);
            classifier->kernels->requantize(
                classifier->sums, affine->output_shifts, affine->blocks, layer->rectified ? 0 : INT16_MIN, output);
        } else {
            mq_front_pool(layer, ring, output);
        }
        input = output;
        ring += mq_front_span(layer) * layer->columns;
    }
    return true;
}

const int16_t *mq_layers_output(const mq_classifier *classifier, size_t slot) {
    return classifier->outputs + slot * classifier->slot_output;
}

void mq_layers_finish_convolution(const mq_classifier *classifier, size_t slot) {
    const mq_affine *convolution = classifier->network->convolution;
    const int32_t *sums = classifier->convolution + slot * classifier->slot_sums;
    classifier->kernels->requantize(sums, convolution->output_shifts, convolution->blocks, 0, classifier->back);
    if (classifier->network->lstm_layers == 0) return;
    mq_layers_project(classifier, classifier->back);
    mq_layers_step(classifier, slot);
}

// sums = (sums + half) >> shift, kept at 32 bits: the logits, Q12.
static void finish_logits(const mq_affine *affine, int32_t *sums) {
    for (size_t row = 0; row < affine->rows; row++) {
        const unsigned shift = affine->output_shifts[row / 16];
        sums[row] = (int32_t)((uint32_t)sums[row] + (UINT32_C(1) << shift >> 1)) >> shift;
    }
}

const int16_t *mq_layers_hidden(const mq_classifier *classifier, size_t slot) {
    const mq_network *network = classifier->network;
    const size_t units = network->lstm[network->lstm_layers - 1].rows / 4;
    return classifier->hidden + (slot + 1) * classifier->slot_hidden - mq_layers_even(units);
}

bool mq_layers_is_unknown(const mq_classifier *classifier, size_t slot, size_t label) {
    const mq_detector *detector = classifier->network->detector;
    if (!detector) return false;
    const mq_affine *projection = &detector->projection;
    map(classifier->kernels, projection, mq_layers_hidden(classifier, slot), classifier->sums);
    classifier->kernels->requantize(classifier->sums, projection->output_shifts, projection->blocks, INT16_MIN, classifier->front);
    return mq_detector_is_far(detector, classifier->front, label);
}

void mq_layers_classify(const mq_classifier *classifier, size_t slot) {
    const mq_network *network = classifier->network;
    const size_t last = network->dense_layers - 1;
    const int16_t *input = classifier->back;
    if (network->lstm_layers > 0) {
        input = mq_layers_hidden(classifier, slot);
    } else if (network->front_layers > 0) {
        input = mq_layers_output(classifier, slot);
    }
    for (size_t layer = 0; layer < last; layer++) {
        const mq_dense *dense = &network->dense[layer];
        const mq_affine *affine = &dense->affine;
        int16_t *output = layer % 2 == 0 ? classifier->front : classifier->back;
        map(classifier->kernels, affine, input, classifier->sums);
        classifier->kernels->requantize(
            classifier->sums, affine->output_shifts, affine->blocks, dense->rectified ? 0 : INT16_MIN, output);
        input = output;
    }
    const mq_affine *logits = &network->dense[last].affine;
    map(classifier->kernels, logits, input, classifier->sums);
    finish_logits(logits, classifier->sums);
    mq_softmax(network->exponentials, classifier->sums, logits->rows, classifier->probabilities);
}
