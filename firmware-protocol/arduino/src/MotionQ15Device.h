// The whole role of a device on an Arduino: `mq_device` joined with a Stream, the clock, and pins.
#ifndef MOTIONQ15_DEVICE_H
#define MOTIONQ15_DEVICE_H

#include <Arduino.h>

#include "MotionQ15Description.h"
#include "MotionQ15Guard.h"
#include "MotionQ15Installer.h"
#include "MotionQ15Line.h"
#include "MotionQ15Output.h"
#include "MotionQ15Pace.h"
#include "MotionQ15Predictor.h"
#include "MotionQ15Resampler.h"
#include "mq_device.h"

/// A device. One object, for the life of the sketch; 2,880 bytes on a Cortex-M4, so for boards from 8 KB of RAM. Call from `loop`
/// only, not from interrupts. Nothing here waits, except where a core cannot tell how much its port takes: then for 64 bytes at a
/// time. While a write waits, or the sketch does, an interrupt turns actuators off in time (MotionQ15Guard).
class MotionQ15Device {
public:
    /// Levels of `log`.
    enum Level { ERROR_LEVEL = 0, WARNING_LEVEL = 1, INFORMATION_LEVEL = 2, DEBUG_LEVEL = 3 };

    /// `port` is Serial or any other Stream; the sketch begins it.
    explicit MotionQ15Device(Stream &port) : port(port), line(port) {}

    /// These tell what is there, before `begin`. One actuator of each kind; it is off until commanded.
    void attachLed(uint8_t pin, bool activeLow = false);
    void attachRgb(uint8_t red, uint8_t green, uint8_t blue, bool activeLow = false);
    void attachBuzzer(uint8_t pin);
    void attachVibration(uint8_t pin, bool activeLow = false);
    /// Rates in hertz that a CONFIG may choose from, not owned; it gets the nearest. Without them, or with ranges in it, it is
    /// refused as unsupported.
    void offerRates(const uint16_t *rates, uint8_t count);
    /// Called with each prediction of the host. With one of these two, HELLO says that this device shows what the host decides.
    void onPrediction(void (*handler)(const mq_prediction &prediction)) { predicted = handler; }
    /// Called with the names of the host's classes, some at a time, before its first prediction; read them with `mq_labels_name`
    /// and copy them, since they are gone after the call.
    void onLabels(void (*handler)(const mq_labels &labels)) { labelled = handler; }
    /// Called when the host has ended, and what its commands had switched on is off: time to clear a display.
    void onGoodbye(void (*handler)()) { parted = handler; }
    /// Hands every sample on to a MotionQ15Classifier, and announces it while the rate fits. Not owned.
    void attachPredictor(MotionQ15Predictor &which) { predictor = &which; }
    /// Takes networks over the line where the board has flash for them, see MotionQ15Store. Not owned. What a host's commands have
    /// switched on goes off before any step of an installation, because nothing else may run while flash is erased.
    void attachInstaller(MotionQ15Installer &which) { installer = &which; }

    /// Boots: draws a session, sends HELLO, starts the pace of samples. `salt` is mixed into the session id (see motionq15Noise).
    /// False, and nothing is sent, if the description breaks a limit of section 6.1 or has more than MOTIONQ15_CHANNELS.
    bool begin(const MotionQ15Description &description, uint32_t salt = 0);

    /// Receives, answers, blinks and sends what waits. Call in every round of `loop`, at least every 10 ms.
    void poll();
    /// True when it is time to take a sample; then call `push` or `miss` before the next `poll`. Periods that passed unused
    /// meanwhile are counted as dropped samples.
    bool sampleDue();
    /// The sample that was due: a count for each channel.
    void push(const int16_t *counts);
    /// The sample that was due could not be read: the host sees a gap.
    void miss();
    /// Instead of the three above, for a sensor that runs by its own clock, faster than samples are due: a measurement, and when it
    /// was taken, by micros(). Samples that were due since the measurement before are those two's, at their very times, see
    /// MotionQ15Resampler.
    void measured(const int16_t *counts, uint32_t time);
    /// Nothing new was measured, or the sensor does not answer. Samples that are overdue count as dropped.
    void unmeasured();
    /// What heartbeats tell from now on: percent of the battery or MQ_BATTERY_UNKNOWN, hundredths of a degree Celsius or
    /// MQ_TEMPERATURE_UNKNOWN.
    void tellHealth(uint8_t battery, int16_t temperature) { mq_device_tell_health(&device, battery, temperature); }
    /// Sends a line of text, cut after 239 bytes. False if there was no room for it.
    bool log(Level level, const char *text);
    /// Microseconds until the next sample is due; 0: it is.
    uint32_t untilSample() { return pace.until((uint32_t)now()); }
    /// Whether bytes of a host wait for `poll`.
    bool hears() const { return port.available() > 0; }

    /// Microseconds since boot in 64 bits; its low 32 bits are device time.
    uint64_t now();
    /// Samples per second, as last announced.
    float rate() const { return device.description.rate; }
    /// The device underneath, to send events and predictions.
    mq_device &core() { return device; }

private:
    static uint64_t readClock(void *self);
    static bool write(void *self, const uint8_t *wire, size_t length);
    static uint32_t drawSession(void *self);
    static void apply(void *self, const mq_feedback *command);
    static mq_configure_result setRate(void *self, const mq_config *config, mq_hello *description);
    static void forwardPrediction(void *self, const mq_prediction *prediction);
    static void forwardLabels(void *self, const mq_labels *labels);
    static void forwardGoodbye(void *self);
    void attach(uint8_t actuator, const uint8_t *pins, bool activeLow);
    static bool install(void *self, const mq_install *step, mq_installed *answer, mq_hello *description);
    void beginPredictor(mq_hello *description);
    void takeKeptRate(mq_hello *description);
    float nearestRate(float wanted) const;
    static bool hasRoom(void *self, size_t length);
    void receive();
    void tellUnguarded();
    void emit(const int16_t *counts, uint64_t time);

    Stream &port;
    MotionQ15Line line;
    mq_device device;
    MotionQ15Output outputs[MQ_ACTUATOR_KINDS];
    MotionQ15Guard guard;
    MotionQ15Pace pace;
    MotionQ15Resampler resampler;
    void (*predicted)(const mq_prediction &) = nullptr;
    void (*labelled)(const mq_labels &) = nullptr;
    void (*parted)() = nullptr;
    MotionQ15Predictor *predictor = nullptr;
    MotionQ15Installer *installer = nullptr;
    const uint16_t *rates = nullptr;
    uint8_t rateCount = 0;
    bool toldUnguarded = false;
    uint32_t salt = 0;
    uint32_t microsBefore = 0;
    uint32_t microsHigh = 0;  // How often micros() wrapped.
    uint64_t dueAt = 0;       // When the sample that is due was; the low half is its device time.
};

#endif
