#include "mq_low_pass.h"

#include "mq_single.h"

/// dividend / divisor, rounded as IEEE 754 has it, of numbers that are neither zero nor tiny nor huge. A microcontroller's compiler
/// would bring its own division of doubles into every program that this file is offered to, 464 bytes, the filter in it or not.
static double quotient(double dividend, double divisor) {
    union {
        double number;
        uint64_t bits;
    } above = {dividend}, below = {divisor}, result;
    const uint64_t one = UINT64_C(1) << 52;
    int exponent = (int)(above.bits >> 52 & 2047) - (int)(below.bits >> 52 & 2047) + 1023;
    uint64_t rest = (above.bits & (one - 1)) | one, digits = 0;
    const uint64_t by = (below.bits & (one - 1)) | one;
    if (rest < by) {
        rest <<= 1;
        exponent--;
    }
    // 53 digits, and one to round by.
    for (int digit = 0; digit < 54; digit++, rest <<= 1) {
        digits <<= 1;
        if (rest < by) continue;
        rest -= by;
        digits |= 1;
    }
    const bool is_up = digits & 1 && (rest != 0 || digits & 2);
    const uint64_t sign = (above.bits ^ below.bits) & UINT64_C(1) << 63;
    result.bits = sign | (((uint64_t)exponent << 52) + (digits >> 1) + is_up - one);
    return result.number;
}

/// tan x for 0 <= x <= 0.6, as sine and cosine by their series, in the precision that nothing is lost of.
static double tangent(double x) {
    const double square = x * x;
    double sine = 0, cosine = 0;
    for (int term = 8; term > 0; term--) {
        sine = quotient((1 + sine) * -square, (2 * term) * (2 * term + 1));
        cosine = quotient((1 + cosine) * -square, (2 * term - 1) * (2 * term));
    }
    return quotient(x * (1 + sine), 1 + cosine);
}

// The bilinear transform of the analogue filter, as two integrators with the trapezoidal rule (V. Zavalishin, "The art of VA filter
// design", 2018, chapter 4). The cut-off frequency is sqrt(2) / (2 pi tau), as VQF's.
void mq_low_pass_begin(mq_low_pass *filter, float seconds, float rate) {
    const double root = 1.4142135623730951;
    const double angle = quotient(root, 2.0 * (double)seconds * (double)rate);
    const double g = tangent(angle < 0.6 ? angle : 0.6);
    const double first = quotient(1, 1 + g * (g + root));
    filter->first = (float)first;
    filter->second = (float)(g * first);
    filter->third = (float)(g * g * first);
    filter->g = (float)g;
    filter->initial = seconds * rate;
    mq_low_pass_restart(filter);
}

void mq_low_pass_restart(mq_low_pass *filter) {
    filter->count = 0;
    for (int value = 0; value < 9; value++) filter->states[value][0] = filter->states[value][1] = 0;
}

void mq_low_pass_push(mq_low_pass *filter, float *values, int count) {
    const bool begins = filter->count < filter->initial;
    if (begins) filter->count += 1;
    for (int index = 0; index < count; index++) {
        float *const band = &filter->states[index][0];
        float *const low = &filter->states[index][1];
        const float difference = values[index] - *low;
        if (begins) {
            *low = *low + difference / filter->count;
            values[index] = *low;
            continue;
        }
        const float middle = filter->first * *band + filter->second * difference;
        const float result = *low + (filter->second * *band + filter->third * difference);
        *band = middle + middle - *band;
        *low = result + result - *low;
        values[index] = result;
    }
}
