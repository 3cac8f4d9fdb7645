#ifndef MQ_GYROSCOPE_BIAS_H
#define MQ_GYROSCOPE_BIAS_H

#include "mq_orientation.h"

/// Largest bias that is looked for, in rad/s: 3 degrees a second. (VQF: 2; cheap parts have more.)
#define MQ_MOST_BIAS 0.0523598776f

void mq_gyroscope_bias_begin(mq_orientation *orientation, float rate);

/// One step of the Kalman filter of the bias: what is known of it ages, and is corrected by what the sample says.
///
/// - matrix: from the sensor's frame to the earth's, low-passed; it becomes the measurement's.
/// - error: the measurement less what the bias would make of it, in rad/s.
/// - rests: whether the rotation rates themselves were the measurement.
void mq_gyroscope_bias_correct(mq_orientation *orientation, const float matrix[9], const float error[3], bool rests);

#endif
