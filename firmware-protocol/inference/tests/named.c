// Inputs that read channels with names: which channel each gets, and what it is while values are missing. tests/named.sh runs it.
#include <stdio.h>

#include "mq_channel_binding.h"

static unsigned long made, failed;

static void check(bool holds, const char *what, int line) {
    made++;
    if (holds) return;
    failed++;
    fprintf(stderr, "named.c:%d: not so: %s\n", line, what);
}
#define CHECK(condition) check((condition), #condition, __LINE__)

enum { CHANNELS = 12, MOST_INPUTS = 3 };

// A bend of 0.25 degrees a count, 30 of them at count 0; the left hand's acceleration, which points against the board's x; the
// board's own, beyond the nine channels of HELLO.
static mq_described_channel channels[CHANNELS];
static mq_hello device;

static void begin(float rate) {
    static const char *const names[] = {"bend", "left.ax", "mouth", "c", "d", "e", "f", "g", "h", "i"};
    for (int i = 0; i < 10; i++) channels[i] = (mq_described_channel){.scale = 0.25f, .offset = 30, .name = names[i]};
    channels[1] = (mq_described_channel){.kind = 0x10, .unit = MQ_UNIT_METRE_PER_SECOND_SQUARED, .scale = 1, .name = "left.ax"};
    channels[10] = (mq_described_channel){.kind = 0x11, .unit = MQ_UNIT_G, .scale = 1};
    channels[11] = (mq_described_channel){.kind = 0x10, .unit = MQ_UNIT_G, .scale = 0.5f};
    device = (mq_hello){.rate = rate, .axes = {-1, 2, 3}, .present = MQ_HAS(MQ_HELLO_AXES)};
    mq_hello_describe(&device, channels, CHANNELS);
}

static mq_bound_input bound[MOST_INPUTS];
static size_t misfit;

// Inputs of kinds, with eight fraction bits, and names as an image has them.
static mq_fit bind(size_t inputs, const uint8_t *kinds, const char *names) {
    static mq_network_input features[MOST_INPUTS];
    for (size_t i = 0; i < inputs; i++) features[i] = (mq_network_input){kinds[i], 0, 1};
    const mq_network network = {.inputs = inputs, .input_fraction_bits = 8, .input_names = (const uint8_t *)names};
    misfit = 99;
    return mq_channel_binding_make(&device, &network, features, 0, bound, &misfit);
}

static mq_fit bind_named(const char *name) { return bind(1, (const uint8_t[]){MQ_NAMED_KIND}, name); }

static void a_channel_is_found_by_all_bytes_of_its_name(void) {
    begin(50);
    CHECK(bind_named("\4bend") == MQ_FITS && bound[0].channel == 0);
    CHECK(bind_named("\3ben") == MQ_MISFIT_CHANNEL && misfit == 0);
    CHECK(bind_named("\5bend0") == MQ_MISFIT_CHANNEL);
    CHECK(bind_named("\4Bend") == MQ_MISFIT_CHANNEL);
    CHECK(bind_named(NULL) == MQ_MISFIT_CHANNEL);
    channels[5].name = "bend";
    CHECK(bind_named("\4bend") == MQ_MISFIT_CHANNEL);
    begin(50);
    device.described = NULL;
    CHECK(bind_named("\4bend") == MQ_MISFIT_CHANNEL);
}

// Names stand in the order of those inputs alone.
static void names_are_those_of_the_inputs_that_have_one(void) {
    begin(50);
    const uint8_t kinds[] = {MQ_NAMED_KIND, 0x10, MQ_NAMED_KIND};
    CHECK(bind(3, kinds, "\5mouth\7left.ax") == MQ_FITS);
    CHECK(bound[0].channel == 2 && bound[1].channel == 11 && bound[2].channel == 1);
    CHECK(bound[0].named == 1 && bound[1].named == 0 && bound[2].named == 1);
    CHECK(bind(3, kinds, "\5mouth\4none") == MQ_MISFIT_CHANNEL && misfit == 2);
}

// The axes are about the board's own sensor; a unit of the table is read in g or rad/s, another as it is.
static void axes_and_units(void) {
    begin(50);
    int16_t counts[CHANNELS] = {[0] = 4, [1] = 10, [11] = 8}, values[MOST_INPUTS];
    const uint8_t kinds[] = {MQ_NAMED_KIND, 0x10, MQ_NAMED_KIND};
    CHECK(bind(3, kinds, "\4bend\7left.ax") == MQ_FITS);
    mq_channel_binding_read(bound, 3, counts, values);
    CHECK(values[0] == 31 * 256 && values[1] == -4 * 256 && values[2] == 261);
    channels[11].name = "right.ax";
    CHECK(bind(3, kinds, "\4bend\7left.ax") == MQ_MISFIT_CHANNEL && misfit == 1);
}

static int16_t read_bend(int16_t count) {
    int16_t counts[CHANNELS] = {0}, value;
    counts[0] = count;
    mq_channel_binding_read(bound, 1, counts, &value);
    return value;
}

static void a_missing_value_is_the_last_one_for_a_second(void) {
    static const struct {
        float rate;
        int samples;
    } table[] = {{50, 50}, {0.2f, 1}, {0.5f, 1}, {1.49f, 1}, {1.5f, 2}, {10000, 10000}};
    for (size_t row = 0; row < sizeof table / sizeof table[0]; row++) {
        begin(table[row].rate);
        CHECK(bind_named("\4bend") == MQ_FITS);
        CHECK(read_bend(MQ_NO_VALUE) == 0);
        for (int round = 0; round < 2; round++) {
            CHECK(read_bend(4) == 31 * 256 && read_bend(8) == 32 * 256);
            for (int i = 0; i < table[row].samples; i++) CHECK(read_bend(MQ_NO_VALUE) == 32 * 256);
            CHECK(read_bend(MQ_NO_VALUE) == 0 && read_bend(MQ_NO_VALUE) == 0);
        }
        // Clipped is a value.
        CHECK(read_bend(-32767) == -32768);
    }
    // Bound again, nothing is held.
    CHECK(bind_named("\4bend") == MQ_FITS && read_bend(MQ_NO_VALUE) == 0);
}

// Without a name it is a count like any other.
static void a_channel_without_a_name_always_has_a_value(void) {
    begin(50);
    CHECK(bind(1, (const uint8_t[]){0x11}, NULL) == MQ_FITS && bound[0].channel == 10);
    int16_t counts[CHANNELS] = {[10] = MQ_NO_VALUE}, value;
    mq_channel_binding_read(bound, 1, counts, &value);
    CHECK(value == -32768);
}

int main(void) {
    CHECK(sizeof(void *) != 8 || sizeof(mq_bound_input) == 24);
    a_channel_is_found_by_all_bytes_of_its_name();
    names_are_those_of_the_inputs_that_have_one();
    axes_and_units();
    a_missing_value_is_the_last_one_for_a_second();
    a_channel_without_a_name_always_has_a_value();
    printf("named channels: %lu checks made, %lu failed\n", made, failed);
    return failed == 0 ? 0 : 1;
}
