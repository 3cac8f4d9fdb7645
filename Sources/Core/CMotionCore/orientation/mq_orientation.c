#include "mq_orientation.h"

#include "mq_attitude.h"
#include "mq_gyroscope_bias.h"
#include "mq_low_pass.h"
#include "mq_quaternion.h"

// Seconds: time constant of the leaning and of rest's detection, and what rest takes at least.
#define LEANING 3.0f
#define STILL 0.5f
#define REST 1.5f
// What may be left of still motion, squared: 2 degrees/s in rad/s, and 0.5 m/s^2 in g.
#define STILL_ROTATION (0.0349065850f * 0.0349065850f)
#define STILL_ACCELERATION (0.0509858106f * 0.0509858106f)

void mq_orientation_begin(mq_orientation *orientation, float rate) {
    orientation->period = 1 / rate;
    mq_low_pass_begin(&orientation->still_rotation, STILL, rate);
    mq_low_pass_begin(&orientation->still_acceleration, STILL, rate);
    mq_low_pass_begin(&orientation->leaning, LEANING, rate);
    orientation->turning = orientation->turned_bias = orientation->leaning;
    mq_gyroscope_bias_begin(orientation, rate);
    mq_orientation_restart(orientation);
}

void mq_orientation_restart(mq_orientation *orientation) {
    mq_low_pass_restart(&orientation->still_rotation);
    mq_low_pass_restart(&orientation->still_acceleration);
    mq_low_pass_restart(&orientation->leaning);
    mq_low_pass_restart(&orientation->turning);
    mq_low_pass_restart(&orientation->turned_bias);
    for (int part = 0; part < 4; part++) orientation->gyroscope[part] = orientation->inclination[part] = part == 0;
    for (int axis = 0; axis < 3; axis++) orientation->rest_rotation[axis] = 0;
    orientation->still = 0;
    orientation->rests = false;
}

/// Sine of an angle divided by it, and cosine, by their series; within 1e-7 for squares up to 2.56.
static void sine_and_cosine(float square, float *sine, float *cosine) {
    *sine = 1 + square *
                    (-1 / 6.0f + square * (1 / 120.0f + square * (-1 / 5040.0f + square * (1 / 362880.0f - square / 39916800.0f))));
    *cosine =
        1 + square * (-0.5f + square * (1 / 24.0f +
                                        square * (-1 / 720.0f +
                                                  square * (1 / 40320.0f + square * (-1 / 3628800.0f + square / 479001600.0f)))));
}

/// Turns on by what the gyroscope says.
static void turn(mq_orientation *orientation, const float rotation[3]) {
    float step[4];
    for (int axis = 0; axis < 3; axis++) {
        step[axis + 1] = (rotation[axis] - orientation->bias[axis]) * orientation->period * 0.5f;
    }
    // More than half a turn between two samples is no rotation that anybody could know.
    const float square = mq_square_of(step + 1);
    const float most = 2.56f;
    float sine, cosine;
    sine_and_cosine(square < most ? square : most, &sine, &cosine);
    if (square > most) sine = sine * mq_square_root(most / square);
    step[0] = cosine;
    for (int axis = 1; axis < 4; axis++) step[axis] = step[axis] * sine;
    float turned[4];
    for (int part = 0; part < 4; part++) turned[part] = orientation->gyroscope[part];
    mq_turn_left(turned, step);
    for (int part = 0; part < 4; part++) orientation->gyroscope[part] = step[part];
}

/// Whether the sensor lies still, and for how long.
static void watch_rest(mq_orientation *orientation, const float acceleration[3], const float rotation[3]) {
    float *const mean_rotation = orientation->rest_rotation;
    float mean[3], deviation[3];
    bool is_still = true;
    for (int axis = 0; axis < 3; axis++) mean_rotation[axis] = rotation[axis];
    mq_low_pass_push(&orientation->still_rotation, mean_rotation, 3);
    for (int axis = 0; axis < 3; axis++) {
        deviation[axis] = rotation[axis] - mean_rotation[axis];
        if (mean_rotation[axis] > MQ_MOST_BIAS || mean_rotation[axis] < -MQ_MOST_BIAS) is_still = false;
    }
    if (mq_square_of(deviation) >= STILL_ROTATION) is_still = false;
    for (int axis = 0; axis < 3; axis++) mean[axis] = acceleration[axis];
    mq_low_pass_push(&orientation->still_acceleration, mean, 3);
    for (int axis = 0; axis < 3; axis++) deviation[axis] = acceleration[axis] - mean[axis];
    if (mq_square_of(deviation) >= STILL_ACCELERATION) is_still = false;
    if (!is_still)
        orientation->still = 0;
    else if (!orientation->rests)
        orientation->still += orientation->period;
    orientation->rests = is_still && orientation->still >= REST;
}

/// Leans the frame whose z points up after the acceleration. What it said before, in g along x and y, comes back.
static void lean(mq_orientation *orientation, const float acceleration[3], float contradiction[2]) {
    float matrix[9], low[3], earth[3];
    mq_matrix_of(orientation->gyroscope, matrix);
    mq_turned(matrix, acceleration, low);
    mq_low_pass_push(&orientation->leaning, low, 3);
    mq_matrix_of(orientation->inclination, matrix);
    mq_turned(matrix, low, earth);
    const float square = mq_square_of(earth);
    // In free fall nothing points down.
    contradiction[0] = contradiction[1] = 0;
    if (square < 1e-12f) return;
    const float factor = mq_inverse_root(square);
    for (int axis = 0; axis < 3; axis++) earth[axis] = earth[axis] * factor;
    contradiction[0] = earth[0];
    contradiction[1] = earth[1];
    // The shortest turn that brings it upright.
    const float half = 0.5f * (earth[2] + 1);
    const float w = mq_square_root(half > 0 ? half : 0);
    float correction[4] = {0, 1, 0, 0};
    if (w > 1e-6f) {
        correction[0] = w;
        correction[1] = 0.5f * earth[1] / w;
        correction[2] = -0.5f * earth[0] / w;
        correction[3] = 0;
    }
    mq_turn_left(correction, orientation->inclination);
}

/// What the accelerometer contradicts, or rest says, corrects the bias.
static void correct_bias(mq_orientation *orientation, const float attitude[9], const float contradiction[2]) {
    float matrix[9], turned[3], expected[3], error[3];
    for (int place = 0; place < 9; place++) matrix[place] = attitude[place];
    mq_turned(matrix, orientation->bias, turned);
    mq_low_pass_push(&orientation->turning, matrix, 9);
    mq_low_pass_push(&orientation->turned_bias, turned, 2);
    if (orientation->rests) {
        for (int place = 0; place < 9; place++) matrix[place] = place % 4 == 0;
        for (int axis = 0; axis < 3; axis++) error[axis] = orientation->rest_rotation[axis] - orientation->bias[axis];
    } else {
        mq_turned(matrix, orientation->bias, expected);
        error[0] = -contradiction[1] / orientation->period + turned[0] - expected[0];
        error[1] = contradiction[0] / orientation->period + turned[1] - expected[1];
        error[2] = -expected[2];
    }
    mq_gyroscope_bias_correct(orientation, matrix, error, orientation->rests);
}

void mq_orientation_push(mq_orientation *orientation, const float *acceleration, const float *rotation, float *values) {
    bool is_motion = true;
    for (int axis = 0; axis < 3; axis++) {
        if (!mq_is_finite(acceleration[axis]) || !mq_is_finite(rotation[axis])) is_motion = false;
    }
    float contradiction[2] = {0, 0};
    if (is_motion) {
        watch_rest(orientation, acceleration, rotation);
        turn(orientation, rotation);
        lean(orientation, acceleration, contradiction);
    }
    float attitude[4], matrix[9];
    for (int part = 0; part < 4; part++) attitude[part] = orientation->gyroscope[part];
    mq_turn_left(orientation->inclination, attitude);
    mq_matrix_of(attitude, matrix);
    if (is_motion) correct_bias(orientation, matrix, contradiction);
    mq_attitude(matrix, values);
    for (int axis = 0; axis < 3; axis++) {
        values[3 + axis] = matrix[6 + axis];
        values[6 + axis] = acceleration[axis] - matrix[6 + axis];
    }
    mq_turned(matrix, acceleration, values + 9);
    values[11] = values[11] - 1;
    mq_turned(matrix, rotation, values + 12);
}
