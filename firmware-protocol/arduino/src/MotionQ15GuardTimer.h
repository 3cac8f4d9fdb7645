// The interrupt that calls the guard.
#ifndef MOTIONQ15_GUARD_TIMER_H
#define MOTIONQ15_GUARD_TIMER_H

/// Lets `motionq15GuardTick` be called every 10 to 17 ms from now on, whatever the loop does, on a core that is known here.
void motionq15StartGuardTimer();

#endif
