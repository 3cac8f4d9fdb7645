// Channels with names on the Arduino device: what a description takes, and what a host hears of it. Each test has a device of its
// own, which boots once more. The argument is the name of one test, or none for all.
#include "port_world.h"

#include <string>

static MotionQ15Description glove() {
    MotionQ15Description description("glove", 100);
    CHECK(description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4));
    CHECK(description.addChannel("flex_0", "V", 0.005f) && description.addChannel("flex_1", nullptr, 0.005f, -1, 5, 20));
    CHECK(description.addMotion("left", MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 4096, 8));
    CHECK(description.addMotion("left", MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, 0.0625f, 2000));
    CHECK(description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, 0.0625f, 2000));
    return description;
}

struct Told {
    mq_channel_entry entry;
    std::string name, unit;
};

// Rounds of 1 ms, without samples.
static void wait(MotionQ15Device &device, unsigned milliseconds) {
    for (; milliseconds > 0; milliseconds--) {
        pass(1000);
        device.poll();
    }
}

// What all CHANNELS since the `from`-th frame describe, which must follow one another.
static std::vector<Told> describedSince(size_t from) {
    std::vector<Told> all;
    for (size_t i = from; i < world->heard.size(); i++) {
        const HeardFrame &frame = world->heard[i];
        mq_channels page;
        if (frame.type != MQ_TYPE_CHANNELS) continue;
        CHECK(mq_channels_decode(frame.payload.data(), frame.payload.size(), &page) && page.first == all.size());
        for (uint8_t index = 0; index < page.count; index++) {
            Told told;
            mq_channels_entry(&page, index, &told.entry);
            told.name.assign(told.entry.name, told.entry.name + told.entry.name_length);
            told.unit.assign(told.entry.unit_text, told.entry.unit_text + told.entry.unit_length);
            all.push_back(told);
        }
    }
    return all;
}

static void aHostHearsWhatAllChannelsAre(MotionQ15Device &device) {
    wait(device, 100);
    const size_t from = world->heard.size();
    CHECK(device.begin(glove()));
    wait(device, 100);
    const std::vector<Told> all = describedSince(from);
    CHECK(all.size() == 14 && heardOf(MQ_TYPE_HELLO, from) == 1);
    if (all.size() != 14) return;
    CHECK(all[0].name == "" && all[0].entry.channel.kind == 0x10 && all[0].entry.channel.unit == MQ_UNIT_G);
    CHECK(all[3].name == "flex_0" && all[3].unit == "V" && all[3].entry.channel.kind == 0);
    CHECK(
        all[4].unit == "" && all[4].entry.channel.offset == -1 && all[4].entry.channel.full_scale == 5 && all[4].entry.rate == 20);
    CHECK(all[5].name == "left.ax" && all[7].name == "left.az" && all[7].entry.channel.kind == 0x12);
    CHECK(all[8].name == "left.gx" && all[10].name == "left.gz" && all[8].entry.channel.unit == MQ_UNIT_DEGREE_PER_SECOND);
    CHECK(all[11].name == "" && all[13].entry.channel.kind == 0x22);
}

static void aSampleHasThemAll(MotionQ15Device &device) {
    CHECK(device.begin(glove()));
    const size_t from = world->heard.size();
    int16_t counts[14];
    for (int16_t i = 0; i < 14; i++) counts[i] = (int16_t)(100 * i);
    counts[3] = MQ_NO_VALUE;
    for (int i = 0; i < 100; i++) {
        pass(1000);
        device.poll();
        if (device.sampleDue()) device.push(counts);
    }
    mq_data view;
    for (size_t i = from; i < world->heard.size(); i++) {
        const HeardFrame &frame = world->heard[i];
        if (frame.type != MQ_TYPE_DATA) continue;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.count, &view) && view.channels == 14);
        CHECK(mq_data_count(&view, 0, 3) == -32768 && mq_data_count(&view, 0, 13) == 1300);
    }
    CHECK(heardOf(MQ_TYPE_DATA, from) >= 4 && world->link.lost_samples == 0);
}

// Between two measurements, too, and what is missing is not mixed with a value.
static void measurementsAreResampledInAllChannels(MotionQ15Device &device) {
    CHECK(device.begin(glove()));
    const size_t from = world->heard.size();
    for (int16_t i = 0; i < 50; i++) {
        pass(2000);
        device.poll();
        int16_t counts[14] = {};
        counts[3] = i % 2 ? MQ_NO_VALUE : (int16_t)7;
        counts[13] = (int16_t)(1000 * (i % 2));
        device.measured(counts, (uint32_t)world->now);
    }
    mq_data view;
    for (size_t i = from; i < world->heard.size(); i++) {
        const HeardFrame &frame = world->heard[i];
        if (frame.type != MQ_TYPE_DATA) continue;
        CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.count, &view) && view.channels == 14);
        const int16_t count = mq_data_count(&view, 0, 3), last = mq_data_count(&view, 0, 13);
        CHECK((count == 7 || count == MQ_NO_VALUE) && last >= 0 && last <= 1000);
    }
    CHECK(heardOf(MQ_TYPE_DATA, from) >= 4);
}

static void aNameThatIsNoneIsRefused(MotionQ15Device &) {
    MotionQ15Description description("glove", 100);
    CHECK(!description.addChannel("", nullptr, 1) && !description.addChannel(nullptr, nullptr, 1));
    CHECK(!description.addChannel("a,b", nullptr, 1) && !description.addChannel("a\"b", nullptr, 1));
    CHECK(!description.addChannel("a\tb", nullptr, 1) && !description.addChannel("\x7F", nullptr, 1));
    CHECK(!description.addChannel(std::string(33, 'x').c_str(), nullptr, 1));
    CHECK(!description.addChannel(std::string(300, 'x').c_str(), nullptr, 1));
    CHECK(!description.addChannel("a", "nine byte", 1) && !description.addChannel("a", nullptr, 0));
    CHECK(!description.addMotion("", MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1, 0) && !description.addMotion("a", 0, MQ_UNIT_G, 1, 0));
    CHECK(!description.addMotion("a", MOTIONQ15_ACCELERATION, MQ_UNIT_G, 0, 0));
    CHECK(description.described_count == 0 && description.channel_count == 0);
    static const std::string longest(32, 'x');
    CHECK(description.addChannel(longest.c_str(), "µµµµ", 1) && description.addChannel("a", nullptr, 1));
    CHECK(!description.addChannel("a", nullptr, 1) && description.described_count == 2);
    CHECK(description.addMotion("left", MOTIONQ15_ROTATION, MQ_UNIT_RADIAN_PER_SECOND, 1, 0) && description.described_count == 5);
    CHECK(!description.addChannel("left.gy", nullptr, 1));
    CHECK(!description.addMotion("left", MOTIONQ15_ROTATION, MQ_UNIT_RADIAN_PER_SECOND, 1, 0));
    CHECK(description.described_count == 5);
}

static void thereAreNoMoreThanItsRoom(MotionQ15Device &device) {
    MotionQ15Description description("glove", 100);
    for (char place = 'a'; place < 'a' + MOTIONQ15_CHANNELS / 3; place++) {
        const char text[] = {place, 0};
        CHECK(description.addMotion(text, MOTIONQ15_LINEAR_ACCELERATION, MQ_UNIT_G, 1, 0));
    }
    CHECK(!description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1, 4));
    CHECK(description.addChannel("last", nullptr, 1) && description.addChannel("very last", nullptr, 1));
    CHECK(!description.addChannel("one too many", nullptr, 1) && description.described_count == MOTIONQ15_CHANNELS);
    CHECK(description.described && strcmp(description.described[0].name, "a.user_x") == 0 && device.begin(description));
    MotionQ15Description tooLong("glove", 100);
    CHECK(!tooLong.addMotion(std::string(30, 'x').c_str(), MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1, 0));
    CHECK(tooLong.addMotion(std::string(29, 'x').c_str(), MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1, 0));
}

// It is as it was for a device that names none.
static void sixAxesNeedNoneOfThis(MotionQ15Device &device) {
    wait(device, 100);
    const size_t from = world->heard.size();
    MotionQ15Description description("axes", 100);
    CHECK(description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4));
    CHECK(!(description.present & MQ_HAS(MQ_HELLO_CHANNELS)) && device.begin(description));
    run(device, 6000000);
    CHECK(heardOf(MQ_TYPE_CHANNELS, from) == 0 && heardOf(MQ_TYPE_HELLO, from) == 2);
}

// A page that waited for half a second is not sent; all are sent when the host reads again.
static void whatGotStaleIsDescribedAgain(MotionQ15Device &device) {
    CHECK(device.begin(glove()));
    world->port.space = 0;
    wait(device, 2000);
    const size_t from = world->heard.size();
    world->port.space = 64;
    wait(device, 500);
    CHECK(heardOf(MQ_TYPE_HELLO, from) == 1 && describedSince(from).size() == 14 && !world->damagedHostBytes);
}

int main(int count, char **words) {
    static const Test tests[] = {
        TEST(aHostHearsWhatAllChannelsAre), TEST(aSampleHasThemAll),         TEST(measurementsAreResampledInAllChannels),
        TEST(aNameThatIsNoneIsRefused),     TEST(thereAreNoMoreThanItsRoom), TEST(sixAxesNeedNoneOfThis),
        TEST(whatGotStaleIsDescribedAgain)};
    return runTests("channels", tests, sizeof tests / sizeof tests[0], count > 1 ? words[1] : nullptr);
}
