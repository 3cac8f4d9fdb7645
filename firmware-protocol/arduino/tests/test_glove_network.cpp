// Glove with a network that reads its five fingers: plays RECORDING, a made-up glove's, on the analog pins. What the LED shows is
// what the sketch sends.
#include <stdio.h>

#include <algorithm>
#include <string>

#include "board.h"
#include "mq_decision.h"
#include "network.h"

struct Moment {
    std::string label;
    int bends[5];
};

static std::vector<Moment> recorded() {
    std::vector<Moment> moments;
    FILE *file = fopen(RECORDING, "r");
    CHECK(file != nullptr);
    if (!file) return moments;
    char line[512], label[64];
    double bends[5];
    while (fgets(line, sizeof line, file)) {
        // Behind session, subject, label and time stand six axes, which the sketch does not have.
        const int found = sscanf(
            line, "%*[^,],%*[^,],%63[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%lf,%lf,%lf,%lf,%lf", label, &bends[0],
            &bends[1], &bends[2], &bends[3], &bends[4]);
        if (found != 6) continue;
        Moment moment = {label, {}};
        for (int finger = 0; finger < 5; finger++) moment.bends[finger] = (int)bends[finger];
        moments.push_back(moment);
    }
    fclose(file);
    return moments;
}

static bool lit() { return board.pins[LED_BUILTIN] == HIGH; }

// What the device said last: whether a label is active.
static bool isToldActive() {
    const std::vector<SentFrame> frames = sentOf(MQ_TYPE_PREDICTION);
    mq_prediction prediction;
    if (frames.empty()) return false;
    const SentFrame &last = frames.back();
    CHECK(mq_prediction_decode(last.payload.data(), last.payload.size(), &prediction));
    return prediction.phase == MQ_PHASE_ENTER || prediction.phase == MQ_PHASE_HOLD;
}

// Moments at which the LED was lit, and at which it was not as the device said: a frame takes a round or two to leave.
static unsigned lights, differing;

static void show(const Moment &moment) {
    for (int finger = 0; finger < 5; finger++) board.analog[A1 + finger] = moment.bends[finger];
    run(16667);
    lights += lit();
    differing += lit() != isToldActive();
}

static void itSaysThatItPredicts() {
    setup();
    run(100000);
    CHECK((lastHello().capabilities & MQ_PREDICTS) != 0 && lastHello().described_count == 5 && lastHello().rate == 60);
    CHECK(sentOf(MQ_TYPE_LOG).empty());
}

static void signsLightTheLed(const std::vector<Moment> &moments) {
    unsigned litAtRest = 0, fists = 0;
    std::string before;
    for (const Moment &moment : moments) {
        const unsigned already = lights;
        show(moment);
        // The LED goes on and off a little after the hand.
        if (moment.label == "rest" && before == "rest") litAtRest += lights - already;
        if (moment.label == "fist" || moment.label == "knock") fists += lights - already;
        before = moment.label;
    }
    CHECK(fists > 30 && lights > litAtRest && differing < 8);
    CHECK(sentOf(MQ_TYPE_PREDICTION).size() > moments.size() / 10 - 8);
    CHECK(lastHeartbeat().samples_dropped == 0);
}

// For a second the sketch takes each finger to be where it was; after that all windows are the same, and what they say holds on.
static void withoutItsPlugsNothingChanges() {
    const Moment nothing = {"rest", {1, 1, 1, 1, 1}};
    for (int moment = 0; moment < 240; moment++) show(nothing);
    const std::vector<uint8_t> before = sentOf(MQ_TYPE_PREDICTION).back().payload;
    const bool wasLit = lit();
    for (int moment = 0; moment < 60; moment++) show(nothing);
    const std::vector<uint8_t> after = sentOf(MQ_TYPE_PREDICTION).back().payload;
    const size_t scores = 2 * MOTIONQ_NETWORK_LABELS;
    CHECK(after != before && std::equal(after.end() - scores, after.end(), before.end() - scores));
    CHECK(lit() == wasLit && differing < 8);
}

int main() {
    board.room = 64;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    const std::vector<Moment> moments = recorded();
    CHECK(moments.size() > 500);
    itSaysThatItPredicts();
    signsLightTheLed(moments);
    withoutItsPlugsNothingChanges();
    return finish("Glove with a network");
}
