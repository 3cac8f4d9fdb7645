// The button's rules and the arithmetic are those of mq_teach_button.h and mq_teach.h.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#include "MotionQ15Teacher.h"

#include <Arduino.h>

void MotionQ15Teacher::keepIn(const mq_flash &flash) {
    mq_store_open(&store, &flash);
    keeps = true;
}

MotionQ15Network MotionQ15Teacher::begin(
    const MotionQ15Network &network, const mq_teachable &teachable, uint8_t *memory, size_t bytes) {
    MotionQ15Network taught = network;
    mq_teach_button_begin(&button, teachable.places);
    ready = mq_teach_begin(&learner, network.parts.network, &teachable, memory, bytes);
    if (!ready) return taught;
    hash = network.hash;
    if (keeps) (void)mq_teach_recall(&store, &learner, hash);
    taught.parts.network = &learner.network;
    return taught;
}

bool MotionQ15Teacher::keep() { return keeps && mq_teach_keep(&store, &learner, hash); }

mq_teach_event MotionQ15Teacher::poll(bool pressed) {
    if (!ready) return MQ_TEACH_NOTHING;
    const mq_teach_event event = mq_teach_button_poll(&button, pressed, millis());
    if (event == MQ_TEACH_FORGET) {
        mq_teach_forget(&learner, button.place);
        (void)keep();
    }
    return event;
}

mq_teach_light MotionQ15Teacher::light() const { return ready ? mq_teach_button_light(&button, millis()) : MQ_TEACH_DARK; }

bool MotionQ15Teacher::takes(mq_device &, const int16_t *hidden, size_t age) {
    if (!hidden || !mq_teach_button_takes(&button, (uint32_t)age)) return false;
    const bool heard = mq_teach_show(&learner, button.place, hidden);
    if (heard) (void)keep();
    mq_teach_button_answer(&button, heard, millis());
    return true;
}
#endif
