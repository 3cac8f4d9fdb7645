// What came with minor version 2: names of classes, actuators in HELLO, health. GOODBYE is with the actuators.
#include "check.h"
#include "device_world.h"

static void a_device_takes_the_names_of_classes(void) {
    boot(0);
    const uint8_t names[] = {4, 'r', 'e', 's', 't', 4, 'c', 'h', 'o', 'p'};
    const mq_labels labels = {.count = 2, .first = 0, .rest = 0, .names = names, .names_length = sizeof names};
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t length = mq_labels_encode(&labels, payload);
    CHECK("LABELS", tell_raw(1, 0, MQ_TYPE_LABELS, payload, length) == 0 && world.labels == 2 && world.last_label == 'c');
    CHECK("a host may send them", device.wrong_side == 0);
    payload[0] = 1;
    CHECK("malformed", tell_raw(1, 0, MQ_TYPE_LABELS, payload, length) == 0 && world.labels == 2);
}

static void it_announces_its_actuators_and_its_minor_version_by_itself(void) {
    boot(0);
    mq_hello hello;
    CHECK("HELLO", mq_hello_decode(last()->payload, last()->header.length, &hello));
    CHECK("minor", (hello.present & MQ_HAS(MQ_HELLO_MINOR)) && hello.minor == MQ_MINOR_VERSION);
    CHECK("actuators", (hello.present & MQ_HAS(MQ_HELLO_ACTUATORS)) && hello.units[0] == 1 && hello.units[1] == 0);
    const mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE), .sequence = 1, .rate = 100.0f};
    tell_config(&config);
    CHECK("HELLO", mq_hello_decode(last()->payload, last()->header.length, &hello));
    CHECK("in the next session, too", hello.minor == MQ_MINOR_VERSION && hello.units[2] == 1);
}

static void config_for_what_the_capabilities_deny_is_unsupported(void) {
    boot(0);
    device.description.capabilities = MQ_SETS_RANGES;
    mq_config config = {.present = MQ_HAS(MQ_CONFIG_RATE) | MQ_HAS(MQ_CONFIG_MOST_SAMPLES), .rate = 100.0f, .most_samples = 1};
    CHECK("rate", acknowledged(tell_config(&config)).status == MQ_ACK_UNSUPPORTED && world.configured == 0);
    CHECK("nothing changed", device.most_samples == MQ_SAMPLES_MAX);
    device.description.capabilities = MQ_SETS_RATE;
    config = (mq_config){.present = MQ_HAS(MQ_CONFIG_ROTATION), .rotation_full_scale = 4.0f};
    CHECK("ranges", acknowledged(tell_config(&config)).status == MQ_ACK_UNSUPPORTED && world.configured == 0);
}

static void heartbeats_tell_the_health_that_the_program_told(void) {
    boot(0);
    run(1000000);
    mq_heartbeat heartbeat;
    CHECK("none", last()->header.length == 32 && mq_heartbeat_decode(last()->payload, 32, &heartbeat) && !heartbeat.has_health);
    mq_device_tell_health(&device, 80, -1234);
    run(1000000);
    CHECK("health", last()->header.length == 36 && mq_heartbeat_decode(last()->payload, 36, &heartbeat) && heartbeat.has_health);
    CHECK("as told", heartbeat.battery == 80 && heartbeat.temperature == -1234);
}

void test_minor_two(void) {
    a_device_takes_the_names_of_classes();
    it_announces_its_actuators_and_its_minor_version_by_itself();
    config_for_what_the_capabilities_deny_is_unsupported();
    heartbeats_tell_the_health_that_the_program_told();
}
