// BareSketch on a simulated Arduino Uno (simavr), with a host of the protocol at its serial port: uno PROGRAM.elf STATIC_BYTES
// prints how deep the stack went. It shows that the C library does the same with 16-bit integers as with 32.
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_irq.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mq_protocol.h"

enum { HERTZ = 16000000, CYCLES_PER_BYTE = HERTZ / 11520, RAM_START = 0x100, RAM_END = 0x900, PAINT = 0xA5 };

static mq_decoder decoder;
static mq_link link_state;
static unsigned received[16];  // Frames of each type.
static unsigned bad;           // Frames that did not decode.
static mq_hello hello;
static mq_timesync timesync;
static mq_ack ack;
static mq_heartbeat heartbeat;
static unsigned made, failed;

static void check(bool holds, const char *expectation) {
    made++;
    if (holds) return;
    failed++;
    fprintf(stderr, "not so: %s\n", expectation);
}
#define CHECK(condition) check((condition), #condition)

static void hear(struct avr_irq_t *irq, uint32_t value, void *context) {
    (void)irq;
    (void)context;
    const mq_outcome outcome = mq_decoder_push(&decoder, (uint8_t)value);
    if (outcome == MQ_OUTCOME_NONE) return;
    if (outcome != MQ_OUTCOME_FRAME) {
        bad++;
        return;
    }
    const mq_frame *frame = &decoder.frame;
    mq_link_step(&link_state, frame, NULL);
    received[frame->type]++;
    bool decoded = true;
    if (frame->type == MQ_TYPE_HELLO) decoded = mq_hello_decode(frame->payload, frame->length, &hello);
    if (frame->type == MQ_TYPE_TIMESYNC) decoded = mq_timesync_decode(frame->payload, frame->length, &timesync);
    if (frame->type == MQ_TYPE_ACK) decoded = mq_ack_decode(frame->payload, frame->length, &ack);
    if (frame->type == MQ_TYPE_HEARTBEAT) decoded = mq_heartbeat_decode(frame->payload, frame->length, &heartbeat);
    CHECK(decoded);
}

static void run(avr_t *avr, avr_cycle_count_t cycles) {
    const avr_cycle_count_t end = avr->cycle + cycles;
    while (avr->cycle < end) {
        const int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the simulated Uno stopped\n");
            exit(1);
        }
    }
}

static void tell(avr_t *avr, uint8_t type, const uint8_t *payload, size_t length) {
    const mq_frame frame = {.major = MQ_MAJOR_VERSION, .type = type, .payload = payload, .length = length};
    uint8_t wire[MQ_WIRE_MAX];
    const size_t wired = mq_frame_encode(&frame, wire);
    struct avr_irq_t *input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    for (size_t i = 0; i < wired; i++) {
        avr_raise_irq(input, wire[i]);
        run(avr, CYCLES_PER_BYTE);
    }
}

int main(int count, char **arguments) {
    elf_firmware_t program;
    memset(&program, 0, sizeof program);
    if (count != 3 || elf_read_firmware(arguments[1], &program) != 0) return 2;
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) return 2;
    avr_init(avr);
    program.frequency = HERTZ;
    avr_load_firmware(avr, &program);
    const int variables_end = RAM_START + atoi(arguments[2]);
    memset(avr->data + variables_end, PAINT, (size_t)(RAM_END - variables_end));
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), hear, NULL);
    mq_decoder_reset(&decoder, 0);
    mq_link_reset(&link_state);

    run(avr, 2 * (avr_cycle_count_t)HERTZ);
    CHECK(received[MQ_TYPE_HELLO] == 1 && hello.channel_count == 6 && hello.rate > 49.9f && hello.rate < 50.1f);
    CHECK(hello.channels[0].scale > 0.000122f && hello.channels[0].scale < 0.0001221f);
    CHECK(received[MQ_TYPE_DATA] >= 98 && received[MQ_TYPE_DATA] <= 101);

    uint8_t payload[MQ_PAYLOAD_MAX];
    const mq_hello host = {.role = MQ_ROLE_HOST, .session = 3};
    tell(avr, MQ_TYPE_HELLO, payload, mq_hello_encode(&host, payload));
    run(avr, HERTZ / 10);
    CHECK(received[MQ_TYPE_HELLO] == 2);
    const mq_timesync request = {.t1 = 0x0123456789ABCDEFu};
    tell(avr, MQ_TYPE_TIMESYNC, payload, mq_timesync_encode(&request, payload));
    run(avr, HERTZ / 10);
    CHECK(received[MQ_TYPE_TIMESYNC] == 1 && timesync.t1 == request.t1 && timesync.t2 > 2000000 && timesync.t2 < 3000000);
    CHECK(timesync.t3 >= timesync.t2 && timesync.t3 - timesync.t2 < 1000);
    const mq_feedback feedback = {.sequence = 0xBEEF, .time_to_live = 100, .actuator = MQ_ACTUATOR_LED};
    tell(avr, MQ_TYPE_FEEDBACK, payload, mq_feedback_encode(&feedback, payload));
    run(avr, HERTZ / 10);
    CHECK(received[MQ_TYPE_ACK] == 1 && ack.sequence == 0xBEEF && ack.status == MQ_ACK_UNSUPPORTED);
    run(avr, 6 * (avr_cycle_count_t)HERTZ);
    CHECK(received[MQ_TYPE_HELLO] == 3 && received[MQ_TYPE_HEARTBEAT] == 8);
    CHECK(heartbeat.frames_received == 3 && heartbeat.not_understood == 0 && heartbeat.crc_errors == 0);
    CHECK(bad == 0 && link_state.lost_samples == 0 && heartbeat.samples_dropped == 0);

    int untouched = 0;
    while (variables_end + untouched < RAM_END && avr->data[variables_end + untouched] == PAINT) untouched++;
    CHECK(untouched >= 256);
    printf(
        "BareSketch on a simulated Uno: %u checks, %u failed; deepest stack %d bytes, %d never touched\n", made, failed,
        RAM_END - variables_end - untouched, untouched);
    return failed == 0 ? 0 : 1;
}
