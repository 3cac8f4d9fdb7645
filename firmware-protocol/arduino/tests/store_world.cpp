#include "store_world.h"

#include <math.h>
#include <string.h>

extern "C" {
uint8_t *make_image(uint32_t *length);
uint32_t random_u32(void);
}

NorFlash nor;

static uint32_t state = 1;
void seed(uint32_t number) { state = number * 2654435761u + 1; }
uint32_t draw(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

// MARK: Flash

void NorFlash::reset(size_t sectorBytes, size_t unitBytes) {
    sector = sectorBytes;
    unit = unitBytes;
    budget = -1;
    there = true;
    refuses = litMeanwhile = false;
    for (size_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)draw(256);
    memset(blank, 0, sizeof blank);
}

size_t NorFlash::work(size_t count) {
    operations++;
    if (anythingOn()) litMeanwhile = true;
    pass(90000);  // As an nRF52840 takes for a page.
    if (budget < 0) return count;
    const size_t done = count < (size_t)budget ? count : (size_t)budget;
    budget -= (long)done;
    return done;
}

static bool erase(void *, size_t offset) {
    CHECK(offset % nor.sector == 0 && offset + nor.sector <= sizeof nor.memory);
    if (nor.refuses) return false;
    const size_t done = nor.work(nor.sector);
    // Of a sector that is erased in part the beginning or the end is empty, or all of it has some bits too many.
    const uint32_t manner = done == nor.sector ? 0 : draw(3);
    for (size_t i = 0; i < nor.sector; i++) {
        uint8_t &byte = nor.memory[offset + i];
        if (manner == 2) {
            byte |= (uint8_t)draw(256);
        } else if (manner == 0 ? i < done : nor.sector - i <= done) {
            byte = 0xFF;
        }
        nor.blank[offset + i] = done == nor.sector;
    }
    if (done < nor.sector) throw PowerLost();
    return true;
}

static bool program(void *, size_t offset, const uint8_t *bytes, size_t count) {
    CHECK(count > 0 && count <= 256 && offset % nor.unit == 0 && count % nor.unit == 0 && offset + count <= sizeof nor.memory);
    if (nor.refuses) return false;
    const size_t done = nor.work(count);
    for (size_t i = 0; i < count; i++) {
        CHECK(nor.blank[offset + i]);
        nor.blank[offset + i] = false;
        if (i < done) {
            nor.memory[offset + i] &= bytes[i];
        } else if (i / nor.unit == done / nor.unit) {
            nor.memory[offset + i] &= (uint8_t)(bytes[i] | draw(256));
        }
    }
    if (done < count) throw PowerLost();
    return true;
}

bool motionq15OpenFlash(size_t slotBytes, mq_flash *flash) {
    if (!nor.there || slotBytes > NorFlash::SLOT) return false;
    *flash = {nor.memory, NorFlash::SLOT, nor.sector, nor.unit, nullptr, erase, program};
    return true;
}

// MARK: Networks

static const mq_tanh_table &tanhTable() {
    static mq_tanh_table table;
    static int16_t nodes[257];
    for (int i = 0; i < 257; i++) nodes[i] = (int16_t)lround(32767 * tanh(i / 32.0));
    mq_fill_tanh_table(&table, nodes);
    return table;
}

static const int32_t *exponentials() {
    static int32_t nodes[257];
    for (int i = 0; i < 257; i++) nodes[i] = (int32_t)lround(65536 * exp2(-i / 256.0));
    return nodes;
}

static std::vector<std::unique_ptr<Image>> all;

void Image::seal() {
    network = mq_fnv1a(MQ_FNV1A_START, bytes.data() + 64, bytes.size() - 64);
    for (int i = 0; i < 8; i++) bytes[8 + i] = (uint8_t)(network >> 8 * i);
    hash = mq_fnv1a(MQ_FNV1A_START, bytes.data(), bytes.size());
    all.emplace_back(new Image(*this));
}

const Image *named(uint64_t network) {
    for (const auto &image : all) {
        if (image->network == network) return image.get();
    }
    return nullptr;
}

Image makeNetwork() {
    for (;;) {
        for (uint32_t some = draw(8); some > 0; some--) (void)random_u32();
        uint32_t length;
        uint8_t *made = make_image(&length);
        Image image;
        image.bytes.assign(made, made + length);
        free(made);
        if (length > 6000 || image.bytes[81] > 12) continue;
        const uint8_t header[] = {(uint8_t)(1 + draw(5)), 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        memcpy(&image.bytes[22], header, sizeof header);
        const uint32_t at = image.bytes[88] | (uint32_t)image.bytes[89] << 8, inputs = image.bytes[72];
        for (uint32_t i = 0; i < inputs; i++) {
            const float scale = 0.5f + (float)draw(100) / 50;
            image.bytes[at + 12 * i] = (uint8_t)(0x10 + draw(3));
            memcpy(&image.bytes[at + 12 * i + 8], &scale, 4);
        }
        image.seal();
        return image;
    }
}

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
    network.parts = {&read.network, nullptr, nullptr, values.data(), memory.data(), room, read.labels,
                     {read.threshold, read.rest_label, read.smoothing, read.enter_ratio, read.exit_ratio, read.refractory},
                     decisionMemory.data(), decisions};
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
        const mq_decision_parameters parameters = {read.threshold,   read.rest_label, read.smoothing,
                                                   read.enter_ratio, read.exit_ratio, read.refractory};
        CHECK(mq_channel_binding_make(&hello, &read.network, read.inputs, read.rate, bound, nullptr) == MQ_FITS);
        CHECK(mq_classifier_begin(&classifier, &read.network, mq_kernels_available(0), memory, sizeof memory));
        CHECK(mq_decision_begin(&stream, read.labels, &parameters, decisions, sizeof decisions));
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
