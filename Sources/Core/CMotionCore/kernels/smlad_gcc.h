// What smlad.c takes from <arm_acle.h>, for GCC before 10, whose header has no arithmetic: Arduino's own cores bring GCC 7 or 9.
#ifndef MQ_SMLAD_GCC_H
#define MQ_SMLAD_GCC_H

#include <stdint.h>

typedef int32_t int16x2_t;
typedef int32_t int8x4_t;

static inline __attribute__((always_inline)) int16x2_t __sxtb16(int8x4_t four) {
    int16x2_t both;
    __asm__("sxtb16 %0, %1" : "=r"(both) : "r"(four));
    return both;
}

// Volatile, because SEL reads flags that SSUB16 sets, of which a compiler knows nothing: it keeps volatile assembly in order, and
// the other instructions here leave those flags alone.
#define MQ_TWO(instruction, type, order)                                                \
    static inline __attribute__((always_inline)) type __##instruction(type a, type b) { \
        type result;                                                                    \
        __asm__ order(#instruction " %0, %1, %2" : "=r"(result) : "r"(a), "r"(b));      \
        return result;                                                                  \
    }
MQ_TWO(ssub16, int16x2_t, volatile)
MQ_TWO(sel, uint32_t, volatile)
MQ_TWO(qadd16, int16x2_t, )
MQ_TWO(qsub16, int16x2_t, )
MQ_TWO(shsub16, int16x2_t, )
#undef MQ_TWO

#define MQ_THREE(instruction)                                                                               \
    static inline __attribute__((always_inline)) int32_t __##instruction(int32_t a, int32_t b, int32_t c) { \
        int32_t result;                                                                                     \
        __asm__(#instruction " %0, %1, %2, %3" : "=r"(result) : "r"(a), "r"(b), "r"(c));                    \
        return result;                                                                                      \
    }
MQ_THREE(smlabb)
MQ_THREE(smlatb)
MQ_THREE(smlatt)
MQ_THREE(smlad)
#undef MQ_THREE

// A macro: the number of bits is part of the instruction.
#define __ssat(value, bits)                                                              \
    (__extension__({                                                                     \
        int32_t saturated;                                                               \
        __asm__("ssat %0, %1, %2" : "=r"(saturated) : "I"(bits), "r"((int32_t)(value))); \
        saturated;                                                                       \
    }))

#endif
