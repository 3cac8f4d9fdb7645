// A Butterworth low-pass filter of second order in a form whose states are small steps' sums, not differences of large numbers:
// single precision holds it at any rate. (Transposed direct forms lose 0.5 % of a time constant of 3 s at 100 Hz.)
#ifndef MQ_LOW_PASS_H
#define MQ_LOW_PASS_H

#include "mq_orientation.h"

void mq_low_pass_begin(mq_low_pass *filter, float seconds, float rate);

void mq_low_pass_restart(mq_low_pass *filter);

/// - values: `count` of them; they become what is left of them.
void mq_low_pass_push(mq_low_pass *filter, float *values, int count);

#endif
