// A device with a store, and its host.
#include "store_world.h"

#include <string.h>

// MARK: The sketch

static const uint16_t RATES[] = {50, 100};

Life::Life(const Image &own, size_t room, size_t decisions, size_t inputs)
    : device(port.port), memory(room), decisionMemory(decisions), bound(inputs), values(inputs) {
    world = &port;
    port.interrupts = false;
    mq_decoder_reset(&port.decoder, 0);
    mq_decoder_reset(&port.echo, 0);
    mq_link_reset(&port.link);
    memcpy(image, own.bytes.data(), own.bytes.size());
    CHECK(mq_network_image_read(&read, image, own.bytes.size(), &tanhTable(), exponentials()) == MQ_IMAGE_OK);
    MotionQ15Network network = MotionQ15Network();
    network.parts = {&read.network, nullptr,     nullptr,       values.data(),         memory.data(),
                     room,          read.labels, read.decision, decisionMemory.data(), decisions};
    network.features = read.inputs;
    network.rate = read.rate;
    network.bound = bound.data();
    network.hash = read.hash;
    network.inputRoom = inputs;
    store.begin(classifier, network, 8192);
    device.attachLed(LED_PIN);
    device.offerRates(RATES, 2);
    device.attachPredictor(classifier);
    device.attachInstaller(store);
    MotionQ15Description description("store", 50);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4);
    CHECK(device.begin(description));
    port.interrupts = true;
    tellHello(7);
    for (int i = 0; i < 20; i++) turn();
}

void Life::turn() {
    device.poll();
    if (device.sampleDue()) {
        const int16_t counts[3] = {(int16_t)draw(65536), (int16_t)draw(65536), (int16_t)draw(65536)};
        device.push(counts);
    }
    pass(1000);
}

mq_hello Life::hello() const {
    mq_hello hello = mq_hello();
    for (const HeardFrame &frame : port.heard) {
        if (frame.type == MQ_TYPE_HELLO) CHECK(mq_hello_decode(frame.payload.data(), frame.payload.size(), &hello));
    }
    return hello;
}

// What the host makes of the device's samples.
struct Follower {
    alignas(64) uint8_t image[65536];
    mq_network_image read;
    uint8_t memory[65536], decisions[4096];
    mq_bound_input bound[16];
    mq_classifier classifier;
    mq_decision_stream stream;
    bool running = false, expected = false;
    mq_window window;
    mq_decision decision;

    void begin(const mq_hello &hello) {
        running = (hello.capabilities & MQ_PREDICTS) != 0;
        if (!running) return;
        const Image *own = named(hello.network);
        CHECK(own != nullptr && (hello.present & MQ_HAS(MQ_HELLO_NETWORK)));
        if (!own) return;
        memcpy(image, own->bytes.data(), own->bytes.size());
        CHECK(mq_network_image_read(&read, image, own->bytes.size(), &tanhTable(), exponentials()) == MQ_IMAGE_OK);
        CHECK(mq_channel_binding_make(&hello, &read.network, read.inputs, read.rate, bound, nullptr) == MQ_FITS);
        CHECK(mq_classifier_begin(&classifier, &read.network, mq_kernels_available(0), memory, sizeof memory));
        CHECK(mq_decision_begin(&stream, read.labels, &read.decision, decisions, sizeof decisions));
    }

    void take(const int16_t *counts) {
        int16_t inputs[16];
        CHECK(!expected);
        mq_channel_binding_read(bound, read.network.inputs, counts, inputs);
        expected = mq_classifier_push(&classifier, inputs, &window);
        if (expected) decision = mq_decision_decide(&stream, window.probabilities, 0);
    }

    void compare(const HeardFrame &frame) {
        mq_prediction told;
        CHECK(expected && mq_prediction_decode(frame.payload.data(), frame.payload.size(), &told));
        if (!expected) return;
        expected = false;
        const int label = decision.phase == MQ_PHASE_NONE ? decision.label : decision.active;
        CHECK(told.class_index == (label < 0 ? 255 : label) && told.phase == decision.phase);
        CHECK(told.confidence == decision.confidence && told.window_slot == window.slot);
        CHECK(mq_prediction_score_count(frame.payload.size()) == read.labels);
        for (size_t i = 0; i < read.labels; i++) CHECK(mq_prediction_score(frame.payload.data(), i) == window.probabilities[i]);
    }
};

// Everything since boot is followed anew: a life is short.
void Life::samples(unsigned count) {
    for (unsigned turns = count * 20; turns > 0; turns--) turn();
    static Follower room;  // Larger than a stack would like.
    Follower *const follower = &room;
    follower->running = follower->expected = false;
    uint32_t session = 0;
    uint16_t index = 0;
    windows = 0;
    for (const HeardFrame &frame : port.heard) {
        mq_hello hello;
        mq_data view;
        if (frame.type == MQ_TYPE_HELLO && mq_hello_decode(frame.payload.data(), frame.payload.size(), &hello)) {
            if (hello.session != session) follower->begin(hello);
            session = hello.session;
        } else if (frame.type == MQ_TYPE_PREDICTION) {
            follower->compare(frame);
            windows++;
        } else if (frame.type == MQ_TYPE_DATA && follower->running) {
            CHECK(mq_data_decode(frame.payload.data(), frame.payload.size(), frame.count, &view));
            if (frame.index != index) {
                mq_classifier_restart(&follower->classifier);
                mq_decision_interrupt(&follower->stream);
            }
            for (uint8_t i = 0; i < view.samples; i++) {
                const int16_t counts[3] = {mq_data_count(&view, i, 0), mq_data_count(&view, i, 1), mq_data_count(&view, i, 2)};
                follower->take(counts);
            }
        }
        if (frame.type == MQ_TYPE_DATA) index = (uint16_t)(frame.index + frame.count);
    }
}

// MARK: The host

mq_installed Life::step(const mq_install &wanted) {
    mq_install step = wanted;
    step.sequence = ++sequence;
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t from = port.heard.size(), length = mq_install_encode(&step, payload);
    tell(MQ_TYPE_INSTALL, payload, length);
    mq_installed answer = mq_installed();
    answer.status = 255;
    for (int i = 0; i < 1000 && answer.status == 255; i++) {
        turn();
        for (size_t at = from; at < port.heard.size(); at++) {
            const HeardFrame &frame = port.heard[at];
            if (frame.type == MQ_TYPE_INSTALLED) CHECK(mq_installed_decode(frame.payload.data(), frame.payload.size(), &answer));
        }
    }
    CHECK(answer.status != 255 && answer.sequence == step.sequence && answer.step == step.step);
    for (int i = 0; i < 20; i++) turn();  // HELLO of a new session.
    return answer;
}

void Life::setRate(float rate) {
    mq_config config = mq_config();
    config.present = MQ_HAS(MQ_CONFIG_RATE);
    config.rate = rate;
    uint8_t payload[MQ_PAYLOAD_MAX];
    tell(MQ_TYPE_CONFIG, payload, mq_config_encode(&config, payload));
    for (int i = 0; i < 40; i++) turn();
}

mq_installed Life::bare(uint8_t which) {
    mq_install install = mq_install();
    install.step = which;
    return step(install);
}

mq_installed Life::begin(const Image &image) {
    mq_install install = mq_install();
    install.step = MQ_INSTALL_BEGIN;
    install.length = (uint32_t)image.bytes.size();
    install.hash = image.hash;
    return step(install);
}

mq_installed Life::blocks(const Image &image, uint32_t next, uint32_t most) {
    mq_installed answer = mq_installed();
    answer.next = next;
    while (answer.status == MQ_INSTALLED_OK && answer.next < image.bytes.size() && most-- > 0) {
        mq_install install = mq_install();
        install.step = MQ_INSTALL_BLOCK;
        install.offset = answer.next;
        install.bytes = image.bytes.data() + answer.next;
        const size_t left = image.bytes.size() - answer.next, some = 1 + draw(MQ_BLOCK_MAX);
        install.byte_count = left < some ? left : some;
        answer = step(install);
    }
    return answer;
}

mq_installed Life::install(const Image &image) {
    mq_installed answer = begin(image);
    if (answer.status == MQ_INSTALLED_OK) answer = blocks(image, answer.next);
    return answer.status == MQ_INSTALLED_OK ? commit() : answer;
}
