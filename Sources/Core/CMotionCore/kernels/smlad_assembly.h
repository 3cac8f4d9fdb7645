// What of smlad.c is written in assembly, because a compiler puts into memory what the registers have room for.
#ifndef MQ_SMLAD_ASSEMBLY_H
#define MQ_SMLAD_ASSEMBLY_H

#include "mq_kernels.h"

#if MQ_GROUP_BLOCKS != 8
#error "the assembly below steps over groups of 8 blocks"
#endif

/// A group of blocks of one panel times one vector. The assembly below knows this order.
typedef struct {
    const int16_t *line;
    const int16_t *x;
    /// Turns of the loop over pairs but one << 16 | bytes from a pair's lines to the next pair's.
    uint32_t walk;
    /// −2^(32 − shift) of the block that is at work; 0 if the shift is 0.
    int32_t scale;
    const int32_t *from;
    int32_t *sums;
    /// Where the loop begins: bytes of it that are left out in its first turn, + 1; 0 if the first pair is the only one.
    uint32_t entry;
    const int32_t *end;
    /// One for each block, `panels` apart.
    const uint8_t *shifts;
    size_t panels;
} mq_smlad_group;

/// Of eight blocks, and of fewer. `group` is read only.
void mq_smlad_whole_group(const mq_smlad_group *group) __asm__("mq_smlad_whole_group");
void mq_smlad_part_group(const mq_smlad_group *group) __asm__("mq_smlad_part_group");

// Eight sums, a line, x, the walk, a pair of x and two pairs of weights are fourteen registers: all there are. A compiler is sure
// to keep them there in no other way, and one sum in memory costs as much as a multiplication. Rows go by eight:
//   r4 … r11 sums    r0 line    r1 x    r2 walk    r3 the pair of x    r12, lr two words of weights    sp the group
// The first pair of all sets the sums, or without a shift adds to those that are there. Then a loop does many pairs a turn, and is
// entered where as many are left of its first turn as the number of pairs asks for.
// A line is an instruction or two, and stays one:
// clang-format off
#define SET(sum, word) "smuad " #sum ", " #word ", r3\n"
#define ADD(sum, word) "smlad " #sum ", " #word ", r3, " #sum "\n"
#define PAIR(OP, next_line)                                       \
  "ldr r3, [r1], #4\n"                                            \
  "ldrd r12, lr, [r0, #8]\n" OP(r6, r12) OP(r7, lr)               \
  "ldrd r12, lr, [r0, #16]\n" OP(r8, r12) OP(r9, lr)              \
  "ldrd r12, lr, [r0, #24]\n" OP(r10, r12) OP(r11, lr)            \
  next_line OP(r4, r12) OP(r5, lr)
#define EIGHT_PAIRS(next_line)                                                                      \
  PAIR(ADD, next_line) PAIR(ADD, next_line) PAIR(ADD, next_line) PAIR(ADD, next_line)               \
  PAIR(ADD, next_line) PAIR(ADD, next_line) PAIR(ADD, next_line) PAIR(ADD, next_line)
// Of a whole group, the step to the next pair's lines fits into the load.
#define WHOLE_LINE "ldrd r12, lr, [r0], #512\n"
#define WHOLE_PAIR_BYTES 52
#define WHOLE_TURN 16
#define PART_LINE "ldrd r12, lr, [r0]\n uxtah r0, r0, r2\n"
#define PART_PAIR_BYTES 56
#define PART_TURN 8
// from − products · −2^(32 − shift) >> 32: SMMLS shifts and adds, rounding down, and at full width.
#define SHIFTED(sum, from) "smmls " #sum ", " #sum ", r0, " #from "\n"
#define FINISH                                                                                      \
  "ldm r1!, {r2, r3, r12, lr}\n" SHIFTED(r4, r2) SHIFTED(r5, r3) SHIFTED(r6, r12) SHIFTED(r7, lr)   \
  "ldm r1!, {r2, r3, r12, lr}\n" SHIFTED(r8, r2) SHIFTED(r9, r3) SHIFTED(r10, r12) SHIFTED(r11, lr)

#define FUNCTION(name)                                                                              \
  ".pushsection .text." name ", \"ax\", %progbits\n"                                                \
  ".syntax unified\n"                                                                               \
  ".thumb\n"                                                                                        \
  ".balign 4\n"                                                                                     \
  ".global " name "\n"                                                                              \
  ".type " name ", %function\n"                                                                     \
  ".thumb_func\n"                                                                                   \
  name ":\n"                                                                                        \
  "push {r4-r11, lr}\n"
#define END(name) ".size " name ", . - " name "\n .popsection\n"

#define GROUP_TIMES_VECTOR(name, next_line, turn)                                                   \
  FUNCTION(name)                                                                                    \
  "ldm r0, {r1-r10}\n"                                                                              \
  "adr.w r0, 4f\n"                                                                                  \
  "cbnz r7, 1f\n"                                                                                   \
  "adr.w r0, 5f\n"                                                                                  \
  "movs r7, #1\n"                                                                                   \
  "1: add r7, r0\n"                                                                                 \
  "push {r1-r10}\n"                                                                                 \
                                                                                                    \
  "2:\n" /* a block */                                                                              \
  "ldrd r1, r2, [sp, #32]\n"                                                                        \
  "ldrb r0, [r1]\n"                                                                                 \
  "add r1, r2\n"                                                                                    \
  "str r1, [sp, #32]\n"                                                                             \
  "rsb r0, r0, #31\n"                                                                               \
  "mvn r1, #1\n"                                                                                    \
  "lsls r1, r0\n"                                                                                   \
  "str r1, [sp, #12]\n"                                                                             \
                                                                                                    \
  "3:\n" /* eight rows */                                                                           \
  "ldm sp, {r0, r1, r2, r3}\n"                                                                      \
  "add r12, r0, #32\n"                                                                              \
  "str.w r12, [sp]\n"                                                                               \
  "cbz r3, 7f\n" PAIR(SET, next_line)                                                               \
  "ldr pc, [sp, #24]\n"                                                                             \
  "7:\n"                                                                                            \
  "ldr r3, [sp, #16]\n"                                                                             \
  "ldm r3, {r4-r11}\n" PAIR(ADD, next_line)                                                         \
  "ldr pc, [sp, #24]\n"                                                                             \
                                                                                                    \
  ".balign 4\n"                                                                                     \
  "4:\n" turn                                                                                       \
  "subs r2, r2, #0x10000\n"                                                                         \
  "bhs.w 4b\n"                                                                                      \
                                                                                                    \
  ".balign 4\n"                                                                                     \
  "5:\n"                                                                                            \
  "ldrd r0, r1, [sp, #12]\n"                                                                        \
  "cbz r0, 8f\n" FINISH                                                                             \
  "6:\n"                                                                                            \
  "ldr r2, [sp, #20]\n"                                                                             \
  "stm r2!, {r4-r11}\n"                                                                             \
  "strd r1, r2, [sp, #16]\n"                                                                        \
  "ldr r3, [sp]\n" /* A block's lines begin at a multiple of 64 bytes, its second eight rows after 32. */ \
  "lsls r3, r3, #26\n"                                                                              \
  "bmi 3b\n"                                                                                        \
  "ldr r3, [sp, #28]\n"                                                                             \
  "cmp r2, r3\n"                                                                                    \
  "bne 2b\n"                                                                                        \
  "add sp, #40\n"                                                                                   \
  "pop {r4-r11, pc}\n"                                                                              \
  "8: adds r1, #32\n"                                                                               \
  "b 6b\n"                                                                                          \
  END(name)

__asm__(GROUP_TIMES_VECTOR("mq_smlad_whole_group", WHOLE_LINE, EIGHT_PAIRS(WHOLE_LINE) EIGHT_PAIRS(WHOLE_LINE)));
__asm__(GROUP_TIMES_VECTOR("mq_smlad_part_group", PART_LINE, EIGHT_PAIRS(PART_LINE)));
// clang-format on

/// out[r] = sat16((sums[r] + half) >> shift) for the rows of `shifts` up to `end`.
void mq_smlad_requantize(const int32_t *sums, const uint8_t *shifts, const uint8_t *end, int16_t *out) __asm__(
    "mq_smlad_requantize");

// Eight sums by one load, eight results by one store:
//   r4 … r11 sums, then pairs of results    r0 sums    r1 shifts    r2 their end    r3 out    r12 shift    lr half
// clang-format off
#define ROUND(sum) "add " #sum ", lr\n asr " #sum ", " #sum ", r12\n ssat " #sum ", #16, " #sum "\n"
#define ROUND_PAIR(to, low, high) ROUND(low) ROUND(high) "pkhbt " #to ", " #low ", " #high ", lsl #16\n"
#define ROUND_ROWS                                                                                \
  "ldm r0!, {r4-r11}\n"                                                                           \
  ROUND_PAIR(r4, r4, r5) ROUND_PAIR(r5, r6, r7) ROUND_PAIR(r6, r8, r9) ROUND_PAIR(r7, r10, r11)   \
  "stm r3!, {r4-r7}\n"

__asm__(
    FUNCTION("mq_smlad_requantize")
    "b 2f\n"
    "1:\n"
    "ldrb r12, [r1], #1\n"
    "mov lr, #1\n"
    "lsl lr, lr, r12\n"
    "lsr lr, lr, #1\n" ROUND_ROWS ROUND_ROWS
    "2:\n"
    "cmp r1, r2\n"
    "bne 1b\n"
    "pop {r4-r11, pc}\n"
    END("mq_smlad_requantize"));
// clang-format on

#endif
