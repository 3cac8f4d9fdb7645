// Plain C, for every machine that has no other kernel, and for readers. Sums are unsigned because they may wrap on the way.
#include "gru.h"
#include "mq_kernels.h"

#if defined(__x86_64__) || defined(__aarch64__)
// Compilers make vectors of the loops, and these want a whole block.
#define TILE_ROWS 16

static void accumulate_tile(
    const int16_t *line, size_t step, const int16_t *x, const int16_t *end, unsigned shift, const int32_t *from, int32_t *sums) {
    uint32_t products[TILE_ROWS] = {0};
    for (; x != end; x += 2, line += step) {
        const int32_t first = x[0], second = x[1];
        for (size_t row = 0; row < TILE_ROWS; row++) {
            products[row] += (uint32_t)(line[2 * row] * first) + (uint32_t)(line[2 * row + 1] * second);
        }
    }
    for (size_t row = 0; row < TILE_ROWS; row++)
        sums[row] = (int32_t)((uint32_t)from[row] + (uint32_t)((int32_t)products[row] >> shift));
}
#else
// Eight sums are as many as registers hold: one in memory costs as much as two multiplications. They have names because small
// compilers take no array apart.
#define TILE_ROWS 8
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

#if defined(__thumb__) && !defined(__thumb2__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/// ARMv6-M has no load of a signed number from where an offset says: two weights by one load are taken apart in two instructions.
typedef int32_t __attribute__((may_alias)) two_weights;
#define ADD(row)                                                \
    const int32_t both##row = ((const two_weights *)line)[row]; \
    sum##row += (uint32_t)((int16_t)both##row * first);         \
    sum##row += (uint32_t)((both##row >> 16) * second);         \
    __asm__ volatile("" : : : "memory");
#else
/// Nothing of a row moves past its sum. A compiler that gathers loads ahead of their use runs out of registers, and puts sums into
/// memory; and one that adds both products first has no multiply-add instruction for the second.
#define SETTLE(sum) __asm__ volatile("" : "+r"(sum) : : "memory");
#define ADD(row)                                        \
    sum##row += (uint32_t)(line[2 * row] * first);      \
    SETTLE(sum##row)                                    \
    sum##row += (uint32_t)(line[2 * row + 1] * second); \
    SETTLE(sum##row)
#endif
#define BEGIN(row) uint32_t sum##row = 0;
#define FINISH(row) sums[row] = (int32_t)((uint32_t)from[row] + (uint32_t)((int32_t)sum##row >> shift));

static void accumulate_tile(
    const int16_t *line, size_t step, const int16_t *x, const int16_t *end, unsigned shift, const int32_t *from, int32_t *sums) {
    EACH_ROW(BEGIN)
    for (; x != end; x += 2, line += step) {
        const int32_t first = x[0], second = x[1];
        EACH_ROW(ADD)
    }
    EACH_ROW(FINISH)
}
#endif

/// Some rows of a block times four columns of a panel at a time, and a pair that is left over, which stands at `rest`.
static void accumulate_bytes(
    const int8_t *line, size_t step, const int8_t *rest, const int16_t *x, const int16_t *end, unsigned shift, const int32_t *from,
    int32_t *sums) {
    for (size_t row = 0; row < TILE_ROWS; row++, line += 4, rest += 2) {
        uint32_t sum = 0;
        const int8_t *four = line;
        const int16_t *inputs = x;
        for (; inputs + 2 < end; inputs += 4, four += step) {
            sum += (uint32_t)(four[0] * inputs[0]) + (uint32_t)(four[1] * inputs[1]);
            sum += (uint32_t)(four[2] * inputs[2]) + (uint32_t)(four[3] * inputs[3]);
        }
        if (inputs != end) sum += (uint32_t)(rest[0] * inputs[0]) + (uint32_t)(rest[1] * inputs[1]);
        sums[row] = (int32_t)((uint32_t)from[row] + (uint32_t)((int32_t)sum >> shift));
    }
}

/// A tile is some rows of a block: `step` elements from a pair's weights to the next pair's, x up to `end`.
static void accumulate_panel(const mq_matrix *matrix, size_t panel, const int16_t *x, const int32_t *from, int32_t *sums) {
    const size_t start = panel * matrix->panel_pairs, pairs = mq_pairs_of(matrix, panel);
    const int16_t *const end = x + 2 * pairs;
    for (size_t block = 0; block < matrix->blocks; block++) {
        const size_t width = mq_group_width(matrix->blocks, block);
        const unsigned shift = matrix->shifts[block * matrix->panels + panel];
        if (matrix->weights) {
            const int16_t *line = matrix->weights + mq_line(matrix->blocks, matrix->pairs, block, start);
            for (size_t tile = 0; tile < 16; tile += TILE_ROWS, line += 2 * TILE_ROWS, from += TILE_ROWS, sums += TILE_ROWS)
                accumulate_tile(line, width * 32, x, end, shift, from, sums);
            continue;
        }
        const size_t within = block % MQ_GROUP_BLOCKS;
        const int8_t *lines = matrix->bytes + mq_byte_panel(matrix, block - within, panel);
        const int8_t *line = lines + within * 64, *rest = lines + pairs / 2 * width * 64 + within * 32;
        for (size_t tile = 0; tile < 16; tile += TILE_ROWS, from += TILE_ROWS, sums += TILE_ROWS)
            accumulate_bytes(line + 4 * tile, width * 64, rest + 2 * tile, x, end, shift, from, sums);
    }
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count, bool backwards) {
    (void)backwards;  // One order is as good as another where the multiplications take the time.
    for (size_t v = 0; v < count; v++) {
        for (size_t panel = 0; panel < panels; panel++) {
            const int32_t *from = panel == 0 ? start[v] : sums[v];
            accumulate_panel(matrix, first + panel, x[v] + panel * matrix->panel_pairs * 2, from, sums[v]);
        }
    }
}

static int16_t saturate(int32_t value) { return (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value); }

static void requantize(const int32_t *sums, const uint8_t *shifts, size_t blocks, int16_t least, int16_t *out) {
    for (size_t row = 0; row < blocks * 16; row++) {
        const unsigned shift = shifts[row / 16];
        const int16_t value = saturate((int32_t)((uint32_t)sums[row] + (1u << shift >> 1)) >> shift);
        out[row] = value < least ? least : value;
    }
}

static int32_t tanh_q15(int16_t argument, const mq_tanh_table *table) {
    const int32_t sign = argument < 0 ? -1 : 0;
    const int32_t magnitude = argument == -32768 ? 32767 : (argument ^ sign) - sign;
    const int32_t index = magnitude >> 7;
    const int32_t value = table->nodes[index] + ((table->slopes[index] * (magnitude & 127) + 64) >> 7);
    return (value ^ sign) - sign;
}

static int32_t sigmoid_q15(int16_t argument, const mq_tanh_table *table) { return 16384 + (tanh_q15(argument, table) >> 1); }

/// The forget gate in Q16, 1 … 65534: as much as keeps the cell state below 2³⁰.
static int64_t forget_q16(int16_t argument, const mq_tanh_table *table) {
    const int32_t value = tanh_q15(argument, table);
    return 32768 + (value < 32766 ? value : 32766);
}

static int32_t multiply_q15(int32_t a, int32_t b) { return (a * b + 0x4000) >> 15; }

static void advance(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    for (size_t unit = 0; unit < units; unit++) {
        const int32_t input = sigmoid_q15(gates[unit], tanh);
        const int64_t forget = forget_q16(gates[units + unit], tanh);
        const int32_t output = sigmoid_q15(gates[2 * units + unit], tanh);
        const int32_t candidate = tanh_q15(gates[3 * units + unit], tanh);
        cell[unit] = (int32_t)((forget * cell[unit] + 0x8000) >> 16) + multiply_q15(input, candidate);
        hidden[unit] = (int16_t)multiply_q15(output, tanh_q15(saturate((cell[unit] + 4) >> 3), tanh));
    }
}

void mq_advance_gru_plainly(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *state, int16_t *hidden) {
    for (size_t unit = 0; unit < units; unit++) {
        const int64_t update = forget_q16(gates[unit], tanh);
        const int32_t reset = sigmoid_q15(gates[units + unit], tanh);
        const int32_t argument = gates[3 * units + unit] + multiply_q15(reset, gates[2 * units + unit]);
        const int64_t candidate = tanh_q15(saturate(argument), tanh);
        state[unit] = (int32_t)(((update * state[unit] + 0x8000) >> 16) + ((65536 - update) * candidate >> 1));
        hidden[unit] = (int16_t)((state[unit] + 0x4000) >> 15);
    }
}

extern const mq_kernels mq_kernels_scalar;  // to C++, constants are static otherwise
const mq_kernels mq_kernels_scalar = {"scalar", accumulate, requantize, advance, mq_advance_gru_plainly};
