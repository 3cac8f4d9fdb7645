import CMotionCore
import Testing

@Suite("The button with which a gesture is taught")
struct ButtonTests {
    /// A button whose clock a test moves, a millisecond at a time.
    private struct Pressed {
        var button = mq_teach_button()
        var now: UInt32
        var events: [mq_teach_event] = []

        init(places: UInt16 = 2, at now: UInt32 = 0) {
            self.now = now
            mq_teach_button_begin(&button, places)
        }

        mutating func wait(_ milliseconds: Int, isPressed: Bool = false) {
            for _ in 0..<milliseconds {
                now &+= 1
                let event = mq_teach_button_poll(&button, isPressed, now)
                if event != MQ_TEACH_NOTHING { events.append(event) }
            }
        }

        mutating func press(_ milliseconds: Int) {
            wait(milliseconds, isPressed: true)
            wait(50)
        }

        mutating func count(_ samples: Int) { for _ in 0..<samples { mq_teach_button_sample(&button) } }

        var light: mq_teach_light { withUnsafePointer(to: button) { mq_teach_button_light($0, now) } }
    }

    @Test("has the next stroke taken for an example after a short press, and no other")
    func armed() {
        var pressed = Pressed()
        #expect(!mq_teach_button_takes(&pressed.button, 1))
        pressed.press(200)
        #expect(pressed.events == [MQ_TEACH_ARMED] && pressed.light == MQ_TEACH_WAITING)
        pressed.count(40)
        #expect(mq_teach_button_takes(&pressed.button, 40))
        #expect(!mq_teach_button_takes(&pressed.button, 40))
    }

    @Test("does not take a stroke that began before the press ended")
    func before() {
        var pressed = Pressed()
        pressed.press(200)
        pressed.count(39)
        #expect(!mq_teach_button_takes(&pressed.button, 40))
        pressed.count(1)
        #expect(mq_teach_button_takes(&pressed.button, 40))
    }

    @Test("says by the light for a second what became of an example", arguments: [true, false])
    func answered(isHeard: Bool) {
        var pressed = Pressed()
        pressed.press(200)
        pressed.count(40)
        #expect(mq_teach_button_takes(&pressed.button, 40))
        mq_teach_button_answer(&pressed.button, isHeard, pressed.now)
        pressed.wait(999)
        #expect(pressed.light == (isHeard ? MQ_TEACH_HEARD : MQ_TEACH_NOT_HEARD))
        pressed.wait(1)
        #expect(pressed.light == MQ_TEACH_DARK)
    }

    @Test("gives up after eight seconds without a stroke, and says so")
    func givesUp() {
        var pressed = Pressed()
        pressed.press(200)
        pressed.wait(8_100)
        #expect(pressed.events == [MQ_TEACH_ARMED, MQ_TEACH_GIVEN_UP] && pressed.light == MQ_TEACH_NOT_HEARD)
        pressed.count(1_000)
        #expect(!mq_teach_button_takes(&pressed.button, 40))
    }

    @Test("goes on to the next place after a long press, and from the last to the first")
    func next() {
        var pressed = Pressed()
        pressed.press(1_200)
        #expect(pressed.button.place == 1 && pressed.light == MQ_TEACH_CHANGED)
        pressed.press(1_200)
        #expect(pressed.button.place == 0 && pressed.events == [MQ_TEACH_NEXT, MQ_TEACH_NEXT])
    }

    @Test("has the place forgotten after a press of five seconds, and stays there")
    func forgets() {
        var pressed = Pressed()
        pressed.press(1_200)
        pressed.press(5_100)
        #expect(pressed.events == [MQ_TEACH_NEXT, MQ_TEACH_FORGET] && pressed.button.place == 1)
    }

    @Test("waits for no example any more after a long press")
    func disarmed() {
        var pressed = Pressed()
        pressed.press(200)
        pressed.press(1_200)
        pressed.count(100)
        #expect(!mq_teach_button_takes(&pressed.button, 40))
    }

    @Test("hears one press where contacts bounce")
    func bounces() {
        var pressed = Pressed()
        for _ in 0..<5 {
            pressed.wait(3, isPressed: true)
            pressed.wait(2)
        }
        pressed.wait(300, isPressed: true)
        for _ in 0..<5 {
            pressed.wait(3)
            pressed.wait(2, isPressed: true)
        }
        pressed.wait(100)
        #expect(pressed.events == [MQ_TEACH_ARMED])
    }

    @Test("does the same where the clock comes round")
    func wraps() {
        var pressed = Pressed(at: .max - 100)
        pressed.press(200)
        #expect(pressed.events == [MQ_TEACH_ARMED] && pressed.light == MQ_TEACH_WAITING)
        pressed.wait(8_100)
        #expect(pressed.events == [MQ_TEACH_ARMED, MQ_TEACH_GIVEN_UP])
    }
}
