// Why a classifier, decisions or a recogniser would not begin.
//
// The functions that begin return false and no more. `mq_classifier_refusal`, `mq_decision_refusal` and `mq_recogniser_refusal`
// take the same arguments and tell why; they write nothing. A program that asks for no sentence links none.
//
//     if (!mq_recogniser_begin(&recogniser, &parts)) puts(mq_refusal_sentence(mq_recogniser_refusal(&parts)));
#ifndef MQ_REFUSAL_H
#define MQ_REFUSAL_H

#ifdef __cplusplus
extern "C" {
#endif

/// The first thing that stands in the way.
typedef enum {
    MQ_NOT_REFUSED = 0,
    MQ_REFUSED_NULL,            ///< A pointer is null that must not be; the kernels have a value of their own.
    MQ_REFUSED_KERNELS,         ///< There are no kernels.
    MQ_REFUSED_EXPONENTIALS,    ///< The network lacks its table of exponentials.
    MQ_REFUSED_MEMORY,          ///< Too little memory for the windows, and for the strokes of a network that reads them.
    MQ_REFUSED_LABELS,          ///< No label, more than 255, or another number than the network has.
    MQ_REFUSED_SMOOTHING,       ///< No window is averaged.
    MQ_REFUSED_DECISION_MEMORY  ///< Too little memory for the decisions.
} mq_refusal;

/// What is wrong and what mends it, in English: ASCII, no full stop, never null.
const char *mq_refusal_sentence(mq_refusal refusal);

#ifdef __cplusplus
}
#endif
#endif
