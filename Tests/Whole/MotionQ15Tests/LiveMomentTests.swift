import Foundation
import MotionQ15
import Recordings
import TestSupport
import Testing

@Suite("Moments of a live run")
struct LiveMomentTests {
    /// A simulated device, and the demo's model.
    private final class World {
        let front: FrontDoorWorld
        let device: Motionq.Running
        let live: LiveMotion

        init(loops: Bool = true, feedback: MotionFeedback = .none) throws {
            front = try FrontDoorWorld()
            let link = front.motionq.path("device")
            let arguments = ["simulate", "--data", front.recording, "--link", link, "--json", "--speed", "4"]
            device = try front.motionq.start(arguments + (loops ? ["--loop"] : []))
            try #require(device.waits(for: "ready"))
            live = try LiveMotion(
                MotionModel(contentsOf: Repository.demoModelFile), from: .port(link), feedback: feedback)
        }

        /// Asks for something when the device has greeted, and takes what became of it.
        func outcome(_ ask: @escaping (LiveMotion) -> Void) async throws -> MotionFeedback.Outcome? {
            var outcome: MotionFeedback.Outcome?
            for try await moment in live.moments() {
                if case .connection(let connection) = moment, connection.state == .connected { ask(live) }
                guard case .feedback(let settled) = moment else { continue }
                outcome = outcome ?? settled
                live.stop()
            }
            return outcome
        }

        deinit {
            device.end()
            front.remove()
        }
    }

    @Test("of a connection say who is connected")
    func identity() async throws {
        let world = try World()
        var device: ConnectedDevice?
        for try await moment in world.live.moments() {
            guard case .connection(let connection) = moment, connection.state == .connected else { continue }
            device = device ?? connection.device
            world.live.stop()
        }
        let found = try #require(device)
        #expect(!found.name.isEmpty)
        #expect(found.session > 0)
        #expect(found.rate == 50)
        #expect(found.channels.map(\.name) == ["ax", "ay", "az", "gx", "gy", "gz"])
        #expect(found.sensor.channelCount == 6)
        #expect("\(found)".contains("6 channels at 50 Hz"))
    }

    @Test("have the device's samples among them where they are asked for, in physical units")
    func samples() async throws {
        let world = try World()
        var samples: [[Double]] = []
        for try await moment in world.live.moments(withSamples: true) {
            guard case .samples(let came) = moment else { continue }
            #expect(came.channels == ["ax", "ay", "az", "gx", "gy", "gz"])
            samples += came
            if samples.count >= 25 { world.live.stop() }
        }
        let first = try #require(samples.first)
        let recorded = world.front.session
        // Its clock may have begun with another sample; the device's counts are rounded to a thousandth of a g, and of a rad/s.
        let place = (0..<recorded.count).first { place in
            zip(recorded.sample(place)[(place * 6)..<(place * 6 + 6)], first).allSatisfy { abs(Double($0) - $1) < 0.01 }
        }
        #expect(place != nil, "\(first)")
    }

    @Test("have no samples among them unless they are asked for")
    func noSamples() async throws {
        let world = try World()
        var samples = 0
        for try await moment in world.live.moments() {
            if case .samples = moment { samples += 1 }
            if case .window = moment { world.live.stop() }
        }
        #expect(samples == 0)
    }

    /// Puts samples into a queue that nobody empties, and ends the run after ten frames.
    private final class Filler: MotionObserver {
        private let queue: MomentQueue
        private let stop: () -> Void
        private(set) var samples = 0
        private var frames = 0
        let wantsSamples = true

        init(_ queue: MomentQueue, stop: @escaping () -> Void) { (self.queue, self.stop) = (queue, stop) }

        func samplesReceived(_ samples: MotionSamples) {
            self.samples += samples.count
            frames += 1
            queue.samplesReceived(samples)
            if frames == 10 { stop() }
        }
    }

    @Test("lose the oldest samples where they are not taken, and count each of them")
    func slowTaker() async throws {
        let world = try World()
        let queue = MomentQueue(windows: 256, frames: 3)
        let filler = Filler(queue) { world.live.stop() }
        try world.live.run(filler)
        queue.finish(nil)
        var (missed, frames, left) = (0, 0, 0)
        while let moment = try await queue.next().get() {
            switch moment {
            case .missed(_, let samples): missed += samples
            case .samples(let samples): (frames, left) = (frames + 1, left + samples.count)
            default: break
            }
        }
        #expect(frames == 3)
        #expect(missed + left == filler.samples)
    }

    @Test("tell of a light that the program asked for, which one and that it asked for it")
    func light() async throws {
        let outcome = try await World().outcome { $0.light(3) }
        #expect(outcome?.action.actuator == .led(3))
        #expect(outcome?.action.pattern == .on)
        #expect(outcome?.cause == .request)
        #expect(outcome?.result == .ok)
    }

    @Test("tell of a colour, and for how long it is shown")
    func colour() async throws {
        let orange = MotionAction.Colour(red: 255, green: 128, blue: 0)
        let outcome = try await World().outcome { $0.light(0, colour: orange, for: 0.5) }
        #expect(outcome?.action == .light(0, colour: orange, for: 0.5))
        #expect(outcome?.result == .ok)
    }

    @Test("tell of a tone")
    func tone() async throws {
        let outcome = try await World().outcome { $0.sound(hertz: 880, for: 0.1) }
        #expect(outcome?.action.hertz == 880)
        #expect(outcome?.action.duration == 0.1)
        #expect(outcome?.result == .ok)
    }

    @Test("tell of what the device does not have, which it is not sent")
    func unsupported() async throws {
        let outcome = try await World().outcome { $0.off(.buzzer(7)) }
        #expect(outcome?.action == .off(.buzzer(7)))
        #expect(outcome?.result == .unsupported)
        #expect(outcome?.roundTrip == 0)
    }

    @Test("tell of a light that an event caused, and the label")
    func event() async throws {
        let world = try World(feedback: .standard)
        let outcome = try await world.outcome { _ in }
        guard case .event(let phase, let label)? = outcome?.cause else {
            Issue.record("no event caused it: \(outcome.map { "\($0)" } ?? "nothing came")")
            return
        }
        #expect(phase == .entered)
        let gestures = ["shake", "chop", "drive"]
        #expect(gestures.contains(label))
    }
}

@Suite("What a program commands")
struct MotionActionTests {
    @Test("prints as a person reads it")
    func printing() {
        #expect("\(MotionAction.light(3))" == "led 3 on")
        #expect("\(MotionAction.light(0, blinkingEvery: 0.2))" == "led 0 blink")
        #expect("\(MotionAction.off(.vibration(1)))" == "vibration 1 off")
    }

    @Test("has the length and the tone that it was given")
    func values() {
        let action = MotionAction.sound(hertz: 440, for: 0.25, buzzer: 2, level: 100)
        #expect(action.duration == 0.25)
        #expect(action.hertz == 440)
        #expect(action.level == 100)
        #expect(action.actuator == .buzzer(2))
        #expect(MotionAction.light(1).duration == nil)
    }
}
