// For tests: a device whose loop is held for ever by the first prediction of its host.
#include <MotionQ15.h>

static MotionQ15Device device(Serial);

static void hold(const mq_prediction &) {
    for (;;) continue;
}

void setup() {
    Serial.begin(115200);
    device.attachLed(LED_BUILTIN);
    device.onPrediction(hold);
    MotionQ15Description description("HeldLoop", 100);
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4);
    device.begin(description);
}

void loop() {
    device.poll();
    if (device.sampleDue()) device.miss();
}
