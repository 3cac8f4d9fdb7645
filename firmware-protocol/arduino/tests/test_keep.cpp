// CONFIG's keep, on a core that has memory for it: MotionQ15Keep.cpp and the device are compiled as for an ESP32. A reset is a new
// device in the same program.
#include "port_world.h"

#include "MotionQ15Keep.h"

static const uint16_t RATES[] = {50, 100};

struct Booted {
    PortWorld port;
    MotionQ15Device device;
    explicit Booted(const uint16_t *rates = RATES, uint8_t count = 2) : device(port.port) {
        if (count > 0) device.offerRates(rates, count);
        begin(port, device);
        run(device, 50000);
    }
    // The status of the answer.
    uint8_t configure(float rate, int keep) {
        mq_config config = mq_config();
        config.rate = rate;
        config.keep = (uint8_t)keep;
        if (rate > 0) config.present |= MQ_HAS(MQ_CONFIG_RATE);
        if (keep >= 0) config.present |= MQ_HAS(MQ_CONFIG_KEEP);
        uint8_t payload[MQ_PAYLOAD_MAX];
        tell(MQ_TYPE_CONFIG, payload, mq_config_encode(&config, payload));
        const size_t from = port.heard.size();
        run(device, 100000);
        mq_ack ack = mq_ack();
        ack.status = 255;
        for (size_t i = from; i < port.heard.size(); i++) {
            const HeardFrame &frame = port.heard[i];
            if (frame.type == MQ_TYPE_ACK) CHECK(mq_ack_decode(frame.payload.data(), frame.payload.size(), &ack));
        }
        return ack.status;
    }
};

int main() {
    CHECK(motionq15KeptRate() == 0);
    {
        Booted life;
        CHECK(life.device.core().description.capabilities & MQ_KEEPS_CONFIG);
        CHECK(life.device.rate() == 100 && life.configure(50, -1) == MQ_ACK_OK && life.device.rate() == 50);
    }
    {
        Booted life;  // Nobody wanted it kept.
        CHECK(life.device.rate() == 100 && life.configure(52, 1) == MQ_ACK_OK && life.device.rate() == 50);
    }
    {
        Booted life;
        CHECK(life.device.rate() == 50 && life.configure(100, -1) == MQ_ACK_OK && life.device.rate() == 100);
    }
    {
        Booted life;  // Without keep what was kept stays.
        CHECK(life.device.rate() == 50 && life.configure(0, 2) == MQ_ACK_UNSUPPORTED && life.configure(0, 0) == MQ_ACK_OK);
        CHECK(life.device.rate() == 50);
    }
    {
        Booted life;
        CHECK(life.device.rate() == 100 && life.configure(0, 1) == MQ_ACK_OK);
        CHECK(motionq15KeptRate() == 100);
        motionq15KeepRate(75);  // A sketch of before offered it; this one does not.
    }
    {
        Booted life;
        CHECK(life.device.rate() == 100);
    }
    Booted life(nullptr, 0);
    CHECK(!(life.device.core().description.capabilities & MQ_KEEPS_CONFIG) && life.configure(0, 1) == MQ_ACK_UNSUPPORTED);
    return finish("a kept rate");
}
