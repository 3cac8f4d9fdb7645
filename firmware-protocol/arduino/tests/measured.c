// What is measured: the state of the codec or of a device, and nothing else. The functions are added by the linker, see compile.sh.
#include "mq_protocol.h"

#if defined(CODEC)
mq_decoder measured_state;
#elif defined(DEVICE)
mq_device measured_state;
#endif

int main(void) {
    for (;;) continue;
}
