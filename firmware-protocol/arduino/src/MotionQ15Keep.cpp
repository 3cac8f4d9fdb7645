// After a loss of power the memory holds anything: what counts is a rate whose complement lies beside it, under a word of its own.
#include "MotionQ15Keep.h"

#if MOTIONQ15_KEEPS
#if defined(ARDUINO_ARCH_ESP32)
#include <esp_attr.h>
#define MQ_KEPT(name) RTC_NOINIT_ATTR name
#else
#include <pico/platform.h>
#define MQ_KEPT(name) __uninitialized_ram(name)
#endif

namespace {
const uint32_t MARK = 0x4B51514D;

struct Kept {
    uint32_t mark;
    uint16_t rate, complement;
};
volatile Kept MQ_KEPT(kept);
}

void motionq15KeepRate(uint16_t rate) {
    kept.mark = 0;  // A reset between these lines finds none.
    kept.rate = rate;
    kept.complement = (uint16_t)~rate;
    kept.mark = MARK;
}

uint16_t motionq15KeptRate() {
    const uint16_t rate = kept.rate;
    return kept.mark == MARK && kept.complement == (uint16_t)~rate ? rate : 0;
}
#endif
