import Foundation
import TestSupport
import Testing

/// `motionq check` at the line of everything that runs on devices.
@Suite("check, of firmware", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct CheckTests {
    private func broken(_ motionq: Motionq, _ port: String) throws -> [String] {
        let result = try motionq.run("check", "--port", port, "--json")
        let rules = try result.objects().filter { $0["type"] as? String == "rule" }
        try #require(rules.count > 50, "\(result.errors)")
        return rules.filter { $0["verdict"] as? String == "failed" }.map { "\($0["rule"] ?? ""): \($0["saw"] ?? "")" }
    }

    @Test("finds no rule broken by the firmware in an emulator")
    func firmware() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("simulate", "--counts", counts).status == 0)
        let board = try Emulator(FirmwareImage.demo(), counts: counts)
        #expect(try broken(motionq, board.line) == [])
    }

    @Test("finds no rule broken by an Arduino sketch on a board of this machine", arguments: ["MPU6050", "BareSketch"])
    func sketch(_ name: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let script = Repository.path("firmware-protocol/arduino/tests/live.sh")
        #expect(try motionq.shell("sh '\(script)' sketch \(name)").status == 0)
        let board = Process()
        let output = Pipe()
        board.executableURL = URL(filePath: motionq.path("sketch/\(name)"))
        board.standardOutput = output
        board.standardError = FileHandle.nullDevice
        try board.run()
        defer {
            // It may have inherited that SIGTERM is blocked.
            kill(board.processIdentifier, SIGKILL)
            board.waitUntilExit()
        }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(try broken(motionq, line.split(separator: "\n").first.map(String.init) ?? "") == [])
    }
}
