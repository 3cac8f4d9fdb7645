// A device without a sensor, on any board: a computed motion, so that `motionq monitor` has something to show.
//
// It uses the codec alone and fits an Arduino Uno (2 KB of RAM), where the whole `MotionQ15Device` does not. It has no actuators
// and says so in HELLO; every command is answered with "unsupported".
#include <MotionQ15.h>

static const uint8_t CHANNELS = 6;
static const float RATE = 50;  // One sample lasts 20 ms: each leaves in a frame of its own.
static const uint32_t HELLO_EVERY_MS = 5000, HEARTBEAT_EVERY_MS = 1000, MISMATCH_ANSWER_EVERY_MS = 1000;

static mq_decoder decoder;
static MotionQ15Pace pace;
static uint32_t session, framesSent, wrongSide, dropped;
static uint32_t helloAt, heartbeatAt, mismatchAnsweredAt;  // millis()
static bool mismatchAnswered;
static uint16_t nextIndex;
static uint16_t step;  // Of the motion, 256 a turn.

static void put(void *, uint8_t byte) { Serial.write(byte); }

static void sendFrame(mq_type type, uint8_t flags, uint32_t time, uint8_t count, const uint8_t *payload, size_t length) {
    mq_frame frame = mq_frame();
    frame.major = MQ_MAJOR_VERSION;
    frame.flags = flags;
    frame.type = type;
    frame.count = count;
    frame.index = nextIndex;
    frame.time = time;
    frame.payload = payload;
    frame.length = length;
    if (length > 0 && mq_frame_send(&frame, put, nullptr) > 0) framesSent++;
}

static void sendHello(uint8_t flags) {
    MotionQ15Description description("BareSketch", RATE);
    description.session = session;
    description.addAxes(MOTIONQ15_ACCELERATION, MQ_UNIT_G, 1.0f / 8192, 4);
    description.addAxes(MOTIONQ15_ROTATION, MQ_UNIT_DEGREE_PER_SECOND, 500.0f / 32768, 500);
    uint8_t payload[MQ_PAYLOAD_MAX];
    const size_t length = mq_hello_encode(&description, payload);
    sendFrame(MQ_TYPE_HELLO, flags, micros(), 0, payload, length);
    helloAt = millis();
}

static void sendHeartbeat() {
    const mq_counters &counters = decoder.counters;
    mq_heartbeat heartbeat = mq_heartbeat();
    heartbeat.uptime = millis();
    heartbeat.frames_sent = framesSent;
    heartbeat.frames_received = counters.frames;
    heartbeat.framing_errors = counters.framing_errors;
    heartbeat.crc_errors = counters.crc_errors;
    heartbeat.not_understood = counters.unknown + counters.version_mismatches + counters.malformed + wrongSide;
    heartbeat.samples_dropped = dropped;
    uint8_t payload[32];
    const size_t length = mq_heartbeat_encode(&heartbeat, payload);
    sendFrame(MQ_TYPE_HEARTBEAT, 0, micros(), 0, payload, length);
    heartbeatAt = millis();
}

// From -4096 to 4096 and back: a triangle, or rounded to nearly a sine.
static int16_t wave(uint8_t turn, bool rounded) {
    const int16_t x = (int8_t)turn;                        // -128 ... 127
    if (!rounded) return (x < 0 ? -64 - x : x - 64) * 64;  // -64 ... 64 times 64
    return x * (x < 0 ? 128 + x : 128 - x);                // A parabola each half turn.
}

static void sendSample() {
    const uint8_t turn = (uint8_t)step;
    const int16_t counts[CHANNELS] = {
        wave(turn, true),
        wave(turn + 64, true),
        8192,  // 1 g upwards
        0,
        wave(turn, false),
        wave(turn + 64, false)};
    uint8_t payload[2 * CHANNELS];
    const size_t length = mq_data_encode(counts, 1, CHANNELS, payload);
    sendFrame(MQ_TYPE_DATA, 0, micros(), 1, payload, length);
    nextIndex++;
    step += 5;  // A turn a second.
}

// micros() in 64 bits. The loop calls it often enough to see every wrap.
static uint64_t now() {
    static uint32_t before, wraps;
    const uint32_t time = micros();
    if (time < before) wraps++;
    before = time;
    return (uint64_t)wraps << 32 | time;
}

static void answerTimesync(const mq_frame &frame, uint64_t received) {
    mq_timesync answer;
    if (!mq_timesync_decode(frame.payload, frame.length, &answer)) return;
    answer.t2 = received;
    answer.t3 = now();
    uint8_t payload[24];
    const size_t length = mq_timesync_encode(&answer, payload);
    sendFrame(MQ_TYPE_TIMESYNC, MQ_FLAG_REPLY, (uint32_t)answer.t3, 0, payload, length);
}

// CONFIG and FEEDBACK begin with their sequence.
static void acknowledge(const mq_frame &frame, mq_ack_status status) {
    if ((frame.type != MQ_TYPE_CONFIG && frame.type != MQ_TYPE_FEEDBACK) || frame.length < 2) return;
    mq_ack ack = mq_ack();
    ack.sequence = frame.payload[0] | (uint16_t)frame.payload[1] << 8;
    ack.status = status;
    ack.type = frame.type;
    uint8_t payload[8];
    const size_t length = mq_ack_encode(&ack, payload);
    sendFrame(MQ_TYPE_ACK, MQ_FLAG_REPLY, micros(), 0, payload, length);
}

static void handle(const mq_frame &frame, uint64_t received) {
    const bool isAnswer = frame.flags & MQ_FLAG_REPLY;
    switch (frame.type) {
    case MQ_TYPE_HELLO:
        if (mq_hello_role(frame.payload, frame.length) != MQ_ROLE_HOST) {
            wrongSide++;
        } else if (!isAnswer) {
            sendHello(MQ_FLAG_REPLY);
        }
        break;
    case MQ_TYPE_TIMESYNC:
        if (isAnswer) {
            wrongSide++;
        } else {
            answerTimesync(frame, received);
        }
        break;
    case MQ_TYPE_CONFIG:
    case MQ_TYPE_FEEDBACK: acknowledge(frame, MQ_ACK_UNSUPPORTED); break;
    case MQ_TYPE_HEARTBEAT:
    case MQ_TYPE_PREDICTION:
    case MQ_TYPE_LABELS:
    case MQ_TYPE_GOODBYE: break;  // There is nothing to show, and nothing to switch off.
    default: wrongSide++; break;
    }
}

static void receive() {
    if (Serial.available() <= 0) return;
    const int byte = Serial.read();
    if (byte < 0) return;  // Nothing after all, as some cores have it.
    const mq_outcome outcome = mq_decoder_push(&decoder, (uint8_t)byte);
    if (outcome == MQ_OUTCOME_FRAME) handle(decoder.frame, now());
    if (outcome == MQ_OUTCOME_MALFORMED) acknowledge(decoder.frame, MQ_ACK_REFUSED);
    const bool answered = mismatchAnswered && millis() - mismatchAnsweredAt < MISMATCH_ANSWER_EVERY_MS;
    if (outcome == MQ_OUTCOME_VERSION_MISMATCH && !answered) {
        mismatchAnswered = true;
        mismatchAnsweredAt = millis();
        sendHello(0);
    }
}

void setup() {
    Serial.begin(115200);
    mq_decoder_reset(&decoder, 0);
    session = motionq15Noise(0);
    Serial.write((uint8_t)0);  // Ends whatever noise the line made before.
    sendHello(0);
    pace.start(RATE, micros());
}

void loop() {
    (void)now();
    receive();
    if (millis() - helloAt >= HELLO_EVERY_MS) sendHello(0);
    if (millis() - heartbeatAt >= HEARTBEAT_EVERY_MS) sendHeartbeat();
    const uint32_t periods = pace.due(micros());
    if (periods == 0) return;
    dropped += periods - 1;
    nextIndex += (uint16_t)(periods - 1);
    sendSample();
}
