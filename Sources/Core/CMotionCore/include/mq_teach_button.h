// One button and one light with which a gesture is taught: what was pressed, whether the next stroke is an example, and what the
// light says. A value with the clock handed in.
//
//     each turn:      event = mq_teach_button_poll(&button, is_pressed, now); light(mq_teach_button_light(&button, now));
//     each sample:    mq_teach_button_sample(&button);
//     a stroke ended: if (mq_teach_button_takes(&button, age)) mq_teach_button_answer(&button, mq_teach_show(...), now);
//
// A short press: the next stroke is an example of the place that is taught. A long one, of a second or more: the next place, the
// first again after the last. One of five seconds or more: the place forgets what it was shown. A stroke that began before the
// press ended is no example: pressing moves the board. Times are milliseconds modulo 2^32.
#ifndef MQ_TEACH_BUTTON_H
#define MQ_TEACH_BUTTON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mq_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A level counts once it has lasted so long: contacts bounce.
#define MQ_TEACH_BOUNCE 20
/// A press of so long goes on to the next place, and one of so long forgets.
#define MQ_TEACH_LONG 1000
#define MQ_TEACH_LONGEST 5000
/// So long it waits for a stroke.
#define MQ_TEACH_PATIENCE 8000
/// So long the light says what became of it.
#define MQ_TEACH_ANSWER 1000

/// What a press was.
typedef enum {
    MQ_TEACH_NOTHING = 0,
    /// The next stroke is an example.
    MQ_TEACH_ARMED = 1,
    /// Another place is taught from now on: `place`.
    MQ_TEACH_NEXT = 2,
    /// What `place` was shown is to be forgotten.
    MQ_TEACH_FORGET = 3,
    /// No stroke came in time.
    MQ_TEACH_GIVEN_UP = 4
} mq_teach_event;

/// What the light says.
typedef enum {
    MQ_TEACH_DARK = 0,
    /// Show it now.
    MQ_TEACH_WAITING = 1,
    /// It was an example, for a second.
    MQ_TEACH_HEARD = 2,
    /// It was none, or none came, for a second.
    MQ_TEACH_NOT_HEARD = 3,
    /// The place is another one, or was forgotten, for a second.
    MQ_TEACH_CHANGED = 4
} mq_teach_light;

/// Caller-owned; set up with `mq_teach_button_begin`. What is not `place` is not for callers.
typedef struct {
    /// The place that is taught.
    uint16_t place;
    uint16_t places;
    /// The level that counts, the one that was read last, and since when.
    bool is_pressed;
    bool level;
    uint32_t level_since;
    uint32_t pressed_since;
    /// Whether the next stroke is an example, since when, and samples since then.
    bool is_armed;
    uint32_t armed_since;
    uint32_t samples;
    /// What the light says beside that it waits, and since when.
    uint8_t answer;
    uint32_t answer_since;
} mq_teach_button;

/// Sets it up: not pressed, dark, the first place.
///
/// - places: 1 or more.
MQ_NO_ALLOCATION void mq_teach_button_begin(mq_teach_button *_Nonnull button, uint16_t places);

/// Reads the button, some hundred times a second.
///
/// Returns what happened, once.
MQ_NO_ALLOCATION mq_teach_event mq_teach_button_poll(mq_teach_button *_Nonnull button, bool is_pressed, uint32_t now);

/// Counts a sample.
static inline MQ_NO_ALLOCATION void mq_teach_button_sample(mq_teach_button *_Nonnull button) {
    if (button->samples < UINT32_MAX) button->samples++;
}

/// A stroke was read: whether it is an example. It then waits for none any more, and `mq_teach_button_answer` is due.
///
/// - age: samples since the stroke's first one.
MQ_NO_ALLOCATION bool mq_teach_button_takes(mq_teach_button *_Nonnull button, uint32_t age);

/// Says whether the example was taken.
MQ_NO_ALLOCATION void mq_teach_button_answer(mq_teach_button *_Nonnull button, bool is_heard, uint32_t now);

MQ_NO_ALLOCATION mq_teach_light mq_teach_button_light(const mq_teach_button *_Nonnull button, uint32_t now);

#ifdef __cplusplus
}
#endif
#endif
