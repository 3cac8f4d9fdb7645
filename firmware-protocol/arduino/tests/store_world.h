// A device that takes networks, on flash that loses its power: NOR flash, network images made at random, a sketch with a network of
// its own, and a host that installs others. What the device predicts is held against the C classifier with the network that its
// HELLO names.
#ifndef STORE_WORLD_H
#define STORE_WORLD_H

#include <MotionQ15Store.h>

#include <memory>
#include <vector>

#include "mq_network_image.h"
#include "port_world.h"

// Thrown out of an erase or a program: power is gone.
struct PowerLost {};

struct NorFlash {
    static const size_t SLOT = 16384;
    alignas(64) uint8_t memory[2 * SLOT];
    bool blank[2 * SLOT];  // Erased, and not programmed since.
    size_t sector = 4096, unit = 4;
    long budget = -1;  // Bytes that are erased or programmed before power is lost; -1: it is not.
    bool there = true, refuses = false;
    unsigned operations = 0;
    bool litMeanwhile = false;  // Something was on during an operation.
    void reset(size_t sectorBytes, size_t unitBytes);
    size_t work(size_t count);
};
extern NorFlash nor;

// From a seed.
uint32_t draw(uint32_t below);
void seed(uint32_t number);

struct Image {
    std::vector<uint8_t> bytes;
    uint64_t hash = 0, network = 0;  // Of all of it, and the one that HELLO tells.
    void seal();                     // Hashes anew what was changed.
};
// What all networks share.
const mq_tanh_table &tanhTable();
const int32_t *exponentials();
// A network that runs in the sketch's room and reads acceleration 50 times a second.
Image makeNetwork();

// A device from boot to power-off: the sketch, its port and its host.
class Life {
public:
    // `own`: of network.h.
    explicit Life(const Image &own, size_t room = 65536, size_t decisions = 1024, size_t inputs = 9);
    void samples(unsigned count);
    // One step of the host and its answer.
    mq_installed step(const mq_install &step);
    mq_installed begin(const Image &image);
    // The blocks from `next` on; the last answer.
    mq_installed blocks(const Image &image, uint32_t next = 0, uint32_t most = 0xFFFFFFFF);
    mq_installed commit() { return bare(MQ_INSTALL_COMMIT); }
    mq_installed forget() { return bare(MQ_INSTALL_FORGET); }
    // All of it; the last answer.
    mq_installed install(const Image &image);
    // By CONFIG.
    void setRate(float rate);
    mq_hello hello() const;

    PortWorld port;
    MotionQ15Device device;
    MotionQ15Classifier classifier;
    MotionQ15Store store;
    unsigned windows = 0;  // That were compared.

private:
    mq_installed bare(uint8_t step);
    void turn();
    std::vector<uint8_t> memory, decisionMemory;
    std::vector<mq_bound_input> bound;
    std::vector<int16_t> values;
    alignas(64) uint8_t image[65536];
    mq_network_image read;
    uint16_t sequence = 0;
};

// Every network that was made, for whoever reads a HELLO.
const Image *named(uint64_t network);

#endif
