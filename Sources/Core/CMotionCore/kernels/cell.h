// Gate arguments to cell and hidden state, WORDS units at a time, of LSTM and of GRU cells. A kernel defines beforehand, besides
// what matrix.h needs:
//   words                                a vector of WORDS int16; two `lanes` hold as many int32
//   MASKED                               if vectors can be loaded and stored in part
//   load_words(p, n), store_words(p, v, n), load_cells(p, n), store_cells(p, v, n)
//                                        the first n elements at least, those alone if MASKED; a cell's n may be beyond its lanes
//   splat(n), add_words(a, b), max_words(a, b), min_words(a, b), half(a)     half: arithmetic shift by one
//   multiply_q15(a, b)                   (a·b + 2¹⁴) >> 15, operands not both −32768
//   tanh_words(n, table)
//   widen_low(v), widen_high(v)          int16 → int32, the first or the last WORDS / 2
//   spread_low(v), spread_high(v)        the same as factors for multiply_words
//   saturate(low, high)                  int32 → int16
//   multiply_words(a, b)                 int32 products of a, spread, and the int16 in b
//   shift_left(v, n), subtract(a, b)     of int32, n a constant
//   and(a, b)
//   requantize_block(sums, rounding, shift, least, out)      16 rows, if words hold more of them

INLINE words sigmoid(words argument, const mq_tanh_table *tanh) {
    return add_words(splat(16384), half(tanh_words(argument, tanh)));
}

/// (((2¹⁵ + t) · c + 2¹⁵) >> 16) + added. With c = high · 2¹⁵ + low only the product with low is rounded, and all fits 32 bits
/// (ARITHMETIC.md §5).
INLINE lanes next_cell(lanes t, lanes cell, lanes added) {
    const lanes high = multiply_words(t, shift_right(cell, 15));
    const lanes low = multiply_words(t, and(cell, splat_lanes(0x7FFF)));
    const lanes twice = add(add(cell, high), shift_right(add(low, splat_lanes(0x8000)), 15));
    return add(shift_right(twice, 1), added);
}

INLINE void advance_words(
    const int16_t *i, const int16_t *f, const int16_t *o, const int16_t *g, const mq_tanh_table *tanh, int32_t *cell,
    int16_t *hidden, const size_t n) {
    const words added = multiply_q15(sigmoid(load_words(i, n), tanh), tanh_words(load_words(g, n), tanh));
    const words forget = min_words(tanh_words(load_words(f, n), tanh), splat(32766));
    const size_t beyond = n > WORDS / 2 ? n - WORDS / 2 : 0;
    const lanes low = next_cell(spread_low(forget), load_cells(cell, n), widen_low(added));
    const lanes high = next_cell(spread_high(forget), load_cells(cell + WORDS / 2, beyond), widen_high(added));
    store_cells(cell, low, n);
    store_cells(cell + WORDS / 2, high, beyond);
    const lanes four = splat_lanes(4);
    const words argument = saturate(shift_right(add(low, four), 3), shift_right(add(high, four), 3));
    store_words(hidden, multiply_q15(sigmoid(load_words(o, n), tanh), tanh_words(argument, tanh)), n);
}

/// ((2¹⁵ − t) · g) >> 1: what the candidate adds to the state, g widened.
INLINE lanes candidate_part(lanes t, lanes g) { return shift_right(subtract(shift_left(g, 15), multiply_words(t, g)), 1); }

INLINE void advance_gru_words(
    const int16_t *z, const int16_t *r, const int16_t *c, const int16_t *g, const mq_tanh_table *tanh, int32_t *state,
    int16_t *hidden, const size_t n) {
    const words reset = multiply_q15(sigmoid(load_words(r, n), tanh), load_words(c, n)), argument = load_words(g, n);
    const words candidate =
        tanh_words(saturate(add(widen_low(argument), widen_low(reset)), add(widen_high(argument), widen_high(reset))), tanh);
    const words update = min_words(tanh_words(load_words(z, n), tanh), splat(32766));
    const size_t beyond = n > WORDS / 2 ? n - WORDS / 2 : 0;
    const lanes first = spread_low(update), last = spread_high(update);
    const lanes low = next_cell(first, load_cells(state, n), candidate_part(first, widen_low(candidate)));
    const lanes high = next_cell(last, load_cells(state + WORDS / 2, beyond), candidate_part(last, widen_high(candidate)));
    store_cells(state, low, n);
    store_cells(state + WORDS / 2, high, beyond);
    const lanes half_step = splat_lanes(0x4000);
    store_words(hidden, saturate(shift_right(add(low, half_step), 15), shift_right(add(high, half_step), 15)), n);
}

/// What is done to WORDS units or fewer.
typedef void step_words(
    const int16_t *, const int16_t *, const int16_t *, const int16_t *, const mq_tanh_table *, int32_t *, int16_t *, const size_t);

INLINE void advance_all(
    step_words *step, const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    size_t unit = 0;
    for (; unit + WORDS <= units; unit += WORDS) {
        const int16_t *i = gates + unit;
        step(i, i + units, i + 2 * units, i + 3 * units, tanh, cell + unit, hidden + unit, WORDS);
    }
    const size_t rest = units - unit;
    if (rest == 0) return;
#ifdef MASKED
    const int16_t *i = gates + unit;
    step(i, i + units, i + 2 * units, i + 3 * units, tanh, cell + unit, hidden + unit, rest);
#else
    // The last units, by way of memory that a whole vector may read and write.
    int16_t arguments[4][WORDS] = {{0}}, new_hidden[WORDS];
    int32_t new_cell[WORDS] = {0};
    for (size_t gate = 0; gate < 4; gate++) memcpy(arguments[gate], gates + gate * units + unit, rest * sizeof *gates);
    memcpy(new_cell, cell + unit, rest * sizeof *cell);
    step(arguments[0], arguments[1], arguments[2], arguments[3], tanh, new_cell, new_hidden, WORDS);
    memcpy(cell + unit, new_cell, rest * sizeof *cell);
    memcpy(hidden + unit, new_hidden, rest * sizeof *hidden);
#endif
}

static void advance(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *cell, int16_t *hidden) {
    advance_all(advance_words, gates, units, tanh, cell, hidden);
}

static void advance_gru(const int16_t *gates, size_t units, const mq_tanh_table *tanh, int32_t *state, int16_t *hidden) {
    advance_all(advance_gru_words, gates, units, tanh, state, hidden);
}

#if WORDS <= 16
INLINE void requantize_block(const int32_t *sums, lanes rounding, unsigned shift, int16_t least, int16_t *out) {
    for (size_t row = 0; row < 16; row += WORDS) {
        const lanes low = shift_right(add(load(sums + row), rounding), shift);
        const lanes high = shift_right(add(load(sums + row + WORDS / 2), rounding), shift);
        store_words(out + row, max_words(saturate(low, high), splat(least)), WORDS);
    }
}
#endif

static void requantize(const int32_t *sums, const uint8_t *shifts, size_t blocks, int16_t least, int16_t *out) {
    for (size_t block = 0; block < blocks; block++) {
        const unsigned shift = shifts[block];
        requantize_block(sums + block * 16, splat_lanes((1 << shift) >> 1), shift, least, out + block * 16);
    }
}
