// HeldLoop on a simulated Mega 2560 (simavr), built with Arduino's own core: the host lights LED 0 and then holds the loop for
// ever. mega PROGRAM.elf shows that the guard's real interrupt turns the light off.
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_irq.h>
#include <stdio.h>
#include <string.h>

#include "mq_protocol.h"

enum { HERTZ = 16000000, CYCLES_PER_BYTE = HERTZ / 11520, LED_BIT = 7 };  // LED_BUILTIN is B7.

static mq_decoder decoder;
static uint32_t device_time;  // Of the last frame.
static mq_ack ack;
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
    if (mq_decoder_push(&decoder, (uint8_t)value) != MQ_OUTCOME_FRAME) return;
    device_time = decoder.frame.time;
    if (decoder.frame.type == MQ_TYPE_ACK) (void)mq_ack_decode(decoder.frame.payload, decoder.frame.length, &ack);
}

static void run(avr_t *avr, avr_cycle_count_t cycles) {
    for (const avr_cycle_count_t end = avr->cycle + cycles; avr->cycle < end;) avr_run(avr);
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

static bool lit(avr_t *avr) {
    avr_ioport_state_t state;
    return avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE('B'), &state) == 0 && (state.port >> LED_BIT & 1) != 0;
}

int main(int count, char **arguments) {
    elf_firmware_t program;
    memset(&program, 0, sizeof program);
    if (count != 2 || elf_read_firmware(arguments[1], &program) != 0) return 2;
    avr_t *avr = avr_make_mcu_by_name("atmega2560");
    if (!avr) return 2;
    avr_init(avr);
    program.frequency = HERTZ;
    avr_load_firmware(avr, &program);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)AVR_UART_FLAG_STDIO;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), hear, NULL);
    mq_decoder_reset(&decoder, 0);

    run(avr, HERTZ);
    uint8_t payload[MQ_PAYLOAD_MAX];
    const mq_hello host = {.role = MQ_ROLE_HOST, .session = 3};
    tell(avr, MQ_TYPE_HELLO, payload, mq_hello_encode(&host, payload));
    run(avr, HERTZ / 10);
    mq_feedback on = {.sequence = 1, .issued = device_time, .time_to_live = 1000, .actuator = MQ_ACTUATOR_LED, .level = 255};
    on.pattern = MQ_PATTERN_ON;
    ack.status = 255;
    tell(avr, MQ_TYPE_FEEDBACK, payload, mq_feedback_encode(&on, payload));
    run(avr, HERTZ / 50);
    CHECK(ack.status == MQ_ACK_OK && lit(avr));
    const mq_prediction prediction = {.class_index = 255};
    tell(avr, MQ_TYPE_PREDICTION, payload, mq_prediction_encode(&prediction, payload));
    run(avr, 18 * (avr_cycle_count_t)HERTZ / 10);
    CHECK(lit(avr));
    run(avr, 3 * (avr_cycle_count_t)HERTZ / 10);
    CHECK(!lit(avr));
    printf("HeldLoop on a simulated Mega 2560: %u checks, %u failed\n", made, failed);
    return failed == 0 ? 0 : 1;
}
