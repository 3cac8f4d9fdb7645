// Unit quaternions w, x, y, z.
#ifndef MQ_QUATERNION_H
#define MQ_QUATERNION_H

#include "mq_single.h"

/// right := left * right, of length 1 again.
static inline void mq_turn_left(const float left[4], float right[4]) {
    const float w = right[0], x = right[1], y = right[2], z = right[3];
    right[0] = left[0] * w - left[1] * x - left[2] * y - left[3] * z;
    right[1] = left[0] * x + left[1] * w + left[2] * z - left[3] * y;
    right[2] = left[0] * y - left[1] * z + left[2] * w + left[3] * x;
    right[3] = left[0] * z + left[1] * y - left[2] * x + left[3] * w;
    const float square = right[0] * right[0] + right[1] * right[1] + right[2] * right[2] + right[3] * right[3];
    const float factor = mq_inverse_root(square);
    for (int part = 0; part < 4; part++) right[part] = right[part] * factor;
}

/// The rotation matrix of a quaternion, by rows.
static inline void mq_matrix_of(const float q[4], float matrix[9]) {
    const float xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
    const float xy = q[1] * q[2], xz = q[1] * q[3], yz = q[2] * q[3];
    const float wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
    matrix[0] = 1 - 2 * (yy + zz);
    matrix[1] = 2 * (xy - wz);
    matrix[2] = 2 * (xz + wy);
    matrix[3] = 2 * (xy + wz);
    matrix[4] = 1 - 2 * (xx + zz);
    matrix[5] = 2 * (yz - wx);
    matrix[6] = 2 * (xz - wy);
    matrix[7] = 2 * (yz + wx);
    matrix[8] = 1 - 2 * (xx + yy);
}

/// A vector turned by a rotation matrix.
static inline void mq_turned(const float matrix[9], const float vector[3], float result[3]) {
    for (int row = 0; row < 3; row++) {
        result[row] = matrix[3 * row] * vector[0] + matrix[3 * row + 1] * vector[1] + matrix[3 * row + 2] * vector[2];
    }
}

#endif
