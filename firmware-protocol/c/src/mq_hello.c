// HELLO: who speaks, and what its samples mean.
#include "mq_hello.h"

#include "mq_bytes.h"
#include "mq_channel_bytes.h"
#include "mq_items.h"
#include "mq_rules.h"

enum { HASH_ITEM = 2 + 8, COUNT_ITEM = 2 + 1 };

static const mq_item_limits limits[] = {
    {1, 1},
    {4, 4},
    {1, MQ_UNIQUE_ID_MAX},
    {1, MQ_NAME_MAX},
    {4, 4},
    {4, 4},
    {CHANNEL_SIZE, CHANNEL_SIZE},
    {3, 3},
    {1, 1},
    {4, 4},
    {0, 255},  // No tag.
    {8, 8},
    {1, MQ_LIBRARY_MAX},
    {8, 8},
    {1, 1}};

// Each of the three board axes once, with either sign.
static bool axes_in_range(const uint8_t *axes) {
    uint8_t seen = 0;
    for (uint8_t i = 0; i < 3; i++) {
        const uint8_t axis = axes[i] < 0x80 ? axes[i] : (uint8_t)(0u - axes[i]);
        if (axis > 3) return false;
        seen |= (uint8_t)(1u << axis);
    }
    return seen == 0x0Eu;
}

static bool units_in_range(const uint8_t *units) {
    for (uint8_t kind = 0; kind < MQ_ACTUATOR_KINDS; kind++) {
        if (units[kind] > MQ_ACTUATOR_UNITS) return false;
    }
    return true;
}

static bool item_in_range(const uint8_t *item) {
    const uint8_t *value = item + ITEM_VALUE;
    switch (item[ITEM_TAG]) {
    case MQ_HELLO_ROLE: return value[0] == MQ_ROLE_DEVICE || value[0] == MQ_ROLE_HOST;
    case MQ_HELLO_RATE: return mq_f32_is_rate(mq_get_u32(value));
    case MQ_HELLO_CHANNEL: return mq_channel_in_range(value, MQ_UNIT_G);
    case MQ_HELLO_AXES: return axes_in_range(value);
    case MQ_HELLO_ACTUATORS: return units_in_range(value);
    case MQ_HELLO_CHANNELS: return value[0] >= 1 && value[0] <= MQ_DATA_CHANNELS_MAX;
    default: return true;
    }
}

static uint8_t *copy(uint8_t *to, const uint8_t *from, uint8_t length) {
    for (; length > 0; length--) *to++ = *from++;
    return to;
}

// The channels before a tenth have their place.
static void item_store(const uint8_t *item, mq_hello *hello) {
    const uint8_t *value = item + ITEM_VALUE;
    const uint8_t length = item[ITEM_LENGTH];
    switch (item[ITEM_TAG]) {
    case MQ_HELLO_ROLE: hello->role = value[0]; break;
    case MQ_HELLO_SESSION: hello->session = mq_get_u32(value); break;
    case MQ_HELLO_UNIQUE_ID:
        hello->unique_id_length = length;
        (void)copy(hello->unique_id, value, length);
        break;
    case MQ_HELLO_NAME:
        hello->name_length = length;
        (void)copy(hello->name, value, length);
        break;
    case MQ_HELLO_CAPABILITIES: hello->capabilities = mq_get_u32(value); break;
    case MQ_HELLO_RATE: hello->rate = mq_get_f32(value); break;
    case MQ_HELLO_CHANNEL: mq_channel_store(value, &hello->channels[hello->channel_count++]); break;
    case MQ_HELLO_AXES: (void)copy((uint8_t *)hello->axes, value, 3); break;  // int8_t is two's complement by definition.
    case MQ_HELLO_MINOR: hello->minor = value[0]; break;
    case MQ_HELLO_ACTUATORS: (void)copy(hello->units, value, MQ_ACTUATOR_KINDS); break;
    case MQ_HELLO_NETWORK: hello->network = mq_get_u64(value); break;
    case MQ_HELLO_LIBRARY:
        hello->library_length = length;
        (void)copy(hello->library, value, length);
        break;
    case MQ_HELLO_IMAGE: hello->image = mq_get_u64(value); break;
    case MQ_HELLO_CHANNELS: hello->described_count = value[0]; break;
    default: return;  // A later minor version's: skipped.
    }
    hello->present |= MQ_HAS(item[ITEM_TAG]);
}

// Judges a payload, stores its items unless `hello` is null, and returns the role, or 0 if the payload is malformed.
static uint8_t read_items(const uint8_t *payload, size_t length, mq_hello *hello) {
    if (length > MQ_PAYLOAD_MAX) return 0;
    uint8_t present = 0;  // Of the tags up to 7: no other is required.
    uint8_t role = 0;
    uint8_t channels = 0;
    uint8_t all = 0;  // As the last item says; 0: none does.
    uint8_t left = (uint8_t)length;
    const uint8_t *item = payload;
    while (left > 0) {
        const uint8_t size = mq_item_size(item, left, limits, MQ_HELLO_CHANNELS);
        if (size == 0 || !item_in_range(item)) return 0;
        const uint8_t tag = item[ITEM_TAG];
        if (tag == MQ_HELLO_CHANNEL && ++channels > MQ_CHANNELS_MAX) return 0;
        if (tag == MQ_HELLO_CHANNELS) all = item[ITEM_VALUE];
        if (tag == MQ_HELLO_ROLE) role = item[ITEM_VALUE];
        if (tag <= MQ_HELLO_CHANNEL) present |= (uint8_t)MQ_HAS(tag);
        if (hello) item_store(item, hello);
        item += size;
        left = (uint8_t)(left - size);
    }
    if (all > 0 && channels != (all < MQ_CHANNELS_MAX ? all : MQ_CHANNELS_MAX)) return 0;
    uint8_t required = MQ_HAS(MQ_HELLO_ROLE) | MQ_HAS(MQ_HELLO_SESSION);
    if (role == MQ_ROLE_DEVICE) required |= MQ_HAS(MQ_HELLO_CAPABILITIES) | MQ_HAS(MQ_HELLO_RATE) | MQ_HAS(MQ_HELLO_CHANNEL);
    return (present & required) == required ? role : 0;
}

uint8_t mq_hello_role(const uint8_t *payload, size_t length) { return read_items(payload, length, NULL); }

bool mq_hello_decode(const uint8_t *payload, size_t length, mq_hello *hello) {
    const mq_hello empty = {.axes = {1, 2, 3}};
    *hello = empty;
    return read_items(payload, length, hello) != 0;
}

// Nothing is longer than its array. All else is judged on the bytes, by the rules of the receiver.
static bool fits(const mq_hello *hello) {
    if ((hello->present & MQ_HAS(MQ_HELLO_UNIQUE_ID)) && hello->unique_id_length > MQ_UNIQUE_ID_MAX) return false;
    if ((hello->present & MQ_HAS(MQ_HELLO_NAME)) && hello->name_length > MQ_NAME_MAX) return false;
    if ((hello->present & MQ_HAS(MQ_HELLO_LIBRARY)) && hello->library_length > MQ_LIBRARY_MAX) return false;
    if (!(hello->present & MQ_HAS(MQ_HELLO_CHANNEL))) return true;
    return hello->channel_count >= 1 && hello->channel_count <= MQ_CHANNELS_MAX;
}

// These three write at `to` and return where the next byte goes.
static uint8_t *put_bytes(uint8_t *to, uint8_t tag, const void *bytes, uint8_t length) {
    return copy(mq_item_open(to, tag, length), (const uint8_t *)bytes, length);
}

static uint8_t *put_u32(uint8_t *to, uint8_t tag, uint32_t value) {
    to = mq_item_open(to, tag, 4);
    mq_put_u32(to, value);
    return to + 4;
}

// Never inlined, and by its address: on an AVR 64 bits in registers take a hundred bytes of flash.
__attribute__((noinline)) static uint8_t *put_u64(uint8_t *to, uint8_t tag, const uint64_t *value) {
    to = mq_item_open(to, tag, 8);
    mq_put_u64(to, *value);
    return to + 8;
}

// Bytes of a name without its last character.
static uint8_t shorter(const uint8_t *name, uint8_t length) {
    do length--;
    while (length > 0 && (name[length] & 0xC0u) == 0x80u);
    return length;
}

// All that comes before the network and the number of channels: 231 bytes at most, the longest name among it.
static uint8_t *put_first(uint8_t *to, const mq_hello *hello, uint8_t name_length) {
    const uint16_t present = hello->present;
    to = put_bytes(to, MQ_HELLO_ROLE, &hello->role, 1);
    to = put_u32(to, MQ_HELLO_SESSION, hello->session);
    if (present & MQ_HAS(MQ_HELLO_UNIQUE_ID)) to = put_bytes(to, MQ_HELLO_UNIQUE_ID, hello->unique_id, hello->unique_id_length);
    if (present & MQ_HAS(MQ_HELLO_NAME)) to = put_bytes(to, MQ_HELLO_NAME, hello->name, name_length);
    if (present & MQ_HAS(MQ_HELLO_CAPABILITIES)) to = put_u32(to, MQ_HELLO_CAPABILITIES, hello->capabilities);
    if (present & MQ_HAS(MQ_HELLO_RATE)) to = put_u32(to, MQ_HELLO_RATE, mq_f32_bits(hello->rate));
    if (present & MQ_HAS(MQ_HELLO_CHANNEL)) {
        for (uint8_t i = 0; i < hello->channel_count; i++) {
            to = mq_channel_put(mq_item_open(to, MQ_HELLO_CHANNEL, CHANNEL_SIZE), &hello->channels[i]);
        }
    }
    if (present & MQ_HAS(MQ_HELLO_AXES)) to = put_bytes(to, MQ_HELLO_AXES, hello->axes, 3);
    if (present & MQ_HAS(MQ_HELLO_MINOR)) to = put_bytes(to, MQ_HELLO_MINOR, &hello->minor, 1);
    if (present & MQ_HAS(MQ_HELLO_ACTUATORS)) to = put_bytes(to, MQ_HELLO_ACTUATORS, hello->units, MQ_ACTUATOR_KINDS);
    return to;
}

size_t mq_hello_encode(const mq_hello *hello, uint8_t *payload) {
    if (!fits(hello)) return 0;
    const uint16_t present = hello->present;
    const uint8_t *end = payload + MQ_PAYLOAD_MAX;
    uint8_t behind = present & MQ_HAS(MQ_HELLO_NETWORK) ? HASH_ITEM : 0;
    if (present & MQ_HAS(MQ_HELLO_CHANNELS)) behind = (uint8_t)(behind + COUNT_ITEM);
    uint8_t name_length = hello->name_length;
    uint8_t *to = put_first(payload, hello, name_length);
    // Four bytes less are enough.
    while (end - to < behind) to = put_first(payload, hello, name_length = shorter(hello->name, name_length));
    if (present & MQ_HAS(MQ_HELLO_NETWORK)) to = put_u64(to, MQ_HELLO_NETWORK, &hello->network);
    if (present & MQ_HAS(MQ_HELLO_CHANNELS)) to = put_bytes(to, MQ_HELLO_CHANNELS, &hello->described_count, 1);
    if ((present & MQ_HAS(MQ_HELLO_IMAGE)) && end - to >= HASH_ITEM) to = put_u64(to, MQ_HELLO_IMAGE, &hello->image);
    if ((present & MQ_HAS(MQ_HELLO_LIBRARY)) && end - to >= 2 + hello->library_length) {
        to = put_bytes(to, MQ_HELLO_LIBRARY, hello->library, hello->library_length);
    }
    const size_t length = (size_t)(to - payload);
    return mq_hello_role(payload, length) != 0 ? length : 0;
}
