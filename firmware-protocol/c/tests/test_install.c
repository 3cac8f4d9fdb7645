// INSTALL: steps go to the board once, their repetitions get the same answer, and another network begins a session.
#include "check.h"
#include "device_world.h"

static mq_installed answered(unsigned frames) {
    mq_installed answer = {0};
    const mq_frame *frame = &world.sent[(world.sent_count - frames) % SENT_MAX].header;
    CHECK("INSTALLED", frames > 0 && frame->type == MQ_TYPE_INSTALLED && frame->flags & MQ_FLAG_REPLY);
    CHECK("its fields", mq_installed_decode(frame->payload, frame->length, &answer));
    return answer;
}

static void without_the_capability_nothing_is_taken(void) {
    boot(0);
    const mq_install begin = {.sequence = 5, .step = MQ_INSTALL_BEGIN, .length = 640, .hash = 3};
    const mq_installed answer = answered(tell_install(&begin));
    CHECK("unsupported", answer.status == MQ_INSTALLED_UNSUPPORTED && answer.sequence == 5 && answer.step == MQ_INSTALL_BEGIN);
    CHECK("the board hears nothing", world.steps == 0);
    CHECK("a host may send it", device.wrong_side == 0);
}

static void a_repeated_step_gets_its_answer_and_is_not_taken_again(void) {
    boot(0);
    device.description.capabilities |= MQ_INSTALLS;
    const uint8_t bytes[] = {1, 2, 3};
    mq_install block = {.sequence = 6, .step = MQ_INSTALL_BLOCK, .offset = 10, .bytes = bytes, .byte_count = sizeof bytes};
    CHECK("next", answered(tell_install(&block)).next == 13 && world.steps == 1);
    CHECK("again", answered(tell_install(&block)).next == 13 && world.steps == 1);
    block.sequence++;
    CHECK("another", answered(tell_install(&block)).sequence == 7 && world.steps == 2);
    (void)tell_hello(0xABCD, 0);
    CHECK("of another host", answered(tell_install(&block)).next == 13 && world.steps == 3);
}

static void another_network_begins_a_session_that_announces_it(void) {
    boot(0);
    device.description.capabilities |= MQ_INSTALLS;
    const uint32_t session = device.description.session;
    push_samples(1, 5000);
    const mq_install commit = {.sequence = 8, .step = MQ_INSTALL_COMMIT};
    const unsigned before = world.sent_count;
    CHECK("samples, answer, HELLO", tell_install(&commit) == 3);
    CHECK("samples leave first", world.sent[before % SENT_MAX].header.type == MQ_TYPE_DATA);
    CHECK("then the answer", world.sent[(before + 1) % SENT_MAX].header.type == MQ_TYPE_INSTALLED);
    mq_hello hello;
    CHECK("HELLO", mq_hello_decode(last()->payload, last()->header.length, &hello));
    CHECK("announces the network", hello.network == 77 && hello.session != session);
    CHECK("once", tell_install(&commit) == 1 && world.steps == 1);
}

static void an_offset_is_told_only_where_there_is_one(void) {
    boot(0);
    device.description.capabilities |= MQ_INSTALLS;
    const uint8_t bytes[] = {1, 2, 3};
    mq_install step = {.sequence = 1, .step = MQ_INSTALL_BLOCK, .offset = 10, .bytes = bytes, .byte_count = sizeof bytes};
    for (uint8_t status = MQ_INSTALLED_OK; status <= MQ_INSTALLED_UNSUPPORTED; status++, step.sequence++) {
        world.install_status = status;
        CHECK("next", answered(tell_install(&step)).next == (status <= MQ_INSTALLED_OUT_OF_ORDER ? 13 : 0));
    }
    world.install_status = MQ_INSTALLED_OK;
    step = (mq_install){.sequence = 20, .step = MQ_INSTALL_FORGET};
    CHECK("not after forget", answered(tell_install(&step)).next == 0);
}

void test_install(void) {
    without_the_capability_nothing_is_taken();
    a_repeated_step_gets_its_answer_and_is_not_taken_again();
    another_network_begins_a_session_that_announces_it();
    an_offset_is_told_only_where_there_is_one();
}
