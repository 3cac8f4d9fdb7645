// RecogniseOnBoard as it is in a ZIP that was made without a network: it streams, and says what is missing.
#include <string>

#include "board.h"

static size_t linesWith(const char *words) {
    size_t count = 0;
    for (const SentFrame &frame : sentOf(MQ_TYPE_LOG)) {
        const std::string line(frame.payload.begin() + 1, frame.payload.end());
        count += line.find(words) != std::string::npos;
    }
    return count;
}

static void itStreams() {
    setup();
    run(2000000);
    CHECK(sentOf(MQ_TYPE_DATA).size() >= 98);
}

static void itSaysThatTheNetworkIsMissing() { CHECK(linesWith("no network in this sketch: motionq export") == 1); }

static void itDoesNotClaimToPredict() { CHECK((lastHello().capabilities & MQ_PREDICTS) == 0); }

int main() {
    board.room = 64;
    board.bus = &Wire;
    board.address = 0x68;
    board.registers[0x75] = 0x68;
    board.registers[0x3A] = 1;  // A measurement is always ready.
    board.answers = true;
    mq_decoder_reset(&board.decoder, 0);
    mq_link_reset(&board.link);
    itStreams();
    itSaysThatTheNetworkIsMissing();
    itDoesNotClaimToPredict();
    return finish("RecogniseOnBoard without a network");
}
