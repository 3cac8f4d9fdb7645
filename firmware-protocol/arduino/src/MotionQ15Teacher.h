// Gestures that the board is taught by a button, with no host: the places that `motionq export --teachable` left free in network.h.
//
//     #include "network.h"
//     #include <MotionQ15Classifier.h>
//     #include <MotionQ15Teacher.h>
//
//     static MotionQ15Teacher teacher;
//
//     store.begin(classifier, motionq15TaughtNetwork(teacher, motionq15NetworkWithRoom()));  // In setup.
//     classifier.attachPupil(teacher);
//     teacher.poll(digitalRead(BUTTON_PIN) == LOW);  // In loop.
//
// Short press: the next stroke is an example. One of a second: the next place. One of five seconds: the place forgets what it was
// shown (mq_teach_button.h). The bits are those of `motionq teach --head-alone` and of the Swift firmware.
#ifndef MOTIONQ15_TEACHER_H
#define MOTIONQ15_TEACHER_H

#include "MotionQ15Classifier.h"
#include "mq_teach.h"
#include "mq_teach_button.h"
#include "mq_teach_keep.h"

/// A network's free places, and the button that fills them. One object, for the life of the sketch.
class MotionQ15Teacher : public MotionQ15Pupil {
public:
    /// What is kept over a loss of power is kept there, in slots that nothing else uses, of `mq_teach_kept_bytes` or more each.
    /// Before `begin`; copied. Without it the board forgets.
    void keepIn(const mq_flash &flash);
    /// Makes a network teachable, and shows it what was kept. In `setup`, before it is loaded.
    ///
    /// - memory: MOTIONQ_TEACH_MEMORY bytes.
    /// Returns the network to load: this one, whose places can be taught; or as it is if it cannot be.
    MotionQ15Network begin(const MotionQ15Network &network, const mq_teachable &teachable, uint8_t *memory, size_t bytes);
    /// Reads the button: some hundred times a second. Returns what happened, once.
    mq_teach_event poll(bool pressed);
    /// What the light is to say.
    mq_teach_light light() const;
    /// Whether the next stroke is an example: no time to doze.
    bool waits() const { return button.is_armed; }
    /// The place that is taught, from 0 on, and how many examples it has.
    uint16_t place() const { return button.place; }
    uint32_t examples() const { return ready ? mq_teach_count(&learner, button.place) : 0; }

    const mq_network *network() const override { return ready ? &learner.network : nullptr; }
    void sampled() override { mq_teach_button_sample(&button); }
    bool takes(mq_device &device, const int16_t *hidden, size_t age) override;

private:
    bool keep();

    mq_learner learner = mq_learner();
    mq_teach_button button = mq_teach_button();
    mq_network_store store = mq_network_store();
    uint64_t hash = 0;
    bool ready = false;
    bool keeps = false;
};

#if defined(MOTIONQ_TEACH_PLACES)
/// The network of network.h with its free places, in static memory.
inline MotionQ15Network motionq15TaughtNetwork(MotionQ15Teacher &teacher, const MotionQ15Network &network) {
    static uint8_t memory[MOTIONQ_TEACH_MEMORY];
    return teacher.begin(network, motionq_teachable, memory, sizeof memory);
}
#endif

#endif
