import DeviceTools
import Testing
import Transport
import WireProtocol

@Suite("Examination of a device")
struct FaultTests {
    /// What is told of each rule.
    private func examine(_ device: any DeviceLine) throws -> [Judgement] {
        var judgements: [Judgement] = []
        try Examination(over: device, session: 5) { judgements.append($0) }.run()
        return judgements
    }

    /// What is told of a device with each fault: once for all who look at it.
    private static let told = Result {
        try Dictionary(uniqueKeysWithValues: SeededFault.allCases.map { ($0, try FaultTests().examine(FaultyDevice($0))) })
    }

    @Test("fails a device with one fault at exactly one rule", arguments: SeededFault.allCases)
    func fault(_ fault: SeededFault) throws {
        let judgements = try #require(Self.told.get()[fault])
        let failed = judgements.filter { $0.verdict == .failed }
        #expect(failed.map(\.rule) == (fault.rule.map { [$0] } ?? []), "\(failed.map { "\($0.rule): \($0.saw)" })")
    }

    @Test("says what to change wherever it fails a device, and only there", arguments: SeededFault.allCases)
    func mend(_ fault: SeededFault) throws {
        for judgement in try #require(Self.told.get()[fault]) {
            #expect((judgement.mend != nil) == (judgement.verdict == .failed), "\(judgement)")
        }
    }

    @Test("tells of every rule once, whatever the fault", arguments: SeededFault.allCases)
    func everyRule(_ fault: SeededFault) throws {
        let told = try #require(Self.told.get()[fault]).map(\.rule)
        #expect(told.count == Rule.allCases.count && Set(told).count == told.count, "\(told)")
    }

    @Test("has a seeded fault for every rule")
    func complete() {
        let seeded = Set(SeededFault.allCases.compactMap(\.rule))
        #expect(Rule.allCases.filter { !seeded.contains($0) } == [])
    }

    @Test("finds no fault in a device whose clock runs 5 % fast or slow", arguments: [0.95, 1.05])
    func drift(_ clock: Double) throws {
        let failed = try examine(FaultyDevice(.none, clock: clock)).filter { $0.verdict == .failed }
        #expect(failed.isEmpty, "\(failed)")
    }

    @Test("leaves every rule of a good device that can do everything judged")
    func allJudged() throws {
        let open = try examine(FaultyDevice(.none)).filter { $0.verdict == .notApplicable }
        #expect(open.isEmpty, "\(open.map { "\($0.rule): \($0.saw)" })")
    }

    /// In steps of 0.47 s: greeting, listening, commands and the failsafe's silence are all met by some of them.
    @Test("finds no fault in a good device when this computer stands still for a second, whenever", arguments: 0..<50)
    func stall(_ steps: Int) throws {
        let line = StallingLine(FaultyDevice(.none), stalls: [(UInt64(steps) * 470_000, 1_000_000)])
        let told = try examine(line)
        #expect(told.allSatisfy { $0.verdict == .passed }, "\(told.filter { $0.verdict != .passed })")
    }

    @Test("judges no times when this computer stands still again and again, and finds no fault")
    func stalls() throws {
        let line = StallingLine(FaultyDevice(.none), stalls: (1...60).map { (UInt64($0) * 2_000_000, 700_000) })
        let told = try examine(line)
        #expect(told.allSatisfy { $0.verdict != .failed }, "\(told.filter { $0.verdict == .failed })")
        #expect(told.first { $0.rule == .heartbeatPeriod }?.saw == "this computer let the program wait while it measured")
    }

    @Test("takes less than 35 seconds")
    func time() throws {
        let device = FaultyDevice(.none)
        _ = try examine(device)
        #expect(device.now < 35_000_000)
    }

    @Test("leaves the lights off")
    func lights() throws {
        let device = FaultyDevice(.none)
        _ = try examine(device)
        #expect(!device.isLit)
    }

    @Test("leaves the rate as it was")
    func rate() throws {
        let device = FaultyDevice(.none)
        _ = try examine(device)
        #expect(device.rate == 200)
    }

    @Test("judges no actuators and no rate of a device that has neither")
    func plainDevice() throws {
        var board = FaultyDevice.board
        board.capabilities = .none
        let judgements = try examine(FaultyDevice(.none, identity: board, units: ActuatorUnits()))
        let open = judgements.filter { $0.verdict == .notApplicable }.map(\.rule)
        #expect(
            open == [
                .helloNetwork, .sessionTag, .indexGoesOn, .feedbackAnswer, .ackTime, .duplicate, .actuatorTold, .late, .early,
                .superseded, .duration, .failsafe, .failsafeTold, .goodbye,
            ])
        #expect(judgements.allSatisfy { $0.verdict != .failed })
    }

    @Test("does not ask a device of minor version 3 which network it has")
    func olderDevice() throws {
        let told = try examine(FaultyDevice(.networkNotTold, minor: 3)).first { $0.rule == .helloNetwork }
        #expect(told?.verdict == .notApplicable)
    }

    @Test("judges no times and no rate of a device that replays")
    func replay() throws {
        var board = FaultyDevice.board
        board.capabilities = board.capabilities.union(.replays)
        let open = try examine(FaultyDevice(.noSamples, identity: board)).filter { $0.verdict != .passed }
        #expect(open.allSatisfy { $0.verdict == .notApplicable } && open.contains { $0.rule == .rate }, "\(open)")
    }
}
