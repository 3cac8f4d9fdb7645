// What Swift cannot tell a Cortex-M, and the memory that interrupt handlers and the main loop share.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

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

/// Memory of the link.
extern uint8_t board_link_bytes[4096];
BOARD_CALL uint8_t *_Nonnull board_link_memory(void) { return board_link_bytes; }
BOARD_CALL int board_link_memory_size(void) { return sizeof board_link_bytes; }

/// What the recogniser keeps for each input of a network: how it is read, and its value. The firmware checks it.
#define BOARD_INPUT_BYTES 26

/// Working memory of the network, on a 64-byte boundary, of the decisions, and of one sample and how it is read.
extern uint8_t board_network_bytes[], board_decision_bytes[], board_input_bytes[];
BOARD_CALL void *_Nonnull board_network_memory(void) { return board_network_bytes; }
BOARD_CALL void *_Nonnull board_decision_memory(void) { return board_decision_bytes; }
BOARD_CALL void *_Nonnull board_input_memory(void) { return board_input_bytes; }

/// Counts the boots: it keeps its value over a reset, and is anything after power-on.
extern uint32_t board_boots;
BOARD_CALL uint32_t board_count_boot(void) { return ++board_boots; }

#endif
