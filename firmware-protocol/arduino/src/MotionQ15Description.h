// What HELLO announces, put together line by line.
#ifndef MOTIONQ15_DESCRIPTION_H
#define MOTIONQ15_DESCRIPTION_H

#include <string.h>

#include "MotionQ15Version.h"
#include "mq_message.h"

/// First channel kind of three axes; y and z follow. See PROTOCOL.md, section 6.1.
enum {
    MOTIONQ15_ACCELERATION = MQ_KIND_ACCELERATION,
    MOTIONQ15_ROTATION = MQ_KIND_ROTATION,
    MOTIONQ15_MAGNETIC_FIELD = MQ_KIND_MAGNETIC_FIELD,
    MOTIONQ15_LINEAR_ACCELERATION = MQ_KIND_USER_ACCELERATION
};

/// Most channels of a description. An AVR has no more RAM than for these.
#if defined(__AVR__)
#define MOTIONQ15_CHANNELS 12
#else
#define MOTIONQ15_CHANNELS MQ_DATA_CHANNELS_MAX
#endif

/// An `mq_hello` of a device. 238 bytes on an AVR, 272 on an ARM; needed until `begin` has copied it.
class MotionQ15Description : public mq_hello {
public:
    /// `text` is the name, cut after 32 bytes; `hertz` is the rate in samples per second, above 0 and up to 10,000 (else `begin`
    /// refuses it).
    MotionQ15Description(const char *text, float hertz) : mq_hello() {
        present = MQ_HAS(MQ_HELLO_CAPABILITIES) | MQ_HAS(MQ_HELLO_RATE) | MQ_HAS(MQ_HELLO_CHANNEL);
        role = MQ_ROLE_DEVICE;
        rate = hertz;
        const size_t length = strlen(text);
        name_length = (uint8_t)(length < MQ_NAME_MAX ? length : MQ_NAME_MAX);
        memcpy(name, text, name_length);
        if (length > 0) present |= MQ_HAS(MQ_HELLO_NAME);
        library_length = sizeof MOTIONQ15_LIBRARY - 1;
        memcpy(library, MOTIONQ15_LIBRARY, sizeof MOTIONQ15_LIBRARY - 1);
        present |= MQ_HAS(MQ_HELLO_LIBRARY);
    }

    /// Three channels x, y, z from kind `first` on, in an `mq_unit`: physical value = count * scale. False, and nothing is added,
    /// if there would be more than 9, or with named ones more than MOTIONQ15_CHANNELS.
    bool addAxes(uint8_t first, uint8_t unit, float scale, float fullScale) {
        if (append) {
            mq_described_channel axes[3];
            describe(axes, first, unit, scale, fullScale);
            return append(*this, axes, 3);
        }
        if (channel_count + 3 > MQ_CHANNELS_MAX) return false;
        for (uint8_t axis = 0; axis < 3; axis++) {
            mq_channel &channel = channels[channel_count++];
            channel.kind = (uint8_t)(first + axis);
            channel.unit = unit;
            channel.scale = scale;
            channel.full_scale = fullScale;
        }
        return true;
    }

    /// A channel that measures anything: physical value = count * scale + offset, in the unit whose text this is, or null.
    /// MQ_NO_VALUE, which is -32768, says that there is no value. False, and nothing is added, if there would be more than
    /// MOTIONQ15_CHANNELS; if the name is empty, longer than 32 bytes or another channel's, or has a control character, a comma or
    /// a quotation mark; or if something else is outside of what PROTOCOL.md, section 6.14, allows.
    ///
    /// - fullScale: 0: unknown.
    /// - ownRate: how often the sensor measures, per second, if that is less often than samples come; 0: with each.
    ///
    /// Texts are not copied: they stay where they are, as literals do. What is added here lies in memory that all descriptions
    /// share, and is gone when another one adds its first: a sketch has one that names channels.
    bool addChannel(const char *name, const char *unit, float scale, float offset = 0, float fullScale = 0, float ownRate = 0);

    /// Three channels as `addAxes` has them, of a motion sensor elsewhere, along the axes that the place says: "left" and
    /// MOTIONQ15_ACCELERATION make left.ax, left.ay and left.az, MOTIONQ15_ROTATION left.gx and so on. The text is copied. False,
    /// and nothing is added, where `addChannel` says so, or if there is no room for the names.
    bool addMotion(const char *place, uint8_t first, uint8_t unit, float scale, float fullScale);

    /// Bytes that are the same for the life of the board; cut after 16.
    void setUniqueId(const void *bytes, size_t length) {
        if (length == 0) return;
        unique_id_length = (uint8_t)(length < MQ_UNIQUE_ID_MAX ? length : MQ_UNIQUE_ID_MAX);
        memcpy(unique_id, bytes, unique_id_length);
        present |= MQ_HAS(MQ_HELLO_UNIQUE_ID);
    }

private:
    static void describe(mq_described_channel *axes, uint8_t first, uint8_t unit, float scale, float fullScale) {
        for (uint8_t axis = 0; axis < 3; axis++) {
            axes[axis] = {(uint8_t)(first + axis), unit, scale, 0, fullScale, 0, nullptr, nullptr};
        }
    }
    static bool appendTo(MotionQ15Description &to, const mq_described_channel *more, uint8_t count);

    // `appendTo`, once a channel has a name. By a pointer: a sketch without such channels has no memory for them.
    bool (*append)(MotionQ15Description &, const mq_described_channel *, uint8_t) = nullptr;
};

#endif
