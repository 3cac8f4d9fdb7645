// Sentences for people who write firmware. A program that does not ask for them does not link this file.
#include "mq_refusal.h"

#include "mq_channel_binding.h"

const char *mq_refusal_sentence(mq_refusal refusal) {
    switch (refusal) {
    case MQ_NOT_REFUSED: return "nothing was refused";
    case MQ_REFUSED_NULL: return "a pointer is null: give the network, its memory, its values and the memory of the decisions";
    case MQ_REFUSED_KERNELS:
        return "there are no kernels: take those of mq_kernels_available(0); mq_kernels_preferred has none if MOTIONQ_KERNEL "
               "names some that this machine cannot run";
    case MQ_REFUSED_EXPONENTIALS: return "the network has no exponentials: compile network.c without MQ_NO_EXPONENTIALS";
    case MQ_REFUSED_MEMORY:
        return "the memory for windows is too small: give MOTIONQ_CLASSIFIER_MEMORY bytes, or as many as mq_recogniser_memory says";
    case MQ_REFUSED_LABELS: return "the number of labels is not the network's: give MOTIONQ_NETWORK_LABELS, which is 1 ... 255";
    case MQ_REFUSED_SMOOTHING:
        return "no window would be averaged: begin with MOTIONQ_DECISION_INIT or MQ_DECISION_INIT, and let smoothing be 1 or more";
    case MQ_REFUSED_DECISION_MEMORY:
        return "the memory for decisions is too small: give MOTIONQ_DECISION_MEMORY bytes, or as many as mq_decision_memory says";
    }
    return "the refusal has a number that this library does not know";
}

const char *mq_fit_sentence(mq_fit fit) {
    switch (fit) {
    case MQ_FITS: return "the device fits the network";
    case MQ_MISFIT_RATE: return "the device's rate is not the network's: sample MOTIONQ_NETWORK_RATE times a second";
    case MQ_MISFIT_CHANNEL:
        return "the device has no channel for an input of the network, or two with its name: describe one of its kind or name";
    case MQ_MISFIT_SCALE:
        return "a channel's scale or offset is beyond what the network's inputs can express: check the channel's unit and scale";
    }
    return "the misfit has a number that this library does not know";
}
