// Channels with names: which a device may have, how it describes them, and how they are found.
#include <string.h>

#include "check.h"
#include "device_world.h"

enum { NAMED = 11 };

static mq_described_channel named(const char *name) {
    return (mq_described_channel){.scale = 0.25f, .unit_text = "degrees", .name = name};
}

// Five fingers, a left hand's acceleration, and three channels of the device's own sensor.
static uint8_t glove(mq_described_channel *channels) {
    static const char *const names[] = {"flex_0", "flex_1", "flex_2", "flex_3", "flex_4", "left.ax", "left.ay", "left.az"};
    for (int i = 0; i < 5; i++) channels[i] = named(names[i]);
    for (int i = 5; i < NAMED; i++) {
        const uint8_t kind = (uint8_t)(0x10 + (i - 5) % 3);
        channels[i] = (mq_described_channel){kind, MQ_UNIT_G, 0.5f, 0, 4, 0, NULL, i < 8 ? names[i] : NULL};
    }
    return NAMED;
}

static mq_hello describing(const mq_described_channel *channels, uint8_t count) {
    mq_hello hello = described();
    hello.described = channels;
    hello.described_count = count;
    return hello;
}

static bool boots_with(mq_described_channel channel) {
    mq_described_channel channels[NAMED];
    channels[0] = channel;
    channels[1] = named("other");
    const mq_hello hello = describing(channels, 2);
    const bool boots = boot_describing(&hello);
    CHECK("nothing is sent by what does not boot", boots || (world.sent_count == 0 && world.delimiters == 0));
    return boots;
}

static void a_device_without_usable_channels_does_not_boot(void) {
    CHECK("a name", boots_with(named("flex_0")));
    CHECK("32 bytes", boots_with(named("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")));
    CHECK("33 bytes", !boots_with(named("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")));
    CHECK("the same name twice", !boots_with(named("other")));
    CHECK("the beginning of the other", boots_with(named("othe")) && boots_with(named("otherwise")));
    CHECK("a comma", !boots_with(named("a,b")));
    CHECK("a quotation mark", !boots_with(named("a\"b")));
    CHECK("control characters", !boots_with(named("a\n")) && !boots_with(named("\x7F")));
    CHECK("no motion and no name", !boots_with(named(NULL)) && !boots_with(named("")));
    mq_described_channel channel = {.kind = 0x10, .unit = MQ_UNIT_G, .scale = 1};
    CHECK("motion without a name", boots_with(channel));
    channel.unit = 6;
    CHECK("no unit", !boots_with(channel));
    channel = named("a");
    channel.unit_text = "ninebytes";
    CHECK("a unit's text", !boots_with(channel));
    channel = named("a");
    channel.scale = 0;
    CHECK("a scale", !boots_with(channel));
    channel = named("a");
    channel.rate = 10001;
    CHECK("a rate", !boots_with(channel));
}

static void a_device_has_32_channels_at_most(void) {
    static char names[33][4];
    mq_described_channel channels[33];
    for (int i = 0; i < 33; i++) {
        names[i][0] = (char)('a' + i / 10);
        names[i][1] = (char)('0' + i % 10);
        channels[i] = named(names[i]);
    }
    mq_hello hello = describing(channels, 32);
    CHECK("32", boot_describing(&hello));
    const int16_t counts[32] = {[31] = 7};
    for (int i = 0; i < 4; i++) {
        world.now += 5000;
        mq_device_push(&device, counts, (uint32_t)world.now);
    }
    mq_data view;
    CHECK("three samples fit", sent_of(MQ_TYPE_DATA, 0) == 1 && last()->header.count == 3 && last()->header.length == 192);
    CHECK("DATA", mq_data_decode(last()->payload, last()->header.length, 3, &view) && view.channels == 32);
    CHECK("the last channel", mq_data_count(&view, 2, 31) == 7);
    hello = describing(channels, 33);
    CHECK("33", !boot_describing(&hello));
    hello = describing(channels, 0);
    CHECK("none", !boot_describing(&hello));
    hello = described();
    hello.present |= MQ_HAS(MQ_HELLO_CHANNELS);
    hello.described_count = CHANNELS;
    CHECK("announced, and not described", !boot_describing(&hello));
}

// The channels that the frames from the `from`-th on describe, one after the other.
static unsigned described_since(unsigned from, uint32_t session) {
    unsigned place = 0;
    for (unsigned i = from; i < world.sent_count; i++) {
        const sent_frame *sent = &world.sent[i % SENT_MAX];
        mq_channels page;
        if (sent->header.type != MQ_TYPE_CHANNELS) continue;
        CHECK("CHANNELS", mq_channels_decode(sent->payload, sent->header.length, &page) && page.session == session);
        CHECK("one after the other", page.first == place && (sent->header.flags & MQ_FLAG_REPLY) == 0);
        place += page.count;
    }
    return place;
}

static void each_hello_is_followed_by_what_describes_the_channels(void) {
    mq_described_channel channels[NAMED];
    const mq_hello hello = describing(channels, glove(channels));
    CHECK("boot", boot_describing(&hello) && described_since(0, 1) == NAMED);
    CHECK("as many in each as fit", sent_of(MQ_TYPE_CHANNELS, 0) == 2);
    mq_hello told;
    CHECK("HELLO", mq_hello_decode(world.sent[0].payload, world.sent[0].header.length, &told));
    CHECK("nine of eleven", told.channel_count == 9 && told.described_count == NAMED && mq_hello_data_channels(&told) == NAMED);
    CHECK("no motion", told.channels[0].kind == 0 && told.channels[0].unit == MQ_UNIT_G && told.channels[0].scale == 1.0f);
    CHECK("motion", told.channels[5].kind == 0x10 && told.channels[5].scale == 0.5f);
    unsigned before = world.sent_count;
    CHECK("a host's HELLO", tell_hello(5, 0) == 3 && described_since(before, 1) == NAMED);
    before = world.sent_count;
    const mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE), .sequence = 1, .rate = 100.0f};
    CHECK("a new session", tell_config(&config) == 4 && described_since(before, 2) == NAMED);
    before = world.sent_count;
    run(5000000);
    CHECK("every 5 s", sent_of(MQ_TYPE_HELLO, before) == 1 && described_since(before, 2) == NAMED);
}

static void what_finds_no_room_is_described_at_the_first_poll_with_room(void) {
    mq_described_channel channels[NAMED];
    const mq_hello hello = describing(channels, glove(channels));
    CHECK("boot", boot_describing(&hello));
    world.longest = 200;  // HELLO is shorter, the first page longer.
    unsigned before = world.sent_count;
    CHECK("HELLO alone", tell_hello(5, 0) == 1);
    const int16_t counts[NAMED] = {0};
    mq_device_push(&device, counts, 0);
    run(20000);
    CHECK("DATA does not wait for it", sent_of(MQ_TYPE_DATA, before) == 1 && sent_of(MQ_TYPE_CHANNELS, before) == 0);
    world.longest = 0;
    run(5000);
    CHECK("room", described_since(before, 1) == NAMED);
    before = world.sent_count;
    run(5000);
    CHECK("it is said once", world.sent_count == before);
    mq_device_unsent(&device, MQ_TYPE_CHANNELS, 0);
    run(5000);
    CHECK("what did not leave begins anew", described_since(before, 1) == NAMED);
    world.no_room = true;
    world.tries = 0;
    tell_hello(5, 0);
    mq_device_unsent(&device, MQ_TYPE_CHANNELS, 0);
    run(20000);
    CHECK("frames that were encoded for nothing", world.tries == 0);
}

// Its pages would belong to no HELLO.
static void nothing_is_described_before_its_hello(void) {
    mq_described_channel channels[NAMED];
    const mq_hello hello = describing(channels, glove(channels));
    CHECK("boot", boot_describing(&hello));
    world.longest = 100;
    const unsigned before = world.sent_count;
    const mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE), .sequence = 1, .rate = 100.0f};
    tell_config(&config);
    run(10000);
    CHECK("ACK alone", world.sent_count == before + 1);
    world.longest = 0;
    run(5000);
    CHECK("HELLO first", world.sent[before + 1].header.type == MQ_TYPE_HELLO && described_since(before, 2) == NAMED);
}

static void channels_are_found_by_name_or_by_kind(void) {
    mq_described_channel channels[NAMED];
    mq_hello hello = describing(channels, glove(channels));
    mq_hello_describe(&hello, channels, NAMED);
    uint8_t channel;
    bool reversed;
    CHECK("by kind", mq_hello_source(&hello, 0x10, &channel, &reversed) && channel == 8 && !reversed);
    CHECK("beyond HELLO's", mq_hello_source(&hello, 0x12, &channel, &reversed) && channel == 10);
    CHECK("what it means", mq_hello_channel(&hello, 10).kind == 0x12 && mq_hello_channel(&hello, 0).unit == MQ_UNIT_OTHER);
    CHECK("by name", mq_hello_named(&hello, (const uint8_t *)"left.ax", 7, &channel) && channel == 5);
    CHECK("all its bytes", !mq_hello_named(&hello, (const uint8_t *)"left.a", 6, &channel));
    CHECK("no more", !mq_hello_named(&hello, (const uint8_t *)"left.axx", 8, &channel));
    channels[0].name = "left.ax";
    CHECK("one of two", !mq_hello_named(&hello, (const uint8_t *)"left.ax", 7, &channel));
    hello.described = NULL;
    CHECK("names are not known", !mq_hello_source(&hello, 0x10, &channel, &reversed));
    CHECK("nor found", !mq_hello_named(&hello, (const uint8_t *)"flex_1", 6, &channel));
}

void test_channels(void) {
    a_device_without_usable_channels_does_not_boot();
    a_device_has_32_channels_at_most();
    each_hello_is_followed_by_what_describes_the_channels();
    what_finds_no_room_is_described_at_the_first_poll_with_room();
    nothing_is_described_before_its_hello();
    channels_are_found_by_name_or_by_kind();
}
