// A stroke as the one window that a network reads (ARITHMETIC.md, section 14.2).
#include "mq_stroke_window.h"

// Divisor > 0; to nearest, halves up.
static int64_t rounded(int64_t dividend, int64_t divisor) {
    const int64_t sum = dividend + divisor / 2;
    const int64_t quotient = sum / divisor;
    return quotient - (sum % divisor < 0 ? 1 : 0);
}

// floor(sqrt(value)), bit by bit.
static int64_t square_root(uint64_t value) {
    uint64_t root = 0;
    uint64_t bit = UINT64_C(1) << 62;
    while (bit > value) bit >>= 2;
    for (; bit != 0; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (int64_t)root;
}

// A stroke in the ring.
typedef struct {
    const mq_stroke_reader *reader;
    size_t newest;  // Samples ago.
    size_t length;
} stroke;

static const int16_t *sample_of(const stroke *stroke, size_t index) {
    return mq_stroke_sample(stroke->reader, stroke->newest + stroke->length - 1 - index);
}

// Means over as many equal parts as the window has rows, under the straight lines between samples.
//
// In units of half a sample's value over the square of the window: a position is `before` samples and `part` of `window` parts.
static void stretch(mq_stroke_reader *reader, const stroke *stroke, size_t input) {
    const int64_t window = (int64_t)reader->window;
    const int64_t last = (int64_t)stroke->length - 1;
    int64_t sum = 0;  // To sample `before`, times 2.
    int64_t before = 0;
    int64_t previous = 0;
    for (int64_t row = 0; row < window; row++) {
        const int64_t position = (row + 1) * last;
        while (before + 1 < last && (before + 1) * window <= position) {
            sum += (int64_t)sample_of(stroke, (size_t)before)[input] + sample_of(stroke, (size_t)before + 1)[input];
            before++;
        }
        const int64_t part = position - before * window;
        const int64_t first = sample_of(stroke, (size_t)before)[input];
        const int64_t second = sample_of(stroke, (size_t)before + 1)[input];
        const int64_t area = window * window * sum + 2 * part * window * first + part * part * (second - first);
        reader->rows[(size_t)row * reader->inputs + input] = (int16_t)rounded(area - previous, 2 * window * last);
        previous = area;
    }
}

// The sample before which half of the motion is done: of the squared distances from the means, rotations as in 2^-11 rad/s.
static size_t middle_of_motion(const stroke *stroke) {
    const mq_stroke_reader *reader = stroke->reader;
    int64_t means[MQ_STROKE_INPUTS];
    for (size_t input = 0; input < reader->inputs; input++) {
        int64_t sum = 0;
        for (size_t index = 0; index < stroke->length; index++) sum += sample_of(stroke, index)[input];
        means[input] = rounded(sum, (int64_t)stroke->length);
    }
    int64_t total = 0;
    for (int pass = 0;; pass++) {
        int64_t sum = 0;
        for (size_t index = 0; index < stroke->length; index++) {
            const int16_t *sample = sample_of(stroke, index);
            for (size_t input = 0; input < reader->inputs; input++) {
                const int64_t distance = sample[input] - means[input];
                sum += distance * distance * (reader->strokes->inputs[input].rotates ? 16 : 1);
            }
            if (pass == 1 && 2 * sum >= total) return index;
        }
        total = sum;
    }
}

// At its own tempo, with the outermost sample repeated where the stroke has none.
static void place(mq_stroke_reader *reader, const stroke *stroke, int32_t start) {
    const int32_t last = (int32_t)stroke->length - 1;
    for (size_t row = 0; row < reader->window; row++) {
        const int32_t index = start + (int32_t)row;
        const int16_t *sample = sample_of(stroke, (size_t)(index < 0 ? 0 : index > last ? last : index));
        for (size_t input = 0; input < reader->inputs; input++) reader->rows[row * reader->inputs + input] = sample[input];
    }
}

// Sums of the inputs, and 8 * window * strength of accelerations about their means and of rotations about 0, no less than that of
// stillness, whose noise is not raised: 0.02 g and 0.05 rad/s.
static void weigh(mq_stroke_reader *reader) {
    const int64_t window = (int64_t)reader->window;
    uint64_t squares[2] = {0, 0};
    for (size_t input = 0; input < reader->inputs; input++) {
        int64_t sum = 0;
        int64_t square = 0;
        for (size_t row = 0; row < reader->window; row++) {
            const int64_t value = reader->rows[row * reader->inputs + input];
            sum += value;
            square += value * value;
        }
        const bool rotates = reader->strokes->inputs[input].rotates;
        reader->sums[input] = (int32_t)sum;
        squares[rotates] += (uint64_t)(window * square - (rotates ? 0 : sum * sum));
    }
    // 8 * 0.02 * 2048 and 8 * 0.05 * 512, in hundredths.
    const int64_t stillness[2] = {window * 32768 / 100, window * 20480 / 100};
    for (int kind = 0; kind < 2; kind++) {
        const int64_t strength = square_root(squares[kind] * 64);
        reader->strengths[kind] = strength > stillness[kind] ? strength : stillness[kind];
    }
}

void mq_stroke_make_rows(mq_stroke_reader *reader, size_t ago, size_t length) {
    const stroke stroke = {reader, ago, length};
    const int32_t window = (int32_t)reader->window;
    reader->length = length;
    switch (reader->strokes->form) {
    case 0:
        for (size_t input = 0; input < reader->inputs; input++) stretch(reader, &stroke, input);
        break;
    case 1: place(reader, &stroke, (int32_t)length - window); break;
    default: place(reader, &stroke, (int32_t)middle_of_motion(&stroke) - window / 2); break;
    }
    weigh(reader);
}

void mq_stroke_row(const mq_stroke_reader *reader, size_t row, int16_t *values) {
    const int64_t window = (int64_t)reader->window;
    for (size_t input = 0; input < reader->inputs; input++) {
        const mq_stroke_input *map = &reader->strokes->inputs[input];
        const int64_t value = reader->rows[row * reader->inputs + input];
        const int64_t sum = reader->sums[input];
        // In Q16: the mean in g, which is where gravity points, and the distance from it in strengths.
        const int64_t mean = map->rotates ? 0 : rounded(sum * 32, window);
        const int64_t distance = window * value - (map->rotates ? 0 : sum);
        const int64_t even = mean + rounded(distance * 8 * 65536, reader->strengths[map->rotates]);
        const int64_t input_value = (even * map->multiplier + map->addend + (INT64_C(1) << (map->shift - 1))) >> map->shift;
        values[input] = (int16_t)(input_value > 32767 ? 32767 : input_value < -32768 ? -32768 : input_value);
    }
}
