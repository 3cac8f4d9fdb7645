// Derived inputs of made-up devices, for comparison with vectors/derived.txt: counts from integers alone, through
// `mq_derived_inputs`, every quantity of every 40th sample, and a hash over all of them. tests/derived.sh compares, here and on
// microcontrollers; compiled with COUNTED it says instead how many instructions a sample of the first device takes (counter.h).
#include "mq_derived_inputs.h"

#include <stdio.h>
#if defined(COUNTED)
#include "counter.h"
#endif

#define SAMPLES 3000
#define INPUTS MQ_QUANTITIES

// A device and what a network reads of it; Tests/Whole/SwiftAndCTests/DerivedWorld.swift has the same.
typedef struct {
    const char *name;
    float rate;
    int8_t axes[3];
    uint8_t acceleration_unit, rotation_unit;
    bool rotation_first;
    float acceleration_scale, acceleration_offset, rotation_scale, rotation_offset;
    int g;  // Counts of one g.
    unsigned fraction_bits;
    uint32_t seed;
} world;

static const world worlds[] = {
    {"50 Hz, g and degrees",
     50,
     {1, 2, 3},
     MQ_UNIT_G,
     MQ_UNIT_DEGREE_PER_SECOND,
     false,
     0.00048828125f,
     0,
     0.06097561f,
     0,
     2048,
     11,
     1},
    {"104 Hz, turned axes, m/s2 and rad",
     104,
     {-2, 1, 3},
     MQ_UNIT_METRE_PER_SECOND_SQUARED,
     MQ_UNIT_RADIAN_PER_SECOND,
     true,
     0.0023942017f,
     0.031f,
     0.0010652645f,
     -0.013f,
     4096,
     9,
     2},
    {"7 Hz, coarse", 7, {3, -1, 2}, MQ_UNIT_G, MQ_UNIT_DEGREE_PER_SECOND, false, 0.0078125f, -0.02f, 0.5f, 1.5f, 128, 15, 3},
};

static void announce(mq_hello *hello, const world *world) {
    *hello = (mq_hello){.rate = world->rate, .present = 1 << 8, .channel_count = 6};
    for (int axis = 0; axis < 3; axis++) hello->axes[axis] = world->axes[axis];
    for (int axis = 0; axis < 3; axis++) {
        hello->channels[axis + (world->rotation_first ? 3 : 0)] = (mq_channel){
            (uint8_t)(0x10 + axis), world->acceleration_unit, world->acceleration_scale, world->acceleration_offset, 0};
        hello->channels[axis + (world->rotation_first ? 0 : 3)] =
            (mq_channel){(uint8_t)(0x20 + axis), world->rotation_unit, world->rotation_scale, world->rotation_offset, 0};
    }
}

// 0 ... most - 1
static int drawn(uint32_t *seed, int most) {
    *seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return (int)((*seed >> 16) % (uint32_t)most);
}

static int16_t saturated(int value) { return (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value); }

// Of 500 samples 200 lie nearly still, 250 wander, and 50 are as wild as counts can be.
static void next(const world *world, int sample, uint32_t *seed, int walk[6], int16_t counts[6]) {
    const int phase = sample % 500;
    const int shift = world->rotation_first ? 3 : 0;
    for (int axis = 0; axis < 6; axis++) {
        const bool accelerates = axis < 3;
        const int step = accelerates ? world->g / 16 + 1 : 120;
        const int most = accelerates ? world->g / 2 : 3000;
        walk[axis] += drawn(seed, 2 * step + 1) - step;
        if (walk[axis] > most || walk[axis] < -most) walk[axis] /= 2;
        int value = drawn(seed, 5) - 2 + (axis == 5 ? 9 : axis == 2 ? world->g : 0);
        if (phase >= 450) {
            value = drawn(seed, 65536) - 32768;
        } else if (phase >= 200) {
            value += walk[axis];
        }
        counts[(axis + shift) % 6] = saturated(value);
    }
}

#if defined(COUNTED)
// The filter alone, and the filter and six inputs of it.
static void count(size_t inputs) {
    static int16_t counts[SAMPLES][6];
    mq_network_input features[6];
    for (size_t input = 0; input < 6; input++) {
        features[input] = (mq_network_input){(uint8_t)(MQ_DERIVED_KIND + 9 + input), 0.125f, 1.5f};
    }
    mq_network network = {.inputs = 6, .input_fraction_bits = 11};
    mq_hello hello;
    announce(&hello, &worlds[0]);
    static mq_derived_inputs derived;
    if (mq_derived_inputs_begin(&derived, &hello, &network, features, 0, NULL) != MQ_FITS) return;
    derived.inputs = inputs;
    uint32_t seed = 1;
    int walk[6] = {0};
    int16_t values[6];
    for (int sample = 0; sample < SAMPLES; sample++) next(&worlds[0], sample, &seed, walk, counts[sample]);
    begin_counting();
    for (int sample = 0; sample < SAMPLES; sample++) mq_derived_inputs_read(&derived, counts[sample], values);
    printf("%lu ", (unsigned long)((counted() + SAMPLES / 2) / SAMPLES));
}

int main(void) {
    count(0);
    count(6);
    printf("\n");
    return 0;
}
#else
static bool tell(const world *world) {
    mq_network_input features[INPUTS];
    for (size_t input = 0; input < INPUTS; input++) {
        const uint8_t kind = (uint8_t)(input < 3 ? 0x10 + input : input < 6 ? 0x1D + input : MQ_DERIVED_KIND + input - 6);
        features[input] = (mq_network_input){kind, (float)((int)input - 10) / 64, 1 + (float)input / 32};
    }
    const mq_network network = {.inputs = INPUTS, .input_fraction_bits = world->fraction_bits};
    mq_hello hello;
    announce(&hello, world);
    static mq_derived_inputs derived;
    if (mq_derived_inputs_begin(&derived, &hello, &network, features, 0, NULL) != MQ_FITS) return false;
    printf("%s\n", world->name);
    uint32_t seed = world->seed, hash = UINT32_C(2166136261);
    int walk[6] = {0};
    for (int sample = 0; sample < SAMPLES; sample++) {
        int16_t counts[6], values[INPUTS];
        // In the midst of motion, and of rest.
        if (sample == 1300 || sample == 2060) mq_derived_inputs_restart(&derived);
        next(world, sample, &seed, walk, counts);
        mq_derived_inputs_read(&derived, counts, values);
        if (sample % 40 == 39) printf("%d:", sample);
        for (size_t input = 0; input < INPUTS; input++) {
            if (sample % 40 == 39) printf(" %d", values[input]);
            hash = (hash ^ (uint16_t)values[input]) * UINT32_C(16777619);
        }
        if (sample % 40 == 39) printf("\n");
    }
    printf("all: %lu\n", (unsigned long)hash);
    return true;
}

int main(void) {
    for (size_t index = 0; index < sizeof worlds / sizeof worlds[0]; index++) {
        if (!tell(&worlds[index])) return 1;
    }
    return 0;
}
#endif
