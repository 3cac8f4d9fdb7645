// The smallest firmware that streams and recognises, in C and for any board: counts from a recording in flash, the protocol's
// library, the classifier, and no interrupt. It has nothing to switch. CHANNELS is the file that `motionq dataset counts` wrote
// about the recording's channels; without it they are six axes.
#include <string.h>

#include "board.h"
#include "mq_device.h"
#include "mq_recogniser.h"
#include "network.h"

#ifdef CHANNELS
#include CHANNELS
#define CHANNEL_COUNT (sizeof recorded_channels / sizeof recorded_channels[0])
#else
#define CHANNEL_COUNT 6
/// g and degrees per second at full scale, as the recording has them.
#define ACCELERATION_RANGE 16.0f
#define ROTATION_RANGE 2000.0f
#endif

extern uint32_t link_data_image, link_data_start, link_data_end, link_bss_start, link_bss_end;
extern const uint8_t recording_begin[], recording_end[];

static mq_device device;
static mq_recogniser recogniser;
static mq_bound_input bound[MOTIONQ_NETWORK_INPUTS];
static int16_t values[MOTIONQ_NETWORK_INPUTS];
static __attribute__((aligned(8))) uint8_t network_memory[MOTIONQ_CLASSIFIER_MEMORY], decision_memory[MOTIONQ_DECISION_MEMORY];
static uint64_t now_ticks;
/// Counts the starts: it keeps its value over a reset, and is anything after power-on.
static __attribute__((section(".kept"))) uint32_t starts;

static uint64_t clock_now(void *context) {
    (void)context;
    now_ticks += (board_clock() - (uint32_t)now_ticks) & board_clock_mask;
    return now_ticks / board_clock_mhz;
}

static bool write(void *context, const uint8_t *wire, size_t length) {
    (void)context;
    for (size_t n = 0; n < length; n++) board_write(wire[n]);
    return true;
}

static uint32_t draw_session(void *context) { return (++starts * 0x9E3779B9u ^ (uint32_t)clock_now(context) * 0xC2B2AE35u) | 1; }

static void apply(void *context, const mq_feedback *command) { (void)context, (void)command; }

static mq_configure_result configure(void *context, const mq_config *config, mq_hello *description) {
    (void)context, (void)config, (void)description;
    return MQ_CONFIGURE_UNSUPPORTED;
}

static void describe_channels(mq_hello *hello) {
#ifdef CHANNELS
    mq_hello_describe(hello, recorded_channels, CHANNEL_COUNT);
#else
    hello->present |= MQ_HAS(MQ_HELLO_CHANNEL);
    hello->channel_count = CHANNEL_COUNT;
    for (uint8_t n = 0; n < CHANNEL_COUNT; n++) {
        const float range = n < 3 ? ACCELERATION_RANGE : ROTATION_RANGE;
        hello->channels[n] = (mq_channel){
            .kind = (uint8_t)(n < 3 ? MQ_KIND_ACCELERATION + n : MQ_KIND_ROTATION + n - 3),
            .unit = n < 3 ? MQ_UNIT_G : MQ_UNIT_DEGREE_PER_SECOND,
            .scale = range / 32768,
            .full_scale = range,
        };
    }
#endif
}

static mq_hello description(void) {
    mq_hello hello = {
        .present = MQ_HAS(MQ_HELLO_UNIQUE_ID) | MQ_HAS(MQ_HELLO_NAME) | MQ_HAS(MQ_HELLO_CAPABILITIES) | MQ_HAS(MQ_HELLO_RATE),
        .role = MQ_ROLE_DEVICE,
        .unique_id_length = (uint8_t)strlen(board_name),
        .name_length = 14,
        .name = "MotionQ15 in C",
        .rate = MOTIONQ_NETWORK_RATE,
    };
    memcpy(hello.unique_id, board_name, hello.unique_id_length);
    describe_channels(&hello);
    return hello;
}

static bool begin_recognising(const mq_hello *hello) {
    const mq_recogniser_parts parts = {
        .network = &motionq_network,
        .kernels = mq_kernels_available(0),
        .bound = bound,
        .values = values,
        .memory = network_memory,
        .memory_bytes = sizeof network_memory,
        .labels = MOTIONQ_NETWORK_LABELS,
        .decision = MOTIONQ_DECISION_INIT,
        .decision_memory = decision_memory,
        .decision_bytes = sizeof decision_memory,
    };
    return mq_channel_binding_make(hello, &motionq_network, motionq_network_inputs, MOTIONQ_NETWORK_RATE, bound, 0) == MQ_FITS &&
           mq_recogniser_begin(&recogniser, &parts);
}

static void tell(const mq_recognised_window *recognised, uint64_t time) {
    const mq_decision *decision = &recognised->decision;
    const int16_t label = decision->phase == MQ_PHASE_NONE ? decision->label : decision->active;
    const mq_prediction prediction = {
        .window_end = (uint32_t)time,
        .last_index = mq_device_last_index(&device),
        .class_index = label < 0 ? 255 : (uint8_t)label,
        .phase = (uint8_t)decision->phase,
        .confidence = (uint16_t)(decision->confidence > 0 ? decision->confidence : 0),
        .window_slot = (uint8_t)recognised->window.slot,
        .windows_before = recognised->windows_before,
    };
    mq_device_send_prediction(&device, &prediction, recognised->window.probabilities, MOTIONQ_NETWORK_LABELS);
}

static void take_sample(bool recognises, uint64_t time) {
    static const uint8_t *next = recording_begin;
    int16_t counts[CHANNEL_COUNT];
    for (size_t n = 0; n < CHANNEL_COUNT; n++, next += 2) counts[n] = (int16_t)(uint16_t)(next[0] | next[1] << 8);
    if (next + 2 * CHANNEL_COUNT > recording_end) next = recording_begin;
    mq_device_push(&device, counts, (uint32_t)time);
    mq_recognised_window recognised;
    if (recognises && mq_recogniser_push(&recogniser, counts, time, &recognised)) tell(&recognised, time);
}

int main(void) {
    static const mq_device_board board = {
        .clock = clock_now,
        .write = write,
        .draw_session = draw_session,
        .apply = apply,
        .configure = configure,
    };
    static const uint8_t units[MQ_ACTUATOR_KINDS] = {0};
    board_start();
    mq_hello hello = description();
    const bool recognises = begin_recognising(&hello);
    if (recognises) hello.capabilities |= MQ_PREDICTS;
    mq_device_boot(&device, &board, &hello, units);
    const uint64_t period = (uint64_t)(1000000 / MOTIONQ_NETWORK_RATE);
    uint64_t due = clock_now(0) + period;
    for (;;) {
        uint8_t byte;
        while (board_read(&byte)) mq_device_receive(&device, &byte, 1);
        if (clock_now(0) >= due) {
            take_sample(recognises, due);
            due += period;
        }
        mq_device_poll(&device);
    }
}

void reset_handler(void) {
    for (uint32_t *from = &link_data_image, *to = &link_data_start; to < &link_data_end;) *to++ = *from++;
    for (uint32_t *to = &link_bss_start; to < &link_bss_end;) *to++ = 0;
    main();
    fault_handler();
}
