// Window probabilities to events.
#include "mq_decision.h"

#include <string.h>

mq_decision_parameters mq_decision_defaults(void) {
    const mq_decision_parameters defaults = MQ_DECISION_INIT;
    return defaults;
}

// MARK: Smoothing

static uint64_t product_q30(uint64_t a, uint64_t b) { return (a * b + (UINT64_C(1) << 29)) >> 30; }

static uint64_t tenth_power(uint64_t value) {
    const uint64_t square = product_q30(value, value);
    const uint64_t fourth = product_q30(square, square);
    return product_q30(product_q30(fourth, fourth), square);
}

// ((1 + position) / count)^0.3 in Q15, 1 ... 32767: the newest window counts 1, the oldest (1 / count)^0.3.
static int32_t recency_weight(uint32_t position, uint32_t count) {
    // w^10 = ((1 + position) / count)^3, solved for w by bisection; all factors in Q30.
    const uint64_t ratio = ((uint64_t)(position + 1) << 30) / count;
    const uint64_t target = product_q30(product_q30(ratio, ratio), ratio);
    uint32_t low = 1;
    uint32_t high = 32767;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (tenth_power((uint64_t)middle << 15) <= target) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (int32_t)low;
}

// The row of `history` for the next window's probabilities.
static int16_t *next_row(const mq_decision_stream *stream) { return stream->history + stream->next * (size_t)stream->labels; }

// Takes the window in `next_row` in and averages again. Before `smoothing` windows were seen, those there are share the newest
// weights.
static void smooth(mq_decision_stream *stream) {
    const uint32_t length = stream->parameters.smoothing;
    const size_t labels = (size_t)stream->labels;
    const uint32_t newest = stream->next;
    stream->next = (uint16_t)(newest + 1 < length ? newest + 1 : 0);
    if (stream->filled < length) stream->filled++;
    int64_t total = 0;
    for (uint32_t age = 0; age < stream->filled; age++) total += stream->weights[length - 1 - age];
    for (size_t label = 0; label < labels; label++) {
        int64_t sum = 0;
        for (uint32_t age = 0; age < stream->filled; age++) {
            const uint32_t row = age <= newest ? newest - age : newest + length - age;
            sum += (int64_t)stream->weights[length - 1 - age] * stream->history[row * labels + label];
        }
        stream->averages[label] = (int16_t)((sum + total / 2) / total);
    }
}

// MARK: Evidence

// What a sum may grow to at most.
#define MOST_EVIDENCE ((int32_t)1 << 24)

// log2(32768 * p) with 8 fraction bits; what is below 1 counts as 1. log2(1 + f) is nearly f + 0.344 * f * (1 - f).
static int32_t bits_of(int16_t probability) {
    const uint32_t value = probability < 1 ? 1 : (uint32_t)probability;
    uint32_t exponent = 0;
    while (value >> (exponent + 1) != 0) exponent++;
    const uint32_t fraction = (value << 8) >> exponent & 255;
    return (int32_t)((exponent << 8) + fraction + (fraction * (256 - fraction) * 88 >> 16));
}

static void forget_evidence(mq_decision_stream *stream) {
    if (!stream->evidence) return;
    for (int16_t label = 0; label < stream->labels; label++) stream->evidence[label] = 0;
}

// S = max(0, S + clip(log2 p - log2 q, -limit ... limit) - leak) for each label, q being the largest probability of the others.
static void add_evidence(mq_decision_stream *stream, const int16_t *probabilities) {
    const int32_t limit = stream->parameters.evidence_limit;
    int32_t first = 0, second = 0;
    int16_t best = MQ_NO_LABEL;
    for (int16_t label = 0; label < stream->labels; label++) {
        const int32_t bits = bits_of(probabilities[label]);
        if (best < 0 || bits > first) {
            second = first;
            first = bits;
            best = label;
        } else if (bits > second) {
            second = bits;
        }
    }
    for (int16_t label = 0; label < stream->labels; label++) {
        int32_t evidence = bits_of(probabilities[label]) - (label == best ? second : first);
        if (evidence > limit) evidence = limit;
        if (evidence < -limit) evidence = -limit;
        int32_t sum = stream->evidence[label] + evidence - stream->parameters.evidence_leak;
        if (sum < 0) sum = 0;
        stream->evidence[label] = sum > MOST_EVIDENCE ? MOST_EVIDENCE : sum;
    }
}

// MARK: Setting up

size_t mq_decision_memory(size_t labels, const mq_decision_parameters *parameters) {
    const size_t length = parameters->smoothing;
    const size_t evidence = parameters->evidence > 0 ? labels * sizeof(int32_t) : 0;
    return length * sizeof(int32_t) + (length + 1) * labels * sizeof(int16_t) + evidence + (sizeof(int32_t) - 1);
}

mq_refusal mq_decision_refusal(size_t labels, const mq_decision_parameters *parameters, const void *memory, size_t bytes) {
    if (!parameters || !memory) return MQ_REFUSED_NULL;
    if (labels == 0 || labels > 255) return MQ_REFUSED_LABELS;
    if (parameters->smoothing == 0) return MQ_REFUSED_SMOOTHING;
    return bytes < mq_decision_memory(labels, parameters) ? MQ_REFUSED_DECISION_MEMORY : MQ_NOT_REFUSED;
}

bool mq_decision_begin(
    mq_decision_stream *stream, size_t labels, const mq_decision_parameters *parameters, void *memory, size_t bytes) {
    if (!stream || mq_decision_refusal(labels, parameters, memory, bytes) != MQ_NOT_REFUSED) return false;
    const uint32_t length = parameters->smoothing;
    memset(memory, 0, bytes);
    uint8_t *start = (uint8_t *)memory;
    while ((uintptr_t)start % sizeof(int32_t) != 0) start++;
    stream->parameters = *parameters;
    stream->active = MQ_NO_LABEL;
    stream->labels = (int16_t)labels;
    stream->filled = 0;
    stream->next = 0;
    stream->quiet_until = 0;
    stream->evidence = parameters->evidence > 0 ? (int32_t *)(void *)start : NULL;
    stream->weights = (int32_t *)(void *)start + (stream->evidence ? labels : 0);
    stream->history = (int16_t *)(void *)(stream->weights + length);
    stream->averages = stream->history + length * labels;
    for (uint32_t position = 0; position < length; position++) stream->weights[position] = recency_weight(position, length);
    return true;
}

// MARK: Deciding

// The most probable label but one; MQ_NO_LABEL if there is no other.
static int16_t strongest(const mq_decision_stream *stream, int16_t excluded) {
    int16_t best = MQ_NO_LABEL;
    for (int16_t label = 0; label < stream->labels; label++) {
        if (label == excluded) continue;
        if (best < 0 || stream->averages[label] > stream->averages[best]) best = label;
    }
    return best;
}

// score(a) >= ratio * score(b), ratio in Q12; false if there is no a.
static bool exceeds(const mq_decision_stream *stream, int16_t a, int16_t b, int32_t ratio) {
    if (a < 0) return false;
    return (int64_t)stream->averages[a] * 4096 >= (int64_t)ratio * stream->averages[b];
}

static bool may_enter(const mq_decision_stream *stream, int16_t label, uint64_t time) {
    if (label == stream->parameters.rest_label || stream->averages[label] < stream->parameters.threshold) return false;
    if (time < stream->quiet_until) return false;
    const int16_t rival = strongest(stream, label);
    return rival < 0 || exceeds(stream, label, rival, stream->parameters.enter_ratio);
}

// Bits that a label needs: at least 1 step.
static int32_t evidence_to_enter(const mq_decision_parameters *parameters, int16_t label) {
    const uint32_t share = label < 32 ? (uint32_t)(parameters->evidence_shares >> (2 * label)) & 3 : 0;
    const int32_t whole = parameters->evidence;
    const int32_t needed = share == 3 ? whole * 2 : whole >> share;
    return needed > 1 ? needed : 1;
}

// The label that a window enters; MQ_NO_LABEL: none.
static int16_t candidate(mq_decision_stream *stream, int16_t best, const int16_t *probabilities, uint64_t time) {
    if (!stream->evidence) return may_enter(stream, best, time) ? best : MQ_NO_LABEL;
    add_evidence(stream, probabilities);
    if (time < stream->quiet_until) return MQ_NO_LABEL;
    int16_t strongest = MQ_NO_LABEL;
    for (int16_t label = 0; label < stream->labels; label++) {
        if (label == stream->parameters.rest_label) continue;
        if (stream->evidence[label] < evidence_to_enter(&stream->parameters, label)) continue;
        if (strongest < 0 || stream->evidence[label] > stream->evidence[strongest]) strongest = label;
    }
    return strongest;
}

static void leave(mq_decision_stream *stream, uint64_t time) {
    stream->active = MQ_NO_LABEL;
    stream->quiet_until = time + stream->parameters.refractory;
    forget_evidence(stream);
}

// Judges the window in `next_row`.
static mq_decision judge(mq_decision_stream *stream, uint64_t time) {
    const int16_t *probabilities = next_row(stream);
    smooth(stream);
    const int16_t best = strongest(stream, MQ_NO_LABEL);
    const int16_t confidence = stream->averages[best];
    mq_decision decision = {
        confidence >= stream->parameters.threshold ? best : MQ_NO_LABEL, confidence, MQ_NO_LABEL, MQ_PHASE_NONE};
    if (stream->active >= 0) {
        const int16_t rival = strongest(stream, stream->active);
        decision.active = stream->active;
        decision.phase = MQ_PHASE_HOLD;
        if (exceeds(stream, rival, stream->active, stream->parameters.exit_ratio)) {
            decision.phase = MQ_PHASE_EXIT;
            leave(stream, time);
        }
    } else {
        const int16_t entered = candidate(stream, best, probabilities, time);
        if (entered >= 0) {
            stream->active = entered;
            decision.active = entered;
            decision.phase = MQ_PHASE_ENTER;
        }
    }
    return decision;
}

mq_decision mq_decision_decide(mq_decision_stream *stream, const int16_t *probabilities, uint64_t time) {
    memcpy(next_row(stream), probabilities, (size_t)stream->labels * sizeof *probabilities);
    return judge(stream, time);
}

mq_decision mq_decision_decide_unknown(mq_decision_stream *stream, uint64_t time) {
    int16_t *row = next_row(stream);
    for (int16_t label = 0; label < stream->labels; label++) row[label] = label == stream->parameters.rest_label ? INT16_MAX : 0;
    return judge(stream, time);
}

void mq_decision_interrupt(mq_decision_stream *stream) {
    stream->filled = 0;
    stream->next = 0;
    forget_evidence(stream);
}

int16_t mq_decision_abandon(mq_decision_stream *stream, uint64_t time) {
    mq_decision_interrupt(stream);
    const int16_t left = stream->active;
    if (left >= 0) leave(stream, time);
    return left;
}
