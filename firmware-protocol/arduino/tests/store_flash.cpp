// Flash that loses its power, and networks to put into it.
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

const mq_tanh_table &tanhTable() {
    static mq_tanh_table table;
    static int16_t nodes[257];
    for (int i = 0; i < 257; i++) nodes[i] = (int16_t)lround(32767 * tanh(i / 32.0));
    mq_fill_tanh_table(&table, nodes);
    return table;
}

const int32_t *exponentials() {
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
