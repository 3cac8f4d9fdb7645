// Matrix times vectors, in tiles of several blocks and vectors that live in registers. A kernel defines beforehand:
//   lanes                         a vector of int32; PARTS of them are one block of 16 rows
//   TALL                          blocks of a tile with one vector
//   WIDE_BLOCKS, WIDE             blocks and vectors of a tile with several
//   broadcast(pair)               the 32 bits of two inputs in every lane
//   multiply_add(sum, line, x)    sum + the products of neighbouring int16, added in pairs; modulo 2³²
//   shift_right(v, n), add(a, b), load(p), store(p, v)
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLLED _Pragma("clang loop unroll(full)")

/// One panel of `blocks` blocks for `vectors` vectors; both are constants where this is inlined.
INLINE void tile(
    const mq_matrix *matrix, size_t block, size_t panel, size_t offset, mq_inputs x, mq_sums from, mq_sums sums,
    const size_t blocks, const size_t vectors) {
  lanes products[blocks * vectors * PARTS];
  UNROLLED for (size_t i = 0; i < blocks * vectors * PARTS; i++) products[i] = (lanes){0};

  const size_t last = panel + 1 == matrix->panels;
  const size_t pairs = last ? matrix->pairs - panel * matrix->panel_pairs : matrix->panel_pairs;
  const int16_t *line = matrix->weights + (block * matrix->pairs + panel * matrix->panel_pairs) * 32;
  for (size_t pair = 0; pair < pairs; pair++, line += 32) {
    lanes both[vectors];
    UNROLLED for (size_t v = 0; v < vectors; v++) {
      int32_t bits;
      memcpy(&bits, x[v] + offset + 2 * pair, sizeof bits);
      both[v] = broadcast(bits);
    }
    UNROLLED for (size_t b = 0; b < blocks; b++) {
      UNROLLED for (size_t part = 0; part < PARTS; part++) {
        const int16_t *weights = line + b * matrix->pairs * 32 + part * (32 / PARTS);
        UNROLLED for (size_t v = 0; v < vectors; v++) {
          lanes *sum = &products[(b * vectors + v) * PARTS + part];
          *sum = multiply_add(*sum, weights, both[v]);
        }
      }
    }
  }

  UNROLLED for (size_t b = 0; b < blocks; b++) {
    const unsigned shift = matrix->shifts[(block + b) * matrix->panels + panel];
    UNROLLED for (size_t v = 0; v < vectors; v++) {
      UNROLLED for (size_t part = 0; part < PARTS; part++) {
        const size_t row = (block + b) * 16 + part * (16 / PARTS);
        store(sums[v] + row, add(load(from[v] + row), shift_right(products[(b * vectors + v) * PARTS + part], shift)));
      }
    }
  }
}

/// One panel of `blocks` blocks for any number of vectors: the weights stay in the first cache from tile to tile.
INLINE void all_vectors(
    const mq_matrix *matrix, size_t block, size_t panel, size_t offset, mq_inputs x, mq_sums from, mq_sums sums,
    size_t count, const size_t blocks) {
  size_t v = 0;
  for (; v + WIDE <= count; v += WIDE) tile(matrix, block, panel, offset, x + v, from + v, sums + v, blocks, WIDE);
#if WIDE > 2
  for (; v + 2 <= count; v += 2) tile(matrix, block, panel, offset, x + v, from + v, sums + v, blocks, 2);
#endif
  for (; v < count; v++) tile(matrix, block, panel, offset, x + v, from + v, sums + v, blocks, 1);
}

static void accumulate(
    const mq_matrix *matrix, size_t first, size_t panels, mq_inputs x, mq_sums start, mq_sums sums, size_t count) {
  for (size_t panel = first; panel < first + panels; panel++) {
    const size_t offset = (panel - first) * matrix->panel_pairs * 2;
    mq_sums from = panel == first ? start : sums;
    size_t block = 0;
    if (count == 1) {
      for (; block + TALL <= matrix->blocks; block += TALL) tile(matrix, block, panel, offset, x, from, sums, TALL, 1);
#if TALL > 4
      for (; block + 4 <= matrix->blocks; block += 4) tile(matrix, block, panel, offset, x, from, sums, 4, 1);
#endif
      for (; block < matrix->blocks; block++) tile(matrix, block, panel, offset, x, from, sums, 1, 1);
    } else {
      for (; block + WIDE_BLOCKS <= matrix->blocks; block += WIDE_BLOCKS)
        all_vectors(matrix, block, panel, offset, x, from, sums, count, WIDE_BLOCKS);
#if WIDE_BLOCKS > 1
      for (; block < matrix->blocks; block++) all_vectors(matrix, block, panel, offset, x, from, sums, count, 1);
#endif
    }
  }
}
