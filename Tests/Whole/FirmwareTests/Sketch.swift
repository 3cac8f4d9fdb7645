import Foundation
import TestSupport
import Testing

/// A sketch of the Arduino library as a program of this machine, until `end`.
final class Sketch {
    /// The pseudo-terminal that is its line.
    let line: String
    private let process = Process()

    /// - Parameters:
    ///   - name: one that `live.sh` knows.
    ///   - network: a folder for those that want one.
    init(_ name: String, network: String? = nil, _ motionq: Motionq) throws {
        let script = Repository.path("firmware-protocol/arduino/tests/live.sh")
        let built = try motionq.shell("sh '\(script)' sketch \(name) \(network.map { "'\($0)'" } ?? "")")
        try #require(built.status == 0, "\(built.errors)")
        let output = Pipe()
        process.executableURL = URL(filePath: motionq.path("sketch/\(name)"))
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let told = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        line = told.split(separator: "\n").first.map(String.init) ?? ""
    }

    func end() {
        // It may have inherited that SIGTERM is blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
