// What the interrupt does. Which interrupt that is, MotionQ15GuardTimer.cpp knows.
#include "MotionQ15Guard.h"

#include <Arduino.h>

#include "MotionQ15GuardTimer.h"

namespace {
// The loop comes first, which may be a little late; with the interrupt's period it stays below 2,100 ms.
const uint32_t SILENCE_MICROSECONDS = 2050000;
const int32_t GRACE_MICROSECONDS = 50000;
const uint32_t MICROSECONDS_PER_MILLISECOND = 1000;

MotionQ15Guard *volatile guard;
}

void motionq15GuardTick() {
    if (guard) guard->tick();
}

void MotionQ15Guard::begin(MotionQ15Output *which) {
    outputs = which;
    heardAt = (uint32_t)micros();
    guard = this;
    motionq15StartGuardTimer();
}

void MotionQ15Guard::heard(uint32_t microseconds) {
    lock();
    heardAt = microseconds;
    unlock();
}

// That a command came is a valid frame of the host, of which `heard` is told only later: an interrupt between the two would turn
// off what has just been switched on.
void MotionQ15Guard::apply(const mq_feedback &command, uint32_t now) {
    const uint8_t which = (uint8_t)(command.actuator - 1);
    lock();
    const uint32_t begun = (uint32_t)micros();
    watched[which].on = command.pattern != MQ_PATTERN_OFF;
    watched[which].ends = command.duration != 0;
    watched[which].endsAt = begun + command.duration * MICROSECONDS_PER_MILLISECOND;
    if (watched[which].on) heardAt = begun;
    outputs[which].apply(command, now);
    unlock();
}

void MotionQ15Guard::poll(uint32_t now) {
    lock();
    for (uint8_t i = 0; i < MQ_ACTUATOR_KINDS; i++) outputs[i].poll(now);
    unlock();
}

// Again at each tick, until the loop is back: a sketch may have been interrupted while it wrote to a neighbour's pin.
void MotionQ15Guard::tick() {
    ticked = true;
    if (!enter()) return;
    const uint32_t now = (uint32_t)micros();
    const bool silent = now - heardAt >= SILENCE_MICROSECONDS;
    for (uint8_t i = 0; i < MQ_ACTUATOR_KINDS; i++) {
        if (!watched[i].on) continue;
        const bool ended = watched[i].ends && (int32_t)(now - watched[i].endsAt) >= GRACE_MICROSECONDS;
        if (silent || ended) outputs[i].forceOff();
    }
    leave();
}

#if defined(ARDUINO_ARCH_ESP32)
// There the timer's task has another core: each side keeps the other out.
bool MotionQ15Guard::enter() { return __atomic_exchange_n(&held, 1u, __ATOMIC_ACQUIRE) == 0; }
void MotionQ15Guard::leave() { __atomic_store_n(&held, 0u, __ATOMIC_RELEASE); }
void MotionQ15Guard::lock() {
    while (!enter()) yield();
}
void MotionQ15Guard::unlock() { leave(); }
#else
// The loop stands still while it is interrupted: a flag of its own is enough, and the fences keep the compiler from moving what
// stands between them.
bool MotionQ15Guard::enter() { return held == 0; }
void MotionQ15Guard::leave() {}
void MotionQ15Guard::lock() {
    held = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
void MotionQ15Guard::unlock() {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    held = 0;
}
#endif
