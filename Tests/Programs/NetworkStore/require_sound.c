// The rules once more, row by row in 64 bits, and windows at the ends of the inputs' range.
#include <string.h>

#include "mq_classifier.h"
#include "store_tests.h"

static const uint8_t *first;
static const uint8_t *behind;

static void require_inside(const void *array, uint64_t bytes) {
    const uint8_t *start = array;
    REQUIRE(start >= first + MQ_IMAGE_HEADER && start <= behind && bytes <= (uint64_t)(behind - start));
}

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

static int64_t weight(const mq_matrix *matrix, size_t row, size_t pair, size_t second) {
    if (matrix->weights) return matrix->weights[mq_line(matrix->blocks, matrix->pairs, row / 16, pair) + row % 16 * 2 + second];
    const size_t last = matrix->panels - 1, panel = pair / matrix->panel_pairs < last ? pair / matrix->panel_pairs : last;
    const int8_t byte = matrix->bytes[mq_byte_place(matrix, row, panel, (pair - panel * matrix->panel_pairs) * 2 + second)];
    REQUIRE(byte >= -MQ_LARGEST_BYTE);
    return byte;
}

// What a row of a term adds to the largest sum; `width` are the columns of a panel but the last, `columns` those of the row.
static int64_t largest(const mq_matrix *matrix, size_t row, size_t columns, size_t width) {
    int64_t total = 0;
    for (size_t panel = 0; panel < matrix->panels; panel++) {
        const size_t end = panel + 1 == matrix->panels ? matrix->pairs : (panel + 1) * matrix->panel_pairs;
        int64_t bound = 0;
        for (size_t pair = panel * matrix->panel_pairs; pair < end; pair++) {
            for (size_t second = 0; second < 2; second++) {
                const size_t within = (pair - panel * matrix->panel_pairs) * 2 + second;
                if (within >= width || panel * width + within >= columns) {
                    REQUIRE(weight(matrix, row, pair, second) == 0);
                } else {
                    bound += magnitude(weight(matrix, row, pair, second)) * 32768;
                }
            }
        }
        REQUIRE(bound <= INT32_MAX);
        const uint8_t shift = matrix->shifts[row / 16 * matrix->panels + panel];
        REQUIRE(shift <= 31);
        total += (bound >> shift) + 1;
    }
    return total;
}

static void require_matrix(const mq_matrix *matrix, size_t blocks, size_t columns, size_t width) {
    const void *weights = matrix->weights ? (const void *)matrix->weights : matrix->bytes;
    REQUIRE(matrix->blocks == blocks && (uintptr_t)weights % 64 == 0);
    REQUIRE(matrix->weights || matrix->panels == 1 || matrix->panel_pairs % 2 == 0);
    REQUIRE(columns >= 1 && matrix->panels == (columns + width - 1) / width);
    REQUIRE(matrix->pairs == (matrix->panels - 1) * matrix->panel_pairs + (columns - (matrix->panels - 1) * width + 1) / 2);
    require_inside(weights, (uint64_t)blocks * matrix->pairs * (matrix->weights ? 64 : 32));
    require_inside(matrix->shifts, (uint64_t)blocks * matrix->panels);
}

// - sample: of a convolution the columns of a sample, else 0
static void require_affine(const mq_affine *affine, size_t columns, size_t sample, size_t hidden) {
    REQUIRE(affine->rows >= 1 && affine->blocks == (affine->rows + 15) / 16 && (uintptr_t)affine->bias % 64 == 0);
    require_inside(affine->bias, affine->blocks * 64);
    require_inside(affine->output_shifts, affine->blocks);
    const size_t width = sample > 0 ? sample : 2 * affine->input->panel_pairs;
    require_matrix(affine->input, affine->blocks, columns, width);
    REQUIRE((affine->recurrent != NULL) == (hidden > 0));
    if (hidden > 0) require_matrix(affine->recurrent, affine->blocks, hidden, 2 * affine->recurrent->panel_pairs);
    for (size_t row = 0; row < affine->blocks * 16; row++) {
        const uint8_t shift = affine->output_shifts[row / 16];
        REQUIRE(shift <= 24);
        int64_t sum = magnitude(affine->bias[row]) + ((int64_t)1 << shift) / 2 + largest(affine->input, row, columns, width);
        if (hidden > 0) sum += largest(affine->recurrent, row, hidden, 2 * affine->recurrent->panel_pairs);
        if (row < affine->rows) {
            REQUIRE(sum <= INT32_MAX);
        } else {
            REQUIRE(affine->bias[row] == 0);
            for (size_t pair = 0; pair < affine->input->pairs; pair++) REQUIRE(weight(affine->input, row, pair, 0) == 0);
            for (size_t pair = 0; hidden > 0 && pair < affine->recurrent->pairs; pair++) {
                REQUIRE(weight(affine->recurrent, row, pair, 0) == 0 && weight(affine->recurrent, row, pair, 1) == 0);
            }
        }
    }
}

// Front layers, whose fields a window fills; `columns` is then what the last of them gives.
static void require_front(const mq_network *network, size_t *columns) {
    uint64_t inputs = network->length, numbers = 0;
    for (size_t index = 0; index < network->front_layers; index++) {
        const mq_front_layer *layer = &network->front[index];
        REQUIRE(layer->columns == *columns && layer->taps >= 1 && layer->stride >= 1 && layer->dilation >= 1);
        const uint64_t span = (uint64_t)(layer->taps - 1) * layer->dilation + 1;
        REQUIRE(span <= inputs);
        numbers += span * *columns;
        if (layer->convolution) {
            require_affine(layer->convolution, layer->taps * *columns, 0, 0);
            *columns = layer->convolution->rows;
        } else {
            REQUIRE(!layer->is_causal && layer->dilation == 1 && layer->taps <= 16384);
        }
        inputs = (inputs - (layer->is_causal ? 1 : span)) / layer->stride + 1;
    }
    REQUIRE(numbers <= 1u << 20 && inputs >= 1);
    REQUIRE(network->front_layers == 0 || network->lstm_layers > 0 || inputs == 1);
}

// The sanitizer watches that no sum overflows and nothing is read outside.
static void run(const mq_network *network) {
    const size_t bytes = mq_classifier_memory(network);
    if (bytes > 1 << 20 || network->length > 300) return;
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    int16_t *sample = malloc(network->inputs * sizeof *sample);
    mq_classifier classifier;
    mq_window window;
    size_t windows = 0, scalar = 0;
    // The last kernels are in plain C, in which a sanitizer sees an overflow.
    while (mq_kernels_available(scalar + 1)) scalar++;
    REQUIRE(memory && sample && mq_classifier_begin(&classifier, network, mq_kernels_available(scalar), memory, bytes));
    for (size_t step = 0; step < network->length; step++) {
        for (size_t input = 0; input < network->inputs; input++) sample[input] = random_u32() % 2 ? INT16_MIN : INT16_MAX;
        windows += mq_classifier_push(&classifier, sample, &window);
    }
    REQUIRE(windows == 1);
    free(sample);
    free(memory);
}

void require_sound(const mq_network_image *image, const uint8_t *bytes, uint32_t length) {
    const mq_network *network = &image->network;
    first = bytes;
    behind = bytes + length;
    REQUIRE(network->length >= 1 && network->hop >= 1 && (network->length + network->hop - 1) / network->hop <= 256);
    REQUIRE(network->inputs >= 1 && network->input_fraction_bits <= 15);
    REQUIRE(network->front_layers <= 4 && (network->front_layers == 0 || !network->convolution));
    REQUIRE(network->lstm_layers >= (network->convolution || network->front_layers ? 0 : 1) && network->lstm_layers <= 4);
    REQUIRE(network->dense_layers >= 1 && network->dense_layers <= 4);
    require_inside(image->inputs, network->inputs * sizeof *image->inputs);
    for (size_t label = 0; label < image->labels; label++) {
        size_t characters;
        const uint8_t *name = mq_network_image_label(image, label, &characters);
        require_inside(name, characters);
        REQUIRE(characters <= 31);
    }
    size_t last;
    const uint8_t *name = mq_network_image_label(image, image->labels - 1, &last);
    if (last == 0) name++;  // Its length is all that it has.
    name += last;
    bool any = false;
    for (size_t input = 0; input < network->inputs; input++) {
        if (image->inputs[input].kind != MQ_NAMED_KIND) continue;
        REQUIRE(any || network->input_names == name);
        any = true;
        require_inside(name, 1);
        REQUIRE(name[0] >= 1 && name[0] <= 32);
        require_inside(name, 1u + name[0]);
        name += 1 + name[0];
    }
    REQUIRE(any || !network->input_names);
    const mq_decision_parameters *decision = &image->decision;
    REQUIRE(decision->smoothing >= 1 && decision->threshold >= 0 && decision->rest_label < (int32_t)image->labels);
    REQUIRE(decision->evidence == 0 || (decision->evidence_limit >= 64 && decision->evidence_leak <= 4096));
    size_t columns = network->inputs;
    if (network->convolution) {
        require_affine(network->convolution, columns * network->length, columns, 0);
        columns = network->convolution->rows;
    }
    require_front(network, &columns);
    for (size_t layer = 0; layer < network->lstm_layers; layer++) {
        const size_t units = network->lstm[layer].rows / 4;
        REQUIRE(network->lstm[layer].rows == 4 * units);
        require_affine(&network->lstm[layer], columns, 0, units);
        columns = units;
    }
    for (size_t layer = 0; layer < network->dense_layers; layer++) {
        require_affine(&network->dense[layer].affine, columns, 0, 0);
        columns = network->dense[layer].affine.rows;
    }
    REQUIRE(columns == image->labels);
    run(network);
}
