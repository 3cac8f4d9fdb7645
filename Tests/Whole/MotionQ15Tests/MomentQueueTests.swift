import MotionQ15
import TestSupport
import Testing

@Suite("Moments wait for whoever takes them, and the live loop for nobody")
struct MomentQueueTests {
    private static func window() throws -> MotionWindow {
        let recogniser = try MotionRecogniser(MotionModel(contentsOf: Repository.demoModelFile))
        return try #require((0..<60).flatMap { _ in recogniser.push([0, 0, 1, 0, 0, 0]) }.first)
    }

    private static let event = MotionEvent(.entered, label: "chop", time: 1, confidence: 1)

    @Test("beyond the capacity the oldest windows go, which is said first; events never go")
    func overrun() async throws {
        let queue = MomentQueue(windows: 3)
        let window = try Self.window()
        queue.eventHappened(Self.event)
        for _ in 0..<5 { queue.windowClassified(window) }
        queue.eventHappened(Self.event)
        queue.finish(nil)
        var taken: [MotionMoment] = []
        while let moment = try await queue.next().get() { taken.append(moment) }
        #expect(
            taken == [
                .missed(windows: 2, samples: 0), .event(Self.event), .window(window), .window(window), .window(window),
                .event(Self.event),
            ])
    }

    @Test("what waits is taken before the failure is thrown")
    func failure() async throws {
        let queue = MomentQueue(windows: 3)
        queue.eventHappened(Self.event)
        queue.finish(MotionError(.device, "the port is gone"))
        #expect(try await queue.next().get() == .event(Self.event))
        await #expect(throws: MotionError.self) { try await queue.next().get() }
        #expect(try await queue.next().get() == nil)
    }

    @Test("a taker that comes before anything has happened gets it when it happens")
    func early() async throws {
        let queue = MomentQueue(windows: 3)
        async let first = queue.next()
        while !queue.isAwaited { await Task.yield() }
        queue.eventHappened(Self.event)
        #expect(try await first.get() == .event(Self.event))
    }
}
