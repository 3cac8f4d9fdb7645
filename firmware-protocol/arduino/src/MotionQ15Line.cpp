// A queue of frames before a port.
#include "MotionQ15Line.h"

#include "MotionQ15Port.h"

namespace {
// A command lives half a second unless the host says otherwise: nobody acts any more on what is older.
const uint32_t STALE_MILLISECONDS = 500;
// COBS moves what follows by one byte, and neither a type nor the count of DATA is ever 0: they stand as they are.
const size_t TYPE_AT = 2, COUNT_AT = 9, SHORTEST_FRAME = 16;
}

bool MotionQ15Line::take(const uint8_t *wire, size_t length, uint32_t milliseconds) {
    if (!hasRoom(length)) return false;
    memcpy(bytes + waiting, wire, length);
    waiting += length;
    records[frames].length = (uint16_t)length;
    records[frames].since = milliseconds;
    frames++;
    return true;
}

void MotionQ15Line::send() {
    if (waiting == 0) return;
    size_t taken = motionq15Write(port, bytes, waiting, &tellsRoom);
    while (taken > 0) {
        const bool whole = taken >= records[0].length;
        const size_t length = whole ? records[0].length : taken;
        begun = !whole;
        taken -= length;
        remove(0, length);
    }
}

bool MotionQ15Line::dropStale(uint32_t milliseconds, uint8_t *type, uint8_t *samples) {
    // In order of age: behind a frame that is young there is none that is stale.
    const uint8_t first = begun ? 1 : 0;
    if (first >= frames || milliseconds - records[first].since < STALE_MILLISECONDS) return false;
    const size_t from = begun ? records[0].length : 0;
    const bool isFrame = records[first].length >= SHORTEST_FRAME;  // Else it is the 0x00 before the first one.
    *type = isFrame ? bytes[from + TYPE_AT] : 0;
    *samples = *type == MQ_TYPE_DATA ? bytes[from + COUNT_AT] : 0;
    remove(from, records[first].length);
    return true;
}

// Takes bytes of one frame out: the rest of the first, or a whole one.
void MotionQ15Line::remove(size_t from, size_t length) {
    const uint8_t which = from == 0 ? 0 : 1;
    waiting -= length;
    memmove(bytes + from, bytes + from + length, waiting - from);
    records[which].length = (uint16_t)(records[which].length - length);
    if (records[which].length > 0) return;
    frames--;
    memmove(records + which, records + which + 1, (frames - which) * sizeof records[0]);
}
