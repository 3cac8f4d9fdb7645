import DeviceTools
import Testing
import Transport

/// A device of `DeviceTwin`, examined in memory with a clock moved by hand.
private final class TwinLine: DeviceLine {
    private(set) var now: UInt64 = 1_000_000
    private let device: any DeviceTwin
    private var rate: UInt64
    private var nextSample: UInt64 = 1_003_000
    private var waiting: [UInt8] = []

    init(_ device: any DeviceTwin, rate: UInt64) {
        self.device = device
        self.rate = rate
    }

    func send(_ bytes: [UInt8]) throws(LineStop) { perform(.bytes(bytes)) }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        while waiting.isEmpty, now < time {
            now = min(time, now - now % 1000 + 1000)
            if now >= nextSample {
                perform(.sample([1, 2, 3], taken: now))
                nextSample += 1_000_000 / rate
            }
            perform(.poll)
        }
        defer { waiting.removeAll() }
        return waiting
    }

    private func perform(_ action: DeviceStep.Action) {
        let report = device.perform(DeviceStep(time: now, action: action))
        guard !report.waiting.isEmpty else { return }
        waiting += report.waiting
        _ = device.perform(DeviceStep(time: now, action: .port(report.waiting.count)))
    }
}

@Suite("Examination of both device roles")
struct ExaminationTests {
    private static let board = ScriptedBoard(
        units: [1, 0, 0, 0], capabilities: 1, rate: 100, rates: [100], sessions: Array(1...20))

    private func failures(_ device: any DeviceTwin) throws -> [String] {
        var failures: [String] = []
        let line = TwinLine(device, rate: 100)
        try Examination(over: line, session: 9) { judgement in
            if judgement.verdict == .failed { failures.append("\(judgement.rule): \(judgement.saw)") }
        }.run()
        return failures
    }

    @Test("finds no fault in the C device")
    func c() throws {
        #expect(try failures(CDevice(Self.board, line: 8192, now: 1_000_000)) == [])
    }

    @Test("finds no fault in the Swift device")
    func swift() throws {
        #expect(try failures(SwiftDevice(Self.board, line: 8192, now: 1_000_000)) == [])
    }
}
