// ARITHMETIC.md, section 16.
//
// The compiler's own names for memcpy and its kin: clang for a chip comes without string.h.
#include "mq_teach.h"

#define BLOCK 16
#define PANEL 64
// Largest sum of magnitudes in a panel (section 3.3).
#define MOST_PANEL 65535u

// (v + half) >> shift, to nearest, halves up; shift 1 ... 46, |v| < 2^62.
static int64_t rounded(int64_t value, unsigned shift) { return (value + ((int64_t)1 << (shift - 1))) >> shift; }

// sum / count to nearest, halves up; |sum| <= count * 2^15.
static int16_t mean_of(int32_t sum, uint32_t count) {
    const int64_t twice = (int64_t)sum * 2 + count, divisor = (int64_t)count * 2;
    int64_t quotient = twice / divisor;
    if (twice % divisor < 0) quotient--;
    return (int16_t)(quotient > INT16_MAX ? INT16_MAX : quotient);
}

bool mq_teach_set_row(const mq_teach_metric *metric, const int32_t *sums, uint32_t count, int16_t *mean, mq_teach_row *row) {
    const size_t units = metric->units;
    for (size_t unit = 0; unit < units; unit++) mean[unit] = mean_of(sums[unit], count);
    // Magnitudes of the panel that is being filled.
    uint32_t panel = 0;
    // Twice what the bias is, in units of weights times Q15: at most 4 panels of 2^16 times 2^16.
    int64_t middle = 0;
    for (size_t unit = 0; unit < units; unit++) {
        const int16_t *factors = metric->metric + unit * units;
        // At most 256 products of 15 and 16 bits: below 2^40.
        int64_t sum = 0;
        for (size_t other = 0; other < units; other++) {
            sum += (int64_t)factors[other] * ((int32_t)mean[other] - metric->centre[other]);
        }
        const int64_t weight = rounded(sum, metric->row_shift);
        if (weight < -INT16_MAX || weight > INT16_MAX) return false;
        if (unit % PANEL == 0) panel = 0;
        panel += (uint32_t)(weight < 0 ? -weight : weight);
        if (panel > MOST_PANEL) return false;
        row->weights[unit] = (int16_t)weight;
        middle += weight * ((int32_t)mean[unit] + metric->centre[unit]);
    }
    row->bias = (int32_t)-rounded(middle, mq_teach_panel_shift(units) + 1u);
    return true;
}

// MARK: A network that is taught

// Bytes in the order in which they lie in memory: what is read in lines of 64 bytes first.
typedef struct {
    size_t weights, bias, sums, counts, units;
} sizes;

static sizes sizes_of(const mq_network *network, const mq_teachable *teachable) {
    const mq_affine *affine = &network->dense[network->dense_layers - 1].affine;
    sizes bytes;
    bytes.weights = affine->blocks * affine->input->pairs * 2 * BLOCK * sizeof(int16_t);
    bytes.bias = affine->blocks * BLOCK * sizeof(int32_t);
    bytes.sums = (size_t)teachable->places * teachable->metric.units * sizeof(int32_t);
    bytes.counts = (size_t)teachable->places * sizeof(uint16_t);
    bytes.units = (size_t)teachable->metric.units * sizeof(int16_t);
    return bytes;
}

size_t mq_teach_memory(const mq_network *network, const mq_teachable *teachable) {
    const sizes bytes = sizes_of(network, teachable);
    return bytes.weights + bytes.bias + bytes.sums + bytes.counts + 2 * bytes.units + 63;
}

// Whether a last layer reads the LSTM as rows are set for it.
static bool fits(const mq_network *network, const mq_teachable *teachable) {
    const size_t units = teachable->metric.units;
    if (network->dense_layers != 1 || network->lstm_layers == 0 || units == 0 || units > MQ_TEACH_UNITS) return false;
    if (network->lstm[network->lstm_layers - 1].rows != 4 * units) return false;
    if (teachable->metric.row_shift < 1 || teachable->metric.row_shift > 46) return false;
    const mq_affine *affine = &network->dense[0].affine;
    const mq_matrix *matrix = affine->input;
    // Rows are set in 16 bits.
    if (!matrix->weights) return false;
    if (matrix->pairs != (units + 1) / 2 || matrix->panels != (units + PANEL - 1) / PANEL) return false;
    if (teachable->places == 0 || (size_t)teachable->first + teachable->places > affine->rows) return false;
    for (size_t block = 0; block < affine->blocks; block++) {
        // A larger one, and an empty place might be named.
        if (affine->output_shifts[block] > 14) return false;
        for (size_t panel = 0; panel < matrix->panels; panel++) {
            if (matrix->shifts[block * matrix->panels + panel] != mq_teach_panel_shift(units)) return false;
        }
    }
    return true;
}

bool mq_teach_begin(mq_learner *learner, const mq_network *network, const mq_teachable *teachable, void *memory, size_t bytes) {
    if (!fits(network, teachable) || bytes < mq_teach_memory(network, teachable)) return false;
    const sizes parts = sizes_of(network, teachable);
    const mq_affine *affine = &network->dense[0].affine;
    uint8_t *at = (uint8_t *)memory + (64 - (uintptr_t)memory % 64) % 64;
    learner->weights = (int16_t *)(void *)at;
    learner->bias = (int32_t *)(void *)(at += parts.weights);
    learner->sums = (int32_t *)(void *)(at += parts.bias);
    learner->counts = (uint16_t *)(void *)(at += parts.sums);
    learner->mean = (int16_t *)(void *)(at += parts.counts);
    learner->row = (int16_t *)(void *)(at + parts.units);
    __builtin_memcpy(learner->weights, affine->input->weights, parts.weights);
    __builtin_memcpy(learner->bias, affine->bias, parts.bias);
    learner->teachable = teachable;
    learner->matrix = *affine->input;
    learner->matrix.weights = learner->weights;
    learner->matrix.bytes = NULL;
    learner->layer = network->dense[0];
    learner->layer.affine.input = &learner->matrix;
    learner->layer.affine.bias = learner->bias;
    learner->network = *network;
    learner->network.dense = &learner->layer;
    for (size_t place = 0; place < teachable->places; place++) mq_teach_forget(learner, place);
    return true;
}

// Writes a place's row where the kernels read it.
static void write_row(mq_learner *learner, size_t place, const int16_t *weights, int32_t bias) {
    const size_t row = learner->teachable->first + place, block = row / BLOCK, within = row % BLOCK;
    for (size_t unit = 0; unit < learner->teachable->metric.units; unit++) {
        const size_t line = mq_line(learner->matrix.blocks, learner->matrix.pairs, block, unit / 2);
        learner->weights[line + within * 2 + unit % 2] = weights ? weights[unit] : 0;
    }
    learner->bias[row] = bias;
}

static int32_t *sums_of(mq_learner *learner, size_t place) { return learner->sums + place * learner->teachable->metric.units; }

bool mq_teach_restore(mq_learner *learner, size_t place, const int32_t *sums, uint32_t count) {
    const mq_teach_metric *metric = &learner->teachable->metric;
    if (place >= learner->teachable->places || count > MQ_TEACH_EXAMPLES) return false;
    if (count == 0) {
        mq_teach_forget(learner, place);
        return true;
    }
    const int64_t largest = (int64_t)count << 15;
    for (size_t unit = 0; unit < metric->units; unit++) {
        if (sums[unit] > largest || sums[unit] < -largest) return false;
    }
    mq_teach_row row = {0, learner->row};
    if (!mq_teach_set_row(metric, sums, count, learner->mean, &row)) return false;
    int32_t *kept = sums_of(learner, place);
    for (size_t unit = 0; unit < metric->units; unit++) kept[unit] = sums[unit];
    learner->counts[place] = (uint16_t)count;
    write_row(learner, place, row.weights, row.bias);
    return true;
}

bool mq_teach_show(mq_learner *learner, size_t place, const int16_t *hidden) {
    const uint32_t count = mq_teach_count(learner, place);
    if (place >= learner->teachable->places || count == MQ_TEACH_EXAMPLES) return false;
    const size_t units = learner->teachable->metric.units;
    int32_t *sums = sums_of(learner, place);
    for (size_t unit = 0; unit < units; unit++) sums[unit] += hidden[unit];
    if (mq_teach_restore(learner, place, sums, count + 1)) return true;
    for (size_t unit = 0; unit < units; unit++) sums[unit] -= hidden[unit];
    return false;
}

void mq_teach_forget(mq_learner *learner, size_t place) {
    if (place >= learner->teachable->places) return;
    int32_t *sums = sums_of(learner, place);
    for (size_t unit = 0; unit < learner->teachable->metric.units; unit++) sums[unit] = 0;
    learner->counts[place] = 0;
    write_row(learner, place, NULL, MQ_TEACH_EMPTY_BIAS);
}
