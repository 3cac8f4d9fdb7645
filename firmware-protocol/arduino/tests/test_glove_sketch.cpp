// Glove without a network: five channels with names, whose values may be missing.
#include <string>

#include "board.h"

static void itDescribesFiveFingers() {
    setup();
    run(1000000);
    const std::vector<SentFrame> pages = sentOf(MQ_TYPE_CHANNELS);
    mq_channels page;
    CHECK(pages.size() == 1 && mq_channels_decode(pages[0].payload.data(), pages[0].payload.size(), &page) && page.count == 5);
    CHECK(page.session == lastHello().session && lastHello().described_count == 5 && lastHello().channel_count == 5);
    for (uint8_t index = 0; index < page.count; index++) {
        mq_channel_entry entry;
        mq_channels_entry(&page, index, &entry);
        CHECK(std::string(entry.name, entry.name + entry.name_length) == "flex_" + std::to_string(index));
        CHECK(entry.channel.kind == 0 && entry.channel.unit == MQ_UNIT_OTHER && entry.channel.full_scale == 100);
        CHECK(std::string(entry.unit_text, entry.unit_text + entry.unit_length) == "%");
    }
}

static int16_t newest(uint8_t channel) {
    const std::vector<SentFrame> frames = sentOf(MQ_TYPE_DATA);
    mq_data view;
    const SentFrame &last = frames.back();
    CHECK(mq_data_decode(last.payload.data(), last.payload.size(), last.header.count, &view) && view.channels == 5);
    return mq_data_count(&view, 0, channel);
}

static void itStreamsThem() {
    CHECK(sentOf(MQ_TYPE_DATA).size() >= 48 && board.link.lost_samples == 0);
    for (uint8_t channel = 0; channel < 5; channel++) CHECK(newest(channel) == 500 + A1 + channel);
}

static void aFingerWhosePlugIsOutHasNoValue() {
    board.unplugged = A3;
    run(100000);
    CHECK(newest(2) == MQ_NO_VALUE && newest(1) == 500 + A2);
    board.unplugged = 0;
    run(100000);
    CHECK(newest(2) == 500 + A3);
}

static void eachHelloIsFollowedByThem() {
    const size_t from = board.sent.size();
    tellHello(5);
    run(50000);
    CHECK(sentOf(MQ_TYPE_HELLO, from).size() == 1 && sentOf(MQ_TYPE_CHANNELS, from).size() == 1);
}

int main() {
    board.room = 64;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    itDescribesFiveFingers();
    itStreamsThem();
    aFingerWhosePlugIsOutHasNoValue();
    eachHelloIsFollowedByThem();
    return finish("Glove");
}
