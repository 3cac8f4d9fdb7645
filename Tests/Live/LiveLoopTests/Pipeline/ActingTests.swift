import LiveLoop
import Randomness
import TestSupport
import Testing
import WireProtocol

@Suite("The live loop acts on what is now")
struct ActingTests {
    @Test("a label entered by motion that is too old is not lit; a later window of it is")
    func staleThenFresh() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 8)
        // The host is stopped: samples go on, the window of the tenth ends, and a second passes.
        for _ in 0..<4 {
            bench.device.push([0, 100, 200, 300, 400, 500])
            try bench.device.service()
        }
        bench.device.now += 1_000_000
        bench.clock.now += 1_160_000
        try bench.pipeline.step(longestWait: 0)
        #expect(bench.observer.windows.last?.phase == "enter")
        #expect(bench.pipeline.statistics.commandsStale == 1)
        #expect(bench.pipeline.statistics.commandsSent == 0)
        try bench.tick(times: 12)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
        #expect(bench.pipeline.statistics.commandsStale == 1)
    }

    @Test("what came too late for the device is commanded again by a younger window")
    func lateThenFresh() throws {
        let bench = try FeedbackBench()
        while bench.pipeline.statistics.commandsSent == 0 { try bench.tick(times: 1) }
        // The command lies somewhere on the way.
        bench.device.now += 400_000
        bench.clock.now += 400_000
        try bench.tick(times: 20)
        #expect(bench.pipeline.statistics.commandsSettled.late == 1)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
    }

    @Test("an off that came too late for the device is commanded again with the next window")
    func lateOff() throws {
        let bench = try FeedbackBench(leaves: true)
        var generator = SeededGenerator(seed: 1)
        func tick() throws {
            bench.device.push((0..<6).map { _ in Int16.random(in: -20_000...20_000, using: &generator) })
            bench.clock.now += 40_000
            try bench.device.service()
            try bench.pipeline.step(longestWait: 0)
        }
        while bench.device.changes.isEmpty { try bench.tick(times: 1) }
        while bench.observer.windows.last?.phase != "exit" { try tick() }
        // The command lies somewhere on the way.
        bench.device.now += 600_000
        bench.clock.now += 600_000
        for _ in 0..<30 { try tick() }
        #expect(bench.pipeline.statistics.commandsSettled.late >= 1)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
    }

    @Test("the age of a command is what passed on the device from its motion")
    func age() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        let age = bench.observer.outcomes.first?.age ?? 0
        // The sample, the frame that may wait, and the way back.
        #expect((40_000...120_000).contains(age))
        #expect(bench.pipeline.statistics.age.count == 1)
    }

    @Test("what the failsafe switched off is commanded again, and said")
    func failsafe() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        // The device hears nothing for three seconds, and the host sees windows.
        try bench.tick(times: 75, isDeaf: true)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
        try bench.tick(times: 60)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off, .on])
        #expect(bench.pipeline.statistics.failsafes == 1)
        #expect(bench.observer.changes.contains { if case .failsafe = $0 { true } else { false } })
    }

    @Test(
        "a rate that is another than announced ends predictions and lights until it fits", arguments: [10_000, 100_000] as [UInt64])
    func wrongRate(_ period: UInt64) throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
        try bench.tick(times: Int(5_000_000 / period), period: period)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
        let mismatches = bench.observer.changes.compactMap { if case .rateWrong(let mismatch) = $0 { mismatch } else { nil } }
        #expect(mismatches.count == 1)
        #expect(mismatches.first?.announced == 25)
        #expect(mismatches.first.map { abs($0.measured - 25) > 2.5 } == true)
        let windows = bench.observer.windows.count
        try bench.tick(times: 20, period: period)
        #expect(bench.observer.windows.count == windows)
        try bench.tick(times: 150)
        #expect(bench.observer.windows.count > windows)
        #expect(bench.device.changes.last?.action.pattern == .on)
    }

    @Test("a rate that is trusted is said and used")
    func trustedRate() throws {
        let bench = try FeedbackBench(trustsRate: true)
        try bench.tick(times: 14)
        try bench.tick(times: 500, period: 10_000)
        #expect(bench.observer.windows.count > 90)
        #expect(bench.observer.changes.contains { if case .rateWrong(let mismatch) = $0 { !mismatch.isPaused } else { false } })
    }

    @Test("a rate that is trusted costs no window when it fits again")
    func trustedThroughout() throws {
        let trusted = try FeedbackBench(trustsRate: true)
        try trusted.tick(times: 14)
        try trusted.tick(times: 50, period: 100_000)
        let before = trusted.observer.windows.count
        try trusted.tick(times: 150)
        #expect(trusted.observer.changes.contains { if case .rateRight = $0 { true } else { false } })
        // As many as of a device whose rate was right from the beginning.
        let steady = try FeedbackBench()
        try steady.tick(times: 64)
        let steadyBefore = steady.observer.windows.count
        try steady.tick(times: 150)
        #expect(trusted.observer.windows.count - before == steady.observer.windows.count - steadyBefore)
    }

    @Test("a device that does not show decisions gets none: no PREDICTION, no LABELS", arguments: [true, false])
    func decisions(_ shows: Bool) throws {
        var identity = ScriptedDevice.sixAxes()
        if !shows { identity.capabilities = Capabilities.led }
        let bench = try FeedbackBench(identity: identity)
        try bench.tick(times: 30)
        #expect(bench.device.heard.contains(MessageKind.prediction.rawValue) == shows)
        #expect(bench.device.heard.contains(MessageKind.labels.rawValue) == shows)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
    }

    @Test("its end is a GOODBYE")
    func goodbye() throws {
        let bench = try FeedbackBench()
        // Nothing waits for its acknowledgement: the clock stands still here.
        try bench.tick(times: 6)
        try bench.pipeline.finish()
        try bench.device.service()
        #expect(bench.device.heard.last == MessageKind.goodbye.rawValue)
    }
}
