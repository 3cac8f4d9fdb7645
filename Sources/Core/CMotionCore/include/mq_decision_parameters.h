// How probabilities become events (ARITHMETIC.md §9).
#ifndef MQ_DECISION_PARAMETERS_H
#define MQ_DECISION_PARAMETERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// No label: of the numbers of labels, which begin at 0.
#define MQ_NO_LABEL ((int16_t)-1)

/// `MQ_DECISION_INIT` has the values in brackets. A bit of evidence has 8 fraction bits.
typedef struct {
    int16_t threshold;        ///< Smallest smoothed probability, Q15, with which a label is named; below it "unknown". [29491: 0.9]
    int16_t rest_label;       ///< The label that means "nothing happens": it never makes an event. [MQ_NO_LABEL]
    uint16_t smoothing;       ///< Windows that are averaged, at least 1. [3]
    int32_t enter_ratio;      ///< A label is entered if it is this many times as probable as every other one, Q12. [4915: 1.2]
    int32_t exit_ratio;       ///< A label is left when another, rest included, is this many times as probable, Q12. [5734: 1.4]
    uint64_t refractory;      ///< Microseconds after an exit in which nothing is entered. [300000]
    uint16_t evidence;        ///< Bits, added up over windows, with which a label is entered; 0: threshold and ratio decide. [0]
    uint16_t evidence_leak;   ///< Bits that every window takes away. [192: 0.75]
    uint16_t evidence_limit;  ///< Bits that one window brings at most, for or against. [1536: 6]
    uint64_t evidence_shares;  ///< What a label needs of `evidence`, two bits for each of labels 0 ... 31: 0 the whole, 1 half, 2 a
                               ///< quarter, 3 twice as much; those after them the whole. [0]
} mq_decision_parameters;

/// The values in brackets, to begin with:
///
///     mq_decision_parameters decision = MQ_DECISION_INIT;
#define MQ_DECISION_INIT \
    { 29491, MQ_NO_LABEL, 3, 4915, 5734, 300000, 0, 192, 1536, 0 }

#ifdef __cplusplus
}
#endif
#endif
