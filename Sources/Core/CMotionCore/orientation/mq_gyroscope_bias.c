// The gyroscope's bias: a Kalman filter over what the accelerometer contradicts, and over rest (VQF, section 4).
#include "mq_gyroscope_bias.h"

#include "mq_single.h"

// In 0.01 degrees/s, squared: uncertainty at the beginning (0.5), of a measurement in motion (0.1) and at rest (0.03).
static const float at_first = 50.0f * 50.0f;
static const float in_motion = 10.0f * 10.0f;
static const float at_rest = 3.0f * 3.0f;
// Without measurements the uncertainty grows by 0.1 degrees/s in so many seconds.
static const float forgetting = 100.0f;
// What motion says about the vertical is nothing: there the bias is drawn to zero, by so much less than a measurement would.
static const float vertical = 0.0001f;

void mq_gyroscope_bias_begin(mq_orientation *orientation, float rate) {
    const float drift = 100.0f / (rate * forgetting);
    orientation->drift = drift;
    orientation->motion_noise = in_motion * in_motion / drift + in_motion;
    orientation->vertical_noise = orientation->motion_noise / vertical;
    orientation->rest_noise = at_rest * at_rest / drift + at_rest;
    for (int axis = 0; axis < 3; axis++) orientation->bias[axis] = 0;
    for (int place = 0; place < 9; place++) orientation->covariance[place] = place % 4 == 0 ? at_first : 0;
}

static void multiply(const float left[9], const float right[9], float result[9]) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            result[3 * row + column] =
                left[3 * row] * right[column] + left[3 * row + 1] * right[3 + column] + left[3 * row + 2] * right[6 + column];
        }
    }
}

static void transpose(const float matrix[9], float result[9]) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) result[3 * column + row] = matrix[3 * row + column];
    }
}

/// Of a matrix that is symmetric and has only positive eigenvalues.
static void invert(const float a[9], float result[9]) {
    const float first = a[4] * a[8] - a[5] * a[7];
    const float second = a[5] * a[6] - a[3] * a[8];
    const float third = a[3] * a[7] - a[4] * a[6];
    const float factor = 1 / (a[0] * first + a[1] * second + a[2] * third);
    result[0] = first * factor;
    result[1] = (a[2] * a[7] - a[1] * a[8]) * factor;
    result[2] = (a[1] * a[5] - a[2] * a[4]) * factor;
    result[3] = second * factor;
    result[4] = (a[0] * a[8] - a[2] * a[6]) * factor;
    result[5] = (a[2] * a[3] - a[0] * a[5]) * factor;
    result[6] = third * factor;
    result[7] = (a[1] * a[6] - a[0] * a[7]) * factor;
    result[8] = (a[0] * a[4] - a[1] * a[3]) * factor;
}

void mq_gyroscope_bias_correct(mq_orientation *orientation, const float matrix[9], const float error[3], bool rests) {
    float *const covariance = orientation->covariance;
    for (int axis = 0; axis < 3; axis++) {
        if (covariance[4 * axis] < at_first) covariance[4 * axis] += orientation->drift;
    }
    float transposed[9], gain[9], product[9];
    transpose(matrix, transposed);
    // gain = P R' (W + R P R')^-1
    multiply(covariance, transposed, gain);
    multiply(matrix, gain, product);
    product[0] += rests ? orientation->rest_noise : orientation->motion_noise;
    product[4] += rests ? orientation->rest_noise : orientation->motion_noise;
    product[8] += rests ? orientation->rest_noise : orientation->vertical_noise;
    float inverse[9], left[9];
    invert(product, inverse);
    for (int place = 0; place < 9; place++) left[place] = gain[place];
    multiply(left, inverse, gain);
    float clipped[3];
    for (int axis = 0; axis < 3; axis++) clipped[axis] = mq_clipped(error[axis], MQ_MOST_BIAS);
    for (int axis = 0; axis < 3; axis++) {
        const float step = gain[3 * axis] * clipped[0] + gain[3 * axis + 1] * clipped[1] + gain[3 * axis + 2] * clipped[2];
        orientation->bias[axis] = mq_clipped(orientation->bias[axis] + step, MQ_MOST_BIAS);
    }
    // P := P - gain R P
    multiply(matrix, covariance, left);
    multiply(gain, left, product);
    for (int place = 0; place < 9; place++) covariance[place] -= product[place];
}
