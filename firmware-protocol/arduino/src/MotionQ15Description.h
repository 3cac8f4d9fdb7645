// What HELLO announces, put together line by line.
#ifndef MOTIONQ15_DESCRIPTION_H
#define MOTIONQ15_DESCRIPTION_H

#include <string.h>

#include "MotionQ15Version.h"
#include "mq_message.h"

/// First channel kind of three axes; y and z follow. See PROTOCOL.md, section 6.1.
enum {
    MOTIONQ15_ACCELERATION = 0x10,
    MOTIONQ15_ROTATION = 0x20,
    MOTIONQ15_MAGNETIC_FIELD = 0x30,
    MOTIONQ15_LINEAR_ACCELERATION = 0x40
};

/// An `mq_hello` of a device. 208 bytes on an AVR, 232 on an ARM; needed until `begin` has copied it.
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
    /// if there would be more than 9.
    bool addAxes(uint8_t first, uint8_t unit, float scale, float fullScale) {
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

    /// Bytes that are the same for the life of the board; cut after 16.
    void setUniqueId(const void *bytes, size_t length) {
        if (length == 0) return;
        unique_id_length = (uint8_t)(length < MQ_UNIQUE_ID_MAX ? length : MQ_UNIQUE_ID_MAX);
        memcpy(unique_id, bytes, unique_id_length);
        present |= MQ_HAS(MQ_HELLO_UNIQUE_ID);
    }
};

#endif
