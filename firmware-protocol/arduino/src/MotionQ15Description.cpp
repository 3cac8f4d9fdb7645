// Channels with names.
#include "MotionQ15Description.h"

namespace {
// For the names that `addMotion` makes: on an AVR of two places with six axes each.
#if defined(__AVR__)
const size_t NAME_ROOM = 128;
#else
const size_t NAME_ROOM = 512;
#endif
// Not in the description, which may be gone after `begin`.
mq_described_channel all[MOTIONQ15_CHANNELS];
char names[NAME_ROOM];
size_t namesUsed;

// "left" makes left.ax, with the names that models have for such channels. Null if that is too long, or there is no room.
const char *nameOf(const char *place, uint8_t kind) {
    static const char FAMILIES[][6] = {"a", "g", "m", "user_"};
    const uint8_t family = (uint8_t)((kind >> 4) - 1), axis = kind & 15;
    if (family >= 4 || axis >= 3) return nullptr;
    const size_t before = strlen(place), length = before + 1 + strlen(FAMILIES[family]) + 1;
    if (before == 0 || length > MQ_CHANNEL_NAME_MAX || namesUsed + length + 1 > sizeof names) return nullptr;
    char *name = names + namesUsed;
    namesUsed += length + 1;
    memcpy(name, place, before);
    name[before] = '.';
    strcpy(name + before + 1, FAMILIES[family]);
    name[length - 1] = (char)('x' + axis);
    name[length] = 0;
    return name;
}
}

bool MotionQ15Description::appendTo(MotionQ15Description &to, const mq_described_channel *more, uint8_t count) {
    uint8_t before = to.described_count;
    if (!to.append) {
        // Those of `addAxes`; channels of another description go.
        before = to.channel_count;
        for (uint8_t i = 0; i < before; i++) {
            const mq_channel &channel = to.channels[i];
            all[i] = {channel.kind, channel.unit, channel.scale, channel.offset, channel.full_scale, 0, nullptr, nullptr};
        }
    }
    if (before + count > MOTIONQ15_CHANNELS) return false;
    for (uint8_t i = 0; i < count; i++) all[before + i] = more[i];
    uint8_t payload[MQ_PAYLOAD_MAX];
    if (!mq_channels_usable(all, (uint8_t)(before + count), payload)) return false;
    mq_hello_describe(&to, all, (uint8_t)(before + count));
    to.append = appendTo;
    return true;
}

bool MotionQ15Description::addChannel(
    const char *name, const char *unit, float scale, float offset, float fullScale, float ownRate) {
    if (!name || name[0] == 0) return false;
    if (!append) namesUsed = 0;
    const mq_described_channel channel = {0, MQ_UNIT_OTHER, scale, offset, fullScale, ownRate, unit, name};
    return appendTo(*this, &channel, 1);
}

bool MotionQ15Description::addMotion(const char *place, uint8_t first, uint8_t unit, float scale, float fullScale) {
    if (!append) namesUsed = 0;
    const size_t used = namesUsed;
    mq_described_channel axes[3];
    describe(axes, first, unit, scale, fullScale);
    bool fits = true;
    for (mq_described_channel &axis : axes) {
        axis.name = nameOf(place, axis.kind);
        fits = fits && axis.name;
    }
    fits = fits && appendTo(*this, axes, 3);
    if (!fits) namesUsed = used;
    return fits;
}
