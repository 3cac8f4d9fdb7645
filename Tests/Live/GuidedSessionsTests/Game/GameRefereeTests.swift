import GuidedSessions
import LiveLoop
import MotionCore
import TestSupport
import Testing
import Transport
import WireProtocol

/// A game over a live loop with a random network, on a device that is moved by hand.
private final class Bench {
    let device: ScriptedDevice
    let observer = RecordingObserver()
    let news = GameNews()
    let referee: GameReferee
    private let pipeline: LivePipeline
    private let clock = ManualClock()

    init() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(20, 5, 6, nil, [8], [4]), carriesState: false, seed: 31)
        var options = LiveOptions()
        // Nothing is ever so sure.
        options.decision.threshold = .max
        referee = GameReferee(
            GameRules(gestures: [1, 2, 3], limit: 2_000_000, pause: 1_000_000, seed: 5), options: &options, news: news,
            shown: observer)
        device = ScriptedDevice(transport: pair.device, identity: ScriptedDevice.sixAxes())
        pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network, restLabel: 0), options: options, clock: clock, observer: referee,
            sessionID: 9)
        try pipeline.open()
    }

    /// Sample periods until something happens in the game.
    func moveOn() throws -> GameMoment {
        for _ in 0..<200 {
            try tick()
            if let moment = news.take().first { return moment }
        }
        throw Silence()
    }

    func tick() throws {
        device.push([Int16](repeating: 100, count: 6))
        clock.now += 40_000
        try device.service()
        try pipeline.step(longestWait: 0)
        try device.service()
    }

    private struct Silence: Error {}
}

@Suite("The referee of a game over the live loop")
struct GameRefereeTests {
    @Test("an announcement lights the gesture's LED and beeps, and no window holds what was before it")
    func announcement() throws {
        let bench = try Bench()
        guard case .asked(let gesture, round: 1) = try bench.moveOn().event else { throw Unexpected() }
        bench.observer.windows = []
        // The frame at hand is given up; then a window fills.
        for _ in 0..<19 { try bench.tick() }
        #expect(bench.observer.windows.isEmpty)
        for _ in 0..<3 { try bench.tick() }
        #expect(bench.observer.windows.first?.endSample == 20)
        let lit = bench.device.changes.filter { $0.action.actuator == Actuator.led.rawValue && $0.action.pattern == .on }
        #expect(lit.map { Int($0.action.unit) } == [gesture - 1])
        #expect(bench.device.changes.contains { $0.action.actuator == Actuator.buzzer.rawValue && $0.action.frequency == 660 })
    }

    @Test("the end puts the light out with a low beep, and is over when that has sounded")
    func end() throws {
        let bench = try Bench()
        _ = try bench.moveOn()
        guard case .over(.late) = try bench.moveOn().event else { throw Unexpected() }
        #expect(bench.referee.ending != nil && !bench.referee.isOver)
        for _ in 0..<20 { try bench.tick() }
        #expect(bench.referee.isOver)
        let led = bench.device.changes.filter { $0.action.actuator == Actuator.led.rawValue }.last
        #expect(led?.action.pattern == .off)
        #expect(bench.device.changes.contains { $0.action.actuator == Actuator.buzzer.rawValue && $0.action.frequency == 220 })
    }

    @Test("samples that are lost while a gesture is asked for bring it once more")
    func lost() throws {
        let bench = try Bench()
        guard case .asked(let gesture, _) = try bench.moveOn().event else { throw Unexpected() }
        bench.device.drop(7)
        #expect(try bench.moveOn().event == .broken(gesture))
        #expect(try bench.moveOn().event == .asked(gesture, round: 1))
    }

    private struct Unexpected: Error {}
}
