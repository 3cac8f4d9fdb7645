// Angles of an attitude, without a mathematical library.
#include "mq_attitude.h"

#include "mq_single.h"

#define HALF_PI 1.57079632679f

/// atan2, within 3e-7 rad. (0, 0) gives 0.
static float angle_of(float y, float x) {
    const float width = x < 0 ? -x : x, height = y < 0 ? -y : y;
    const float larger = width > height ? width : height, smaller = width > height ? height : width;
    if (larger < 1e-30f) return 0;
    const float ratio = smaller / larger, square = ratio * ratio;
    // atan z / z over z^2 from 0 to 1: Chebyshev's polynomial of degree 8, off by 1.2e-8.
    static const float terms[9] = {
        1.0f,
        -0.3333306610584259f,
        0.19992484152317047f,
        -0.14202570915222168f,
        0.10636754333972931f,
        -0.07495445758104324f,
        0.042587608098983765f,
        -0.016005029901862144f,
        0.0028340641874819994f,
    };
    float sum = terms[8];
    for (int term = 7; term >= 0; term--) sum = sum * square + terms[term];
    float angle = ratio * sum;
    if (height > width) angle = HALF_PI - angle;
    if (x < 0) angle = 2 * HALF_PI - angle;
    return y < 0 ? -angle : angle;
}

void mq_attitude(const float matrix[9], float angles[3]) {
    const float sine = mq_clipped(matrix[6], 1);
    angles[0] = angle_of(matrix[7], matrix[8]);
    angles[1] = angle_of(-sine, mq_square_root(matrix[7] * matrix[7] + matrix[8] * matrix[8]));
    angles[2] = angle_of(matrix[3], matrix[0]);
}
