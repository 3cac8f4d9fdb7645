// Random images, laid out straight from mq_network_image.h.
#include <string.h>

#include "store_tests.h"

#define MOST_BYTES 65536u

static uint32_t state = 0x9E3779B9u;

uint32_t random_u32(void) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

uint32_t random_below(uint32_t bound) { return random_u32() % bound; }

static uint8_t image[MOST_BYTES];
// Where the next array goes.
static uint32_t end;

static void put(uint32_t offset, uint64_t word, uint32_t bytes) {
    for (uint32_t index = 0; index < bytes; index++) image[offset + index] = (uint8_t)(word >> 8 * index);
}

static uint32_t take(uint32_t bytes, uint32_t boundary) {
    end = (end + boundary - 1) / boundary * boundary;
    const uint32_t start = end;
    end += bytes;
    REQUIRE(end <= MOST_BYTES);
    return start;
}

// A term with weights that leave room for all panels; as bytes, if they are to be and can be. Returns whether they are.
static bool put_term(uint32_t at, uint32_t rows, uint32_t columns, uint32_t width, bool may_be_bytes) {
    const uint32_t blocks = (rows + 15) / 16, panels = (columns + width - 1) / width, panel_pairs = (width + 1) / 2;
    const uint32_t pairs = (panels - 1) * panel_pairs + (columns - (panels - 1) * width + 1) / 2;
    const bool are_bytes = may_be_bytes && (panels == 1 || panel_pairs % 2 == 0);
    const uint32_t weights = take(blocks * pairs * (are_bytes ? 32 : 64), 64), shifts = take(blocks * panels, 1);
    const mq_matrix matrix = {.blocks = blocks, .panels = panels, .panel_pairs = panel_pairs, .pairs = pairs};
    const uint32_t words[6] = {columns, panels, panel_pairs, pairs, weights, shifts};
    for (uint32_t word = 0; word < 6; word++) put(at + 4 * word, words[word], 4);
    for (uint32_t index = 0; index < blocks * panels; index++) image[shifts + index] = (uint8_t)(6 + random_below(26));
    const uint32_t room = 65535 / (width < columns ? width : columns), largest = are_bytes ? MQ_LARGEST_BYTE : 32767;
    const uint32_t most = room < largest ? room : largest;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            const int32_t weight = (int32_t)random_below(2 * most) - (int32_t)most;
            if (are_bytes) {
                image[weights + mq_byte_place(&matrix, row, column / width, column % width)] = (uint8_t)weight;
                continue;
            }
            const size_t pair = column / width * panel_pairs + column % width / 2;
            const size_t element = mq_line(blocks, pairs, row / 16, pair) + row % 16 * 2 + column % width % 2;
            put(weights + 2 * (uint32_t)element, (uint16_t)weight, 2);
        }
    }
    return are_bytes;
}

// A front layer of fields that so many inputs fill; `columns` and `inputs` are then those of the next layer.
static void put_front(uint32_t at, uint32_t *columns, uint32_t *inputs);

static void put_layer(uint32_t at, uint8_t kind, uint32_t rows, uint32_t columns, uint32_t width) {
    const uint32_t blocks = (rows + 15) / 16;
    image[at] = kind;
    image[at + 1] = kind == 3 ? (uint8_t)random_below(2) : 0;
    put(at + 4, rows, 4);
    const uint32_t bias = take(blocks * 64, 64), shifts = take(blocks, 1);
    put(at + 8, bias, 4);
    put(at + 12, shifts, 4);
    for (uint32_t row = 0; row < rows; row++) put(bias + 4 * row, random_below(200000000) - 100000000u, 4);
    for (uint32_t block = 0; block < blocks; block++) image[shifts + block] = (uint8_t)random_below(25);
    image[at + 2] = put_term(at + 16, rows, columns, width, random_below(2));
    if ((kind == 2 || kind == 8) && put_term(at + 40, rows, rows / 4, 64, random_below(2))) image[at + 2] |= 2;
}

static void put_front(uint32_t at, uint32_t *columns, uint32_t *inputs) {
    const uint32_t kind = 5 + random_below(3), taps = 1 + random_below(*inputs), stride = 1 + random_below(3);
    uint32_t dilation = 1, first = taps;
    if (kind == 5) {
        const uint32_t rows = 1 + random_below(40), flags = random_below(4);
        if (taps > 1) dilation = 1 + random_below((*inputs - 1) / (taps - 1));
        put_layer(at, 5, rows, taps * *columns, 64);
        image[at + 1] = (uint8_t)flags;
        first = flags & 2 ? 1 : (taps - 1) * dilation + 1;
        *columns = rows;
    } else {
        image[at] = (uint8_t)kind;
        put(at + 4, *columns, 4);
    }
    put(at + 40, taps, 4);
    put(at + 44, stride, 4);
    put(at + 48, dilation, 4);
    *inputs = (*inputs - first) / stride + 1;
}

void rehash(uint8_t *bytes, uint32_t length) {
    const uint64_t hash = mq_fnv1a(MQ_FNV1A_START, bytes + 64, length - 64);
    for (uint32_t index = 0; index < 8; index++) bytes[8 + index] = (uint8_t)(hash >> 8 * index);
}

uint8_t *make_image(uint32_t *length) {
    memset(image, 0, sizeof image);
    const uint32_t window = 1 + random_below(8), inputs = 1 + random_below(7), convolutions = random_below(2);
    const uint32_t front_layers = convolutions ? 0 : random_below(5);
    // Without a convolution one at least.
    const uint32_t lstm_layers = convolutions ? random_below(4) : 1 + random_below(3), dense_layers = 1 + random_below(3);
    memcpy(image, "MQN1", 4);
    put(16, random_below(32768), 2);
    put(22, 1 + random_below(1000), 2);
    put(24, 4096 + random_below(4000000), 4);
    put(28, 4096 + random_below(4000000), 4);
    put(32, random_below(60000000), 8);
    put(64, window, 4);
    put(68, 1 + random_below(9), 4);
    put(72, inputs, 4);
    image[76] = (uint8_t)random_below(16);
    image[77] = (uint8_t)random_below(2);
    image[78] = (uint8_t)(convolutions | front_layers << 2);
    image[79] = (uint8_t)lstm_layers;
    image[80] = (uint8_t)dense_layers;
    put(84, 0x42480000u, 4);  // 50.0
    uint32_t at = 96;
    end = at + 64 * (convolutions + front_layers + lstm_layers + dense_layers);
    put(88, take(12 * inputs, 4), 4);
    for (uint32_t input = 0; input < inputs; input++) put(end - 12 * (input + 1), 0x10, 1);
    uint32_t columns = inputs;
    const uint32_t labels = 1 + random_below(20);
    image[81] = (uint8_t)labels;
    put(18, random_below(labels), 2);
    put(92, end, 4);
    for (uint32_t label = 0; label < labels; label++) {
        const uint32_t bytes = random_below(32), name = take(bytes + 1, 1);
        image[name] = (uint8_t)bytes;
        memset(image + name + 1, 'a', bytes);
    }
    // Of channels, which nobody reads as long as no input is of kind 0.
    for (uint32_t input = 0; input < inputs; input++) {
        const uint32_t bytes = 1 + random_below(32), name = take(bytes + 1, 1);
        image[name] = (uint8_t)bytes;
        memset(image + name + 1, 'b', bytes);
    }
    if (convolutions) {
        const uint32_t rows = 1 + random_below(20);
        put_layer(at, 1, rows, window * inputs, inputs);
        columns = rows;
        at += 64;
    }
    uint32_t samples = window;
    for (uint32_t layer = 0; layer < front_layers; layer++, at += 64) put_front(at, &columns, &samples);
    for (uint32_t layer = 0; layer < lstm_layers; layer++, at += 64) {
        const uint32_t units = 1 + random_below(9);
        put_layer(at, random_below(2) ? 2 : 8, 4 * units, columns, 64);
        columns = units;
    }
    for (uint32_t layer = 0; layer < dense_layers; layer++, at += 64) {
        const uint32_t rows = layer + 1 == dense_layers ? labels : 1 + random_below(70);
        put_layer(at, 3, rows, columns, 64);
        columns = rows;
    }
    *length = take(0, 64);
    put(4, *length, 4);
    rehash(image, *length);
    uint8_t *made = aligned_alloc(64, *length);
    REQUIRE(made);
    memcpy(made, image, *length);
    return made;
}
