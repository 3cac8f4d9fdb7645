// A STAND-IN for mbed.h, see Arduino.h two folders up: what the library calls of mbed OS 6, to compile it without the core.
#ifndef MBED_H
#define MBED_H

#include <stdint.h>

enum osPriority_t { osPriorityNormal = 24, osPriorityRealtime = 48 };

namespace mbed {
template <typename Signature> class Callback;
template <> class Callback<void()> {
public:
    Callback(void (*function)()) : function(function) {}

private:
    void (*function)();
};
}

namespace rtos {
class Thread {
public:
    Thread(osPriority_t priority, uint32_t stack, unsigned char *memory, const char *name);
    int32_t start(mbed::Callback<void()> task);
};
}

extern "C" void thread_sleep_for(uint32_t milliseconds);

#endif
