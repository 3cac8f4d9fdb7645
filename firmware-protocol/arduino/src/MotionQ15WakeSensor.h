// What a sensor does for a device that dozes.
#ifndef MOTIONQ15_WAKE_SENSOR_H
#define MOTIONQ15_WAKE_SENSOR_H

/// A sensor that watches for motion by itself, at low power. MotionQ15Doze sends it there and back.
class MotionQ15WakeSensor {
public:
    enum Motion { STILL, MOVED, LOST };

    /// Measures nothing any more and watches for motion. False: it does not answer.
    virtual bool watchMotion() = 0;
    /// Measures as before, once it has settled. False: it does not answer.
    virtual bool stream() = 0;
    /// Asks it whether it has moved since `watchMotion`; LOST: it does not answer.
    virtual Motion motion() = 0;
    /// Whether its line is wired to a pin that tells.
    virtual bool wired() const = 0;
    /// Whether that line rose since the sensor was read or asked last. Asks no bus.
    virtual bool signalled() const = 0;

protected:
    ~MotionQ15WakeSensor() {}
};

/// One of the examples' drivers as such a sensor. Apart from them: a sketch that does not doze links nothing of it.
template <typename Driver> class MotionQ15Wakes : public MotionQ15WakeSensor {
public:
    explicit MotionQ15Wakes(Driver &driver) : driver(driver) {}

    bool watchMotion() override { return driver.watchMotion(); }
    bool stream() override { return driver.stream(); }
    Motion motion() override {
        bool moved;
        if (!driver.motion(&moved)) return LOST;
        return moved ? MOVED : STILL;
    }
    bool wired() const override { return driver.wired(); }
    bool signalled() const override { return driver.signalled(); }

private:
    Driver &driver;
};

#endif
