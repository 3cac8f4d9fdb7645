// What Swift cannot tell a Cortex-M, and the memory that interrupt handlers and the main loop share.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#include "mq_derivation.h"
#include "mq_network_image.h"
#include "mq_network_store.h"
#include "mq_teach.h"
#include "mq_teach_button.h"
#include "mq_teach_keep.h"

// Swift takes a C function for one that may allocate. These do not.
#ifdef __clang__
#define BOARD_CALL static inline __attribute__((always_inline, swift_attr("@_noAllocation")))
#else
#define BOARD_CALL static inline __attribute__((always_inline))
#endif

/// Holds interrupts back; one that comes meanwhile waits, and ends a `board_wait`.
BOARD_CALL void board_hold_interrupts(void) { __asm__ volatile("cpsid i" ::: "memory"); }

/// Lets those that waited run.
BOARD_CALL void board_release_interrupts(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

/// Sleeps until an interrupt comes, held back or not.
BOARD_CALL void board_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

/// What was written before is there before what is written after, for the compiler; a single core needs no more.
BOARD_CALL void board_order_writes(void) { __asm__ volatile("" ::: "memory"); }

/// One writer, one reader: `written` and `read` count elements from the start on, modulo 2³².
typedef struct {
    uint32_t written;
    uint32_t read;
    /// Elements that found no room.
    uint32_t lost;
} board_ring;

// A ring of `size` elements, a power of two: its counts and its memory.
#define BOARD_RING(name, type, size)                                                             \
    extern board_ring board_##name##_ring;                                                       \
    extern type board_##name##_memory[size];                                                     \
    BOARD_CALL board_ring *_Nonnull board_##name##_counts(void) { return &board_##name##_ring; } \
    BOARD_CALL type *_Nonnull board_##name##_elements(void) { return board_##name##_memory; }    \
    BOARD_CALL uint32_t board_##name##_size(void) { return size; }

#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

/// A sample was due.
typedef struct {
    /// Microseconds.
    uint32_t time;
    /// Counts all ticks, so that one that found no room is missed where it belongs.
    uint32_t number;
} board_tick;

/// Bytes from the host, bytes for it, bytes of the sensor, and the sampling timer's ticks.
BOARD_RING(received, uint8_t, 512)
BOARD_RING(sending, uint8_t, 2048)
BOARD_RING(sensed, uint8_t, 1024)
BOARD_RING(ticks, board_tick, 64)

/// When the line was asked last, in microseconds, and what it has not carried since, in millionths of a bit.
typedef struct {
    uint32_t asked, credit;
} board_pace;
extern board_pace board_line;
BOARD_CALL board_pace *_Nonnull board_line_pace(void) { return &board_line; }

/// Memory of the link.
extern uint8_t board_link_bytes[4096];
BOARD_CALL uint8_t *_Nonnull board_link_memory(void) { return board_link_bytes; }
BOARD_CALL int board_link_memory_size(void) { return sizeof board_link_bytes; }

/// Whether networks may come over the line; 0: there is memory for the firmware's own, and no more.
#ifndef BOARD_INSTALLS
#define BOARD_INSTALLS 1
#endif
BOARD_CALL bool board_installs(void) { return BOARD_INSTALLS; }

/// What the recogniser keeps for each input of a network: how it is read, and its value. The firmware checks it.
#define BOARD_INPUT_BYTES 26

/// Working memory of the network, on a 64-byte boundary, of the decisions, and of one sample and how it is read; and the bytes of
/// each.
extern uint8_t board_network_bytes[], board_decision_bytes[], board_input_bytes[];
typedef struct {
    uint32_t network, decisions, inputs;
} board_room;
extern const board_room board_rooms;
BOARD_CALL board_room board_recogniser_room(void) { return board_rooms; }
BOARD_CALL void *_Nonnull board_network_memory(void) { return board_network_bytes; }
BOARD_CALL void *_Nonnull board_decision_memory(void) { return board_decision_bytes; }
BOARD_CALL void *_Nonnull board_input_memory(void) { return board_input_bytes; }

/// Whether the firmware's own network reads what no channel has, as its export says. Only then is there an orientation filter, that
/// networks that came over the line may use as well, and memory for each of their inputs.
#ifndef BOARD_DERIVES
#define BOARD_DERIVES 0
#endif
typedef struct {
    mq_derivation derivation;
    /// Whether the network that runs uses it, what that reads, and with how many fraction bits.
    bool is_used;
    uint8_t fraction_bits;
    uint16_t count;
    const mq_network_input *_Nullable features;
} board_orientation;
// Swift would copy a value to take the address of a part of it.
BOARD_CALL mq_derivation *_Nonnull board_orientation_derivation(board_orientation *_Nonnull here) { return &here->derivation; }
#if BOARD_DERIVES
extern board_orientation board_orientation_state;
extern int16_t board_derived_inputs[];
BOARD_CALL board_orientation *_Nullable board_orientation_there(void) { return &board_orientation_state; }
BOARD_CALL int16_t *_Nullable board_derived_memory(void) { return board_derived_inputs; }
#else
BOARD_CALL board_orientation *_Nullable board_orientation_there(void) { return 0; }
BOARD_CALL int16_t *_Nullable board_derived_memory(void) { return 0; }
#endif

/// The slots for networks that came over the line, and the one of them that runs.
#define BOARD_SLOT_BYTES 131072
extern const mq_flash board_flash;
extern mq_network_store board_store;
extern mq_network_image board_image;
BOARD_CALL void board_open_store(void) { mq_store_open(&board_store, &board_flash); }
BOARD_CALL mq_network_store *_Nonnull board_network_store(void) { return &board_store; }
BOARD_CALL mq_network_image *_Nonnull board_network_image(void) { return &board_image; }

/// Whether the firmware's own network can be taught, as its export says. The learner, the button, and two slots in flash that keep
/// what was shown; they are there, and begin, only then.
#ifndef BOARD_TEACHES
#define BOARD_TEACHES 0
#endif
typedef struct {
    mq_learner learner;
    mq_teach_button button;
    mq_network_store store;
} board_teaching;
extern const mq_flash board_teaching_flash;
#if BOARD_TEACHES
extern board_teaching board_teaching_state;
BOARD_CALL board_teaching *_Nullable board_teaching_there(void) { return &board_teaching_state; }
/// Sets the learner up, and shows it what is kept.
bool board_teaching_begin(void);
/// Keeps what was shown. Returns whether the flash did.
bool board_teaching_keep(void);
/// What a place is called.
const char *_Nonnull board_teaching_name(uint16_t place);
#else
BOARD_CALL board_teaching *_Nullable board_teaching_there(void) { return 0; }
BOARD_CALL bool board_teaching_begin(void) { return false; }
BOARD_CALL bool board_teaching_keep(void) { return false; }
BOARD_CALL const char *_Nonnull board_teaching_name(uint16_t place) { return place ? "" : ""; }
#endif

/// A rate that a host wants kept over a reset, as its bits, and their complement, by which it is told from anything; 0 and anything
/// but its complement: none.
typedef struct {
    uint32_t bits, check;
} board_kept;
extern board_kept board_kept_rate;
BOARD_CALL void board_keep_rate(uint32_t bits) {
    board_kept_rate.bits = bits;
    board_kept_rate.check = ~bits;
}
BOARD_CALL uint32_t board_take_rate(void) { return board_kept_rate.check == ~board_kept_rate.bits ? board_kept_rate.bits : 0; }

/// What a fault leaves for the next start: kept over a reset, and anything after power-on.
typedef struct {
    /// BOARD_FAULT_NOTED if the rest is a fault's.
    uint32_t noted;
    /// The exception's number: 2 the watchdog, 3 to 6 a fault of the processor, others an interrupt that nobody expects.
    uint32_t exception;
    /// Where it happened, and where that was called from; 0 if the stack was gone.
    uint32_t pc, lr;
    /// The processor's own account (CFSR).
    uint32_t status;
    /// Milliseconds since the start when the main loop came round last.
    uint32_t uptime;
    /// Faults of starts that did not last, one after the other, and its complement, by which a number is told from anything.
    uint32_t in_a_row, in_a_row_check;
} board_fault;
#define BOARD_FAULT_NOTED 0x4661756C

extern board_fault board_last_fault;
extern volatile uint32_t board_uptime;

/// Milliseconds since the start, for the record of a fault.
BOARD_CALL void board_set_uptime(uint32_t milliseconds) { board_uptime = milliseconds; }

/// The fault that ended the last start, if one did; and no more, if asked again.
BOARD_CALL board_fault board_take_fault(void) {
    board_fault fault = board_last_fault;
    board_last_fault.noted = 0;
    return fault;
}

/// How many starts in a row did not last, this one's fault not among them.
BOARD_CALL void board_set_faults_in_a_row(uint32_t count) {
    board_last_fault.in_a_row = count;
    board_last_fault.in_a_row_check = ~count;
}

/// Counts the boots: it keeps its value over a reset, and is anything after power-on.
extern uint32_t board_boots;
BOARD_CALL uint32_t board_count_boot(void) { return ++board_boots; }

#endif
