import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("A board in an emulator that is left alone", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct DutyTests {
    private func board(_ motionq: Motionq) throws -> Emulator {
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        return try Emulator(FirmwareImage.demo(), counts: counts)
    }

    private func words(_ frame: RawHost.Frame) -> String { String(decoding: frame.payload.dropFirst(), as: UTF8.self) }

    /// Waits for another HELLO that answers nobody, and what is said with it.
    private func restart(_ host: RawHost, seconds: Double) throws -> String {
        let before = host.frames.count
        try host.listen(seconds: seconds) { host.frames[before...].contains { $0.header.kind == .log } }
        let log = try #require(host.frames[before...].last { $0.header.kind == .log }, "nothing was said")
        let greetings = host.frames.filter { $0.header.kind == .hello && !$0.header.isReply }
        #expect(greetings.last.map { last in greetings.count { $0.payload == last.payload } } == 1, "another session")
        #expect(log.payload.first == LogLevel.error.rawValue)
        return words(log)
    }

    @Test("starts again when its main loop stands still, dark, and says where it stood")
    func watchdog() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let host = try RawHost(board)
        try host.sayHello()
        try host.listen(seconds: 1)
        let data = try #require(host.frames.last { $0.header.kind == .data })
        var action = ActuatorAction(actuator: Actuator.led.rawValue, unit: 0, pattern: .on)
        action.duration = 60_000
        let command = FeedbackMessage(sequence: 1, issued: data.header.time, timeToLive: 5_000, action: action)
        try host.send(.feedback) { command.write(to: &$0) }
        try host.listen(seconds: 1) { host.frames.contains { $0.header.kind == .ack } }
        #expect(try !board.lights().isDark)
        // A branch to itself, somewhere in the firmware.
        let image = try FirmwareImage.demo().path
        let found = try FirmwareImage.output(
            of: "arm-none-eabi-objdump -d '\(image)' | awk '$2 == \"e7fe\" { print $1; exit }'", in: board.folder)
        let address = try #require(UInt32(found.trimmingCharacters(in: CharacterSet(charactersIn: ": \n")), radix: 16))
        try Debugger(board).goOn(at: address)
        let log = try restart(host, seconds: 5)
        let hexadecimal = String(address, radix: 16)
        #expect(log.contains("watchdog"))
        #expect(log.contains("pc 0x" + String(repeating: "0", count: 8 - hexadecimal.count) + hexadecimal))
        #expect(try board.lights().isDark)
    }

    @Test("says after a fault where it was; after five in a row it only answers, until it is reset")
    func faults() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let host = try RawHost(board)
        try host.sayHello()
        try host.listen(seconds: 0.5)
        for number in 1...5 {
            // Nothing can be executed there.
            try Debugger(board).goOn(at: 0xF000_0000)
            let log = try restart(host, seconds: 5)
            #expect(log.contains("fault 3, pc 0xf0000000"))
            #expect(log.contains("no samples") == (number == 5))
            try host.listen(seconds: 0.3)
        }
        var before = host.frames.count
        try host.sayHello()
        try host.listen(seconds: 1.5)
        #expect(!host.frames[before...].contains { $0.header.kind == .data })
        #expect(host.frames[before...].contains { $0.header.kind == .hello && $0.header.isReply })
        #expect(host.frames[before...].contains { $0.header.kind == .heartbeat })
        try board.monitor("system_reset")
        before = host.frames.count
        try host.listen(seconds: 2)
        #expect(host.frames[before...].contains { $0.header.kind == .data })
    }
}
