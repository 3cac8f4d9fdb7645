// Judges images, and loads the network that runs.
#include "mq_inference_supported.h"

#if MQ_INFERENCE_SUPPORTED
#include "MotionQ15Store.h"

#include <string.h>

#include "MotionQ15Flash.h"
#include "mq_network_image.h"

// Not in the object, whose table of functions would make all of this initial values, which lie in flash as well.
namespace {
struct Store {
    mq_network_store flash;
    mq_network_image image;  // Of the network that is loaded, if it is one that came.
    const uint8_t *loaded;   // Its bytes; null: the sketch's own network.
    MotionQ15Network own;
    MotionQ15Classifier *classifier;
    bool available;
    const uint16_t *rates;
    uint8_t rateCount;
    float sketchRate;  // At which the sketch would have its own network run.
    char label[MQ_LABEL_MAX + 1];
};
Store store;

// The rate for a network that was made for `wanted` samples per second: the sketch's own, or the next that it offers; 0: none.
float rateFor(float wanted) {
    if (mq_rate_fits(store.sketchRate, wanted)) return store.sketchRate;
    float nearest = 0;
    for (uint8_t i = 0; i < store.rateCount; i++) {
        const float rate = store.rates[i], off = rate > wanted ? rate - wanted : wanted - rate;
        const float best = nearest > wanted ? nearest - wanted : wanted - nearest;
        if (mq_rate_fits(rate, wanted) && (!(nearest > 0) || off < best)) nearest = rate;
    }
    return nearest;
}

// Whether the device measures what it reads: input by input, since the bindings of the network that runs must stay.
bool measures(const mq_hello &description, const mq_network_image &image) {
    MotionQ15InputStage *const stage = store.own.stage;
    if (stage && stage->isNeeded(image.network, image.inputs)) return stage->fits(description, image.network, image.inputs);
    mq_network one = image.network;
    one.inputs = 1;
    mq_strokes strokes;
    if (image.network.strokes) {
        strokes = *image.network.strokes;
        one.strokes = &strokes;
    }
    for (size_t input = 0; input < image.network.inputs; input++) {
        if (one.strokes) strokes.inputs[0] = image.network.strokes->inputs[input];
        mq_bound_input bound;
        const mq_network_input &feature = image.inputs[input];
        if (mq_channel_binding_make(&description, &one, &feature, 0, &bound, nullptr) != MQ_FITS) return false;
        if (feature.kind == MQ_NAMED_KIND) one.input_names += 1 + one.input_names[0];
    }
    return true;
}

// Reads an image, and whether it can run here. Nothing that runs is touched.
mq_install_status judge(const uint8_t *bytes, size_t length, const mq_hello &description, mq_network_image *image) {
    const mq_network &ours = *store.own.parts.network;
    if (mq_network_image_read(image, bytes, length, ours.tanh, ours.exponentials) != MQ_IMAGE_OK) return MQ_INSTALL_INVALID;
    if (mq_recogniser_memory(&image->network) > store.own.parts.memory_bytes) return MQ_INSTALL_UNSUPPORTED;
    if (mq_decision_memory(image->labels, &image->decision) > store.own.parts.decision_bytes) return MQ_INSTALL_UNSUPPORTED;
    if (image->network.inputs > store.own.inputRoom || !(rateFor(image->rate) > 0)) return MQ_INSTALL_UNSUPPORTED;
    return measures(description, *image) ? MQ_INSTALL_OK : MQ_INSTALL_UNSUPPORTED;
}

// Loads the newest that can run, or the sketch's own.
void choose(mq_hello *description) {
    size_t length;
    description->image = 0;
    description->present &= (uint16_t)~MQ_HAS(MQ_HELLO_IMAGE);
    uint64_t hash;
    while (const uint8_t *bytes = store.available ? mq_store_active(&store.flash, &length, &hash) : nullptr) {
        if (judge(bytes, length, *description, &store.image) == MQ_INSTALL_OK) {
            const mq_network_image &image = store.image;
            MotionQ15Network network = store.own;
            network.parts.network = &image.network;
            network.parts.labels = image.labels;
            network.parts.decision = image.decision;
            network.features = image.inputs;
            network.rate = image.rate;
            network.hash = image.hash;
            store.classifier->load(network);
            store.loaded = bytes;
            description->rate = rateFor(image.rate);
            description->image = hash;
            description->present |= MQ_HAS(MQ_HELLO_IMAGE);
            return;
        }
        if (!mq_store_reject(&store.flash)) break;
    }
    store.classifier->load(store.own);
    store.loaded = nullptr;
    const float rate = rateFor(store.own.rate);
    description->rate = rate > 0 ? rate : store.sketchRate;
}

mq_install_status commit(const mq_hello &description, uint32_t *missing) {
    const uint8_t *bytes;
    size_t length;
    mq_install_status status = mq_store_check(&store.flash, &bytes, &length);
    if (status == MQ_INSTALL_OUT_OF_ORDER) *missing = mq_store_next(&store.flash);
    if (status != MQ_INSTALL_OK) return status;
    mq_network_image judged;
    status = judge(bytes, length, description, &judged);
    return status == MQ_INSTALL_OK ? mq_store_commit(&store.flash) : status;
}
}

void MotionQ15Store::begin(MotionQ15Classifier &classifier, const MotionQ15Network &own, size_t slotBytes) {
    memset(&store, 0, sizeof store);
    store.classifier = &classifier;
    store.own = own;
    classifier.load(own);
    mq_flash flash;
    store.available = motionq15OpenFlash(slotBytes, &flash);
    if (store.available) mq_store_open(&store.flash, &flash);
}

bool MotionQ15Store::available() const { return store.available; }

bool MotionQ15Store::runsInstalled() const { return store.loaded != nullptr; }

const char *MotionQ15Store::label(int16_t index) const {
    const size_t most = sizeof store.label - 1;
    const char *text = "";
    size_t length = 0;
    if (index >= 0 && store.loaded) {
        text = reinterpret_cast<const char *>(mq_network_image_label(&store.image, (size_t)index, &length));
    } else if (index >= 0 && ownLabels && (size_t)index < store.own.parts.labels) {
        text = ownLabels[index];
        length = strlen(text);
    }
    if (length > most) length = most;
    memcpy(store.label, text, length);
    store.label[length] = 0;
    return store.label;
}

bool MotionQ15Store::start(const uint16_t *rates, uint8_t rateCount, mq_hello *description) {
    if (!store.classifier) return false;
    store.rates = rates;
    store.rateCount = rateCount;
    store.sketchRate = description->rate;
    choose(description);
    return store.available;
}

bool MotionQ15Store::install(const mq_install &step, mq_installed *answer, mq_hello *description) {
    uint32_t place = 0;
    mq_install_status status = MQ_INSTALL_UNSUPPORTED;
    switch (step.step) {
    case MQ_INSTALL_BEGIN: status = mq_store_begin(&store.flash, step.length, step.hash, &place); break;
    case MQ_INSTALL_BLOCK: status = mq_store_block(&store.flash, step.offset, step.bytes, step.byte_count, &place); break;
    case MQ_INSTALL_COMMIT: status = commit(*description, &place); break;
    case MQ_INSTALL_FORGET: status = mq_store_forget(&store.flash); break;
    default: break;
    }
    answer->status = (uint8_t)status;
    answer->next = place;
    // By its place and not its hash: the same network once more lies in the other slot, and its old one is what is erased next.
    if (mq_store_active(&store.flash, nullptr, nullptr) == store.loaded) return false;
    choose(description);
    return true;
}
#endif
