// What must hold of a layer's numbers, wherever they lie.
#ifndef MQ_IMAGE_PROOF_H
#define MQ_IMAGE_PROOF_H

#include "mq_network_image.h"

// Shifts in their ranges, zeros in the padding, and the proof of ARITHMETIC.md, section 3.3, for every row.
//
// - affine: its arrays are there; columns: of its input, 1 or more; sample: of a convolution the columns of a sample, else 0.
mq_image_fault mq_image_prove(const mq_affine *affine, uint64_t columns, uint32_t sample);

#endif
