// What a press means (mq_teach_button.h).
#include "mq_teach_button.h"

void mq_teach_button_begin(mq_teach_button *button, uint16_t places) {
    __builtin_memset(button, 0, sizeof *button);
    button->places = places;
}

static void answer(mq_teach_button *button, mq_teach_light light, uint32_t now) {
    button->answer = (uint8_t)light;
    button->answer_since = now;
}

// A press that lasted so long has ended.
static mq_teach_event released(mq_teach_button *button, uint32_t lasted, uint32_t now) {
    if (lasted < MQ_TEACH_LONG) {
        button->is_armed = true;
        button->armed_since = now;
        button->samples = 0;
        button->answer = MQ_TEACH_DARK;
        return MQ_TEACH_ARMED;
    }
    button->is_armed = false;
    answer(button, MQ_TEACH_CHANGED, now);
    if (lasted >= MQ_TEACH_LONGEST) return MQ_TEACH_FORGET;
    button->place = (uint16_t)(button->place + 1 < button->places ? button->place + 1 : 0);
    return MQ_TEACH_NEXT;
}

mq_teach_event mq_teach_button_poll(mq_teach_button *button, bool is_pressed, uint32_t now) {
    // What was said is over: in 49 days the clock comes round, and it would be said again.
    if (button->answer != MQ_TEACH_DARK && now - button->answer_since >= MQ_TEACH_ANSWER) button->answer = MQ_TEACH_DARK;
    if (is_pressed != button->level) {
        button->level = is_pressed;
        button->level_since = now;
    }
    if (button->level != button->is_pressed && now - button->level_since >= MQ_TEACH_BOUNCE) {
        button->is_pressed = button->level;
        if (!button->is_pressed) return released(button, button->level_since - button->pressed_since, now);
        button->pressed_since = button->level_since;
    }
    if (button->is_armed && now - button->armed_since >= MQ_TEACH_PATIENCE) {
        button->is_armed = false;
        answer(button, MQ_TEACH_NOT_HEARD, now);
        return MQ_TEACH_GIVEN_UP;
    }
    return MQ_TEACH_NOTHING;
}

bool mq_teach_button_takes(mq_teach_button *button, uint32_t age) {
    if (!button->is_armed || age > button->samples) return false;
    button->is_armed = false;
    return true;
}

void mq_teach_button_answer(mq_teach_button *button, bool is_heard, uint32_t now) {
    answer(button, is_heard ? MQ_TEACH_HEARD : MQ_TEACH_NOT_HEARD, now);
}

mq_teach_light mq_teach_button_light(const mq_teach_button *button, uint32_t now) {
    if (button->is_armed) return MQ_TEACH_WAITING;
    return now - button->answer_since < MQ_TEACH_ANSWER ? (mq_teach_light)button->answer : MQ_TEACH_DARK;
}
