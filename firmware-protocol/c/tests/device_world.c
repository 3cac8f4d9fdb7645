#include "device_world.h"

#include <string.h>

#include "check.h"

device_world world;
mq_device device;

static uint64_t world_clock(void *context) { return (void)context, world.now; }
static uint32_t world_draw(void *context) { return (void)context, ++world.session; }

static bool world_write(void *context, const uint8_t *wire, size_t length) {
    (void)context;
    world.tries++;
    CHECK("a frame is as long as was asked for", world.asked == 0 || length == world.asked || length == 1);
    if (world.no_room) return false;
    if (length == 1) world.delimiters++;
    for (size_t i = 0; i < length; i++) {
        const mq_outcome outcome = mq_decoder_push(&world.decoder, wire[i]);
        if (outcome == MQ_OUTCOME_NONE) continue;
        CHECK("what the device sends is well formed", outcome == MQ_OUTCOME_FRAME && i == length - 1);
        mq_link_step(&world.link, &world.decoder.frame, NULL);
        sent_frame *sent = &world.sent[world.sent_count++ % SENT_MAX];
        sent->header = world.decoder.frame;
        memcpy(sent->payload, world.decoder.frame.payload, world.decoder.frame.length);
        sent->header.payload = sent->payload;
    }
    return true;
}

static void world_apply(void *context, const mq_feedback *command) {
    (void)context;
    world.applied++;
    world.last_applied = *command;
}

static mq_configure_result world_configure(void *context, const mq_config *config, mq_hello *description) {
    (void)context;
    world.configured++;
    if (!(config->present & MQ_HAS(MQ_CONFIG_RATE)) || config->rate > 1000.0f) return MQ_CONFIGURE_UNSUPPORTED;
    if (description->rate == config->rate) return MQ_CONFIGURE_UNCHANGED;
    description->rate = config->rate;
    return MQ_CONFIGURE_CHANGED;
}

static void world_predicted(void *context, const mq_prediction *prediction) {
    (void)context;
    world.predicted += prediction->class_index;
}

static void world_labelled(void *context, const mq_labels *labels) {
    (void)context;
    uint8_t length = 0;
    world.labels += labels->named;
    if (labels->named > 0) world.last_label = mq_labels_name(labels, (uint8_t)(labels->named - 1), &length)[0];
}

static void world_host_left(void *context) {
    (void)context;
    world.goodbyes++;
}

static bool world_install(void *context, const mq_install *step, mq_installed *answer, mq_hello *description) {
    (void)context;
    world.steps++;
    answer->status = world.install_status;
    // Also where no answer tells it.
    answer->next = step->byte_count > 0 ? step->offset + (uint32_t)step->byte_count : 13;
    if (step->step != MQ_INSTALL_COMMIT) return false;
    description->present |= MQ_HAS(MQ_HELLO_NETWORK);
    description->network = 77;
    return true;
}

mq_hello described(void) {
    mq_hello hello = {.role = MQ_ROLE_DEVICE, .capabilities = 0x65, .rate = 200.0f, .channel_count = CHANNELS, .axes = {1, 2, 3}};
    hello.present = MQ_HAS(MQ_HELLO_CAPABILITIES) | MQ_HAS(MQ_HELLO_RATE) | MQ_HAS(MQ_HELLO_CHANNEL);
    for (int i = 0; i < CHANNELS; i++) hello.channels[i] = (mq_channel){(uint8_t)(0x10 + i), MQ_UNIT_G, 0.5f, 0.0f, 4.0f};
    return hello;
}

static bool world_has_room(void *context, size_t length) {
    (void)context;
    CHECK("a frame's length", length >= 16 && length <= MQ_WIRE_MAX);
    world.asked = length;
    return !world.no_room && (world.longest == 0 || length <= world.longest);
}

static bool boot_with(uint64_t now, bool (*has_room)(void *context, size_t length), const mq_hello *description) {
    memset(&world, 0, sizeof world);
    world.now = now;
    mq_decoder_reset(&world.decoder, 0);
    mq_link_reset(&world.link);
    const mq_device_board board = {
        NULL,           world_clock,     world_write, world_draw,   world_apply, world_configure, world_predicted,
        world_labelled, world_host_left, has_room,    world_install};
    const uint8_t units[MQ_ACTUATOR_KINDS] = {1, 0, 1, 0};
    return mq_device_boot(&device, &board, description, units);
}

void boot(uint64_t now) {
    const mq_hello description = described();
    CHECK("boot", boot_with(now, NULL, &description));
}

void boot_telling_room(uint64_t now) {
    const mq_hello description = described();
    CHECK("boot", boot_with(now, world_has_room, &description));
}

bool boot_describing(const mq_hello *description) { return boot_with(0, world_has_room, description); }

const sent_frame *last(void) { return &world.sent[(world.sent_count - 1) % SENT_MAX]; }

unsigned sent_of(uint8_t type, unsigned from) {
    unsigned count = 0;
    for (unsigned i = from; i < world.sent_count; i++) count += world.sent[i % SENT_MAX].header.type == type;
    return count;
}

unsigned tell_raw(uint8_t major, uint8_t flags, uint8_t type, const uint8_t *payload, size_t length) {
    uint8_t wire[MQ_WIRE_MAX];
    const mq_frame frame = {.major = major, .flags = flags, .type = type, .payload = payload, .length = length};
    const unsigned before = world.sent_count;
    mq_device_receive(&device, wire, mq_frame_encode(&frame, wire));
    return world.sent_count - before;
}

unsigned tell_hello(uint32_t session, uint8_t flags) {
    uint8_t payload[MQ_PAYLOAD_MAX];
    const mq_hello hello = {.role = MQ_ROLE_HOST, .session = session};
    return tell_raw(1, flags, MQ_TYPE_HELLO, payload, mq_hello_encode(&hello, payload));
}

unsigned tell_heartbeat(void) {
    const uint8_t payload[32] = {0};
    return tell_raw(1, 0, MQ_TYPE_HEARTBEAT, payload, sizeof payload);
}

mq_ack acknowledged(unsigned frames) {
    mq_ack ack = {.status = 255};
    CHECK("one frame answers", frames == 1);
    CHECK("it is an ACK", last()->header.type == MQ_TYPE_ACK && (last()->header.flags & MQ_FLAG_REPLY) != 0);
    CHECK("it can be read", mq_ack_decode(last()->payload, last()->header.length, &ack));
    return ack;
}

unsigned tell_install(const mq_install *install) {
    uint8_t payload[MQ_PAYLOAD_MAX];
    return tell_raw(1, 0, MQ_TYPE_INSTALL, payload, mq_install_encode(install, payload));
}

unsigned tell_config(const mq_config *config) {
    uint8_t payload[MQ_PAYLOAD_MAX];
    return tell_raw(1, 0, MQ_TYPE_CONFIG, payload, mq_config_encode(config, payload));
}

void run(uint64_t microseconds) {
    for (const uint64_t end = world.now + microseconds; world.now < end;) {
        world.now += 5000;
        mq_device_poll(&device);
    }
}

void push_samples(unsigned samples, uint32_t period) {
    for (unsigned i = 0; i < samples; i++) {
        int16_t counts[CHANNELS];
        for (int k = 0; k < CHANNELS; k++) counts[k] = (int16_t)(-100 * k - (int)i);
        world.now += period;
        mq_device_push(&device, counts, (uint32_t)world.now);
    }
}
