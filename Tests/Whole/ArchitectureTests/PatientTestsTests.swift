import Foundation
import TestSupport
import Testing

/// A test waits for an event, with `Patience`; a clock is handed in or kept by a device of its own. Then a slow machine makes it
/// slow and nothing else.
@Suite("No test's verdict hangs on how fast a machine is")
struct PatientTestsTests {
    /// Where a line may sleep or read a clock: in how many lines, and why.
    private static let allowed: [String: (lines: Int, reason: String)] = [
        "Support/TestSupport/Patience.swift": (3, "the one wait for an event, whose limit ends a hang"),
        "Support/TestSupport/PatientClock.swift": (2, "a device's own clock, which waits for its host"),
        "Live/TransportTests/StreamTests.swift": (1, "a read's time-out is a time; being late makes it longer, and passes"),
        "Whole/DocumentationTests/Sandbox.swift": (1, "a shell's wait for a device; its limit is the document's"),
        "Whole/EndToEndTests/LargeRecordingTests.swift": (1, "memory is looked at every 5 ms"),
        "Whole/ArchitectureTests/ClockUse.swift": (3, "what is looked for"),
        "Whole/ArchitectureTests/PatientTestsTests.swift": (5, "what is looked for"),
        "Whole/ArchitectureTests/WaitingTests.swift": (1, "what is looked for in the sources"),
    ]
    /// An emulated board keeps its own time, faster or slower than the machine's. They run under `make firmware-test` alone.
    private static let emulated = "Whole/FirmwareTests/"

    @Test("each line that sleeps or reads a clock stands in the list, and the list has no other")
    func list() throws {
        let tests = Repository.root.appending(path: "Tests")
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        var found: [String: [(number: Int, line: Substring)]] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let lines = ClockUse.lines(of: try String(contentsOf: file, encoding: .utf8))
            let path = String(file.path.dropFirst(tests.path.count + 1))
            if !lines.isEmpty, !path.hasPrefix(Self.emulated) { found[path] = lines }
        }
        for (path, lines) in found.sorted(by: { $0.key < $1.key }) {
            let shown = lines.map { "\($0.number): \($0.line)" }.joined(separator: "\n")
            #expect(lines.count == Self.allowed[path]?.lines, "Tests/\(path): wait with Patience, or give a reason here\n\(shown)")
        }
        #expect(Set(Self.allowed.keys).subtracting(found.keys).isEmpty)
    }

    @Test(
        "what sleeps, reads a clock or has a limit of its own is found",
        arguments: [
            "Thread.sleep(forTimeInterval: 0.5)", "try await Task.sleep(for: .seconds(1))", "usleep(100)",
            "let began = Date()", "let took = ContinuousClock().measure { work() }", "while Date.now < end {}",
            "try shell(\"sleep 3; kill $(cat pid)\")", "#expect(device.waits(for: \"on\", seconds: 5))",
            "isReady.wait(timeout: .now() + 5)", "try shell(\"timeout 20 $MOTIONQ\")", "let end = deadline.addingTimeInterval(3)",
        ])
    func found(_ line: String) {
        let lines = ClockUse.lines(of: "func wait() {\n    \(line)\n}\n")
        #expect(lines.map(\.number) == [2])
    }

    @Test(
        "a clock that is handed in is not, nor a comment",
        arguments: [
            "clock.now += 40_000", "#expect(device.passes(seconds: 3))", "let time = device.now", "// It sleeps: usleep(10)",
            "#expect(live.waits(for: \"window\", times: 3))", "run(\"--timeout 2 \")", "shell(\"timeout 600 $MOTIONQ\")",
            "hold([0, -1, 0], seconds: 2)",
        ])
    func passed(_ line: String) {
        #expect(ClockUse.lines(of: "    \(line)\n").isEmpty)
    }
}
