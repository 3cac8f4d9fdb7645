import Foundation
import MotionQ15
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("The live loop through the front door")
struct LiveMotionTests {
    /// A simulated device that makes the motion of the recording, at its link.
    private static func device(_ world: FrontDoorWorld, _ arguments: String...) throws -> (device: Motionq.Running, link: String) {
        let link = world.motionq.path("device")
        let device = try world.motionq.start(["simulate", "--data", world.recording, "--link", link, "--json"] + arguments)
        try #require(device.waits(for: "ready"))
        return (device, link)
    }

    private final class Witness: MotionObserver {
        var events: [MotionEvent] = []
        var windows = 0
        var states: [MotionConnection.State] = []
        var stop: () -> Void = {}

        func windowClassified(_ window: MotionWindow) { windows += 1 }
        func eventHappened(_ event: MotionEvent) { events.append(event) }
        func connectionChanged(_ connection: MotionConnection) {
            states.append(connection.state)
            if connection.state == .disconnected { stop() }
        }
    }

    @Test("an observer hears windows and events by name, until the device goes")
    func observer() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        var options = SimulatorOptions()
        (options.speed, options.linkPath) = (.times(8), world.motionq.path("device"))
        let device = PatientDevice(try RecordingReader().read(world.recording), options)
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let live = try LiveMotion(model, from: .port(world.motionq.path("device")))
        let witness = Witness()
        witness.stop = { live.stop() }
        try live.run(witness)
        device.end()
        #expect(witness.windows > 50)
        #expect(witness.states.starts(with: [.opened, .connected]))
        let expected = try model.windows(ofRecordingAt: world.recordingFile).compactMap(\.event).map(\.label)
        #expect(witness.events.map(\.label).starts(with: expected))
    }

    /// Stops in its first window until its device has passed some time, and ends the run later.
    private final class Sleeper: MotionObserver {
        private let device: PatientDevice
        private let stop: () -> Void
        private(set) var windows = 0
        private(set) var hasSlept = false

        init(_ device: PatientDevice, stop: @escaping () -> Void) {
            self.device = device
            self.stop = stop
        }

        func windowClassified(_ window: MotionWindow) {
            windows += 1
            if windows == 1 { hasSlept = device.passes(seconds: 3) }
            if windows == 21 { stop() }
        }
    }

    @Test("an observer that sleeps for longer than a device waits for its host delays no light: the failsafe does not act")
    func sleeper() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let link = world.motionq.path("device")
        var options = SimulatorOptions()
        options.loops = true
        options.linkPath = link
        let device = PatientDevice(try RecordingReader().read(world.recording), options)
        let live = try LiveMotion(MotionModel(contentsOf: Repository.demoModelFile), from: .port(link))
        let sleeper = Sleeper(device) { live.stop() }
        try live.run(sleeper)
        // Its clock goes on for as long as its samples are read.
        #expect(sleeper.hasSlept)
        #expect(!device.end().contains(#""type":"failsafe""#))
        #expect(sleeper.windows > 20)
    }

    @Test("moments come as an asynchronous sequence, which stop ends")
    func moments() async throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let (device, link) = try Self.device(world, "--speed", "8", "--loop")
        defer {
            device.end()
        }
        let live = try LiveMotion(MotionModel(contentsOf: Repository.demoModelFile), from: .port(link))
        var events: [MotionEvent] = []
        for try await moment in live.moments() {
            if case .event(let event) = moment { events.append(event) }
            if events.count == 2 { live.stop() }
        }
        #expect(events.first?.phase == .entered)
        #expect(events.count >= 2)
    }

    @Test("a task that is cancelled ends the run, and its port is free for the next")
    func cancelled() async throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let (device, link) = try Self.device(world, "--loop")
        defer {
            device.end()
        }
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let (moments, moment) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer { moment.finish() }
            var count = 0
            for try await _ in try LiveMotion(model, from: .port(link)).moments() {
                count += 1
                moment.yield()
            }
            return count
        }
        for await _ in moments.prefix(1) {}
        task.cancel()
        #expect(try await task.value > 0)
        let next = try LiveMotion(model, from: .port(link))
        for try await moment in next.moments() {
            if case .window = moment { next.stop() }
        }
    }

    @Test("a port that is not there is said by its name")
    func noPort() async throws {
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let live = try LiveMotion(model, from: .port("/dev/nothing-here"))
        let error = await #expect(throws: MotionError.self) {
            for try await _ in live.moments() {}
        }
        #expect(error?.code == .device)
        #expect(error?.description.contains("/dev/nothing-here") == true)
    }

    @Test("a feedback map that names an unknown label is refused before the port is opened")
    func badMap() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let map = motionq.path("map.yml")
        try "labels:\n  no_such_label:\n    enter:\n      - led: 0\n".write(toFile: map, atomically: true, encoding: .utf8)
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) {
            try LiveMotion(model, from: .port("/dev/null"), feedback: .map(URL(filePath: map)))
        }
        #expect(error?.code == .feedbackMap)
        #expect(error?.description.contains("no_such_label") == true)
    }

    @Test("a recording that is named as the port is refused, and left as it is")
    func fileAsPort() throws {
        let world = try FrontDoorWorld()
        defer { world.remove() }
        let before = try Data(contentsOf: URL(filePath: world.recording))
        let model = try MotionModel(contentsOf: Repository.demoModelFile)
        let error = #expect(throws: MotionError.self) { try LiveMotion(model, from: .port(world.recording)) }
        #expect(error?.description.contains("is not a serial port") == true)
        #expect(try Data(contentsOf: URL(filePath: world.recording)) == before)
    }
}
