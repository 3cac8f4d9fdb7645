import Foundation
import Recordings
import TestSupport
import Testing

/// A device that sends a shared capture, 25 readings a second.
private final class CapturePlayer: @unchecked Sendable {
    private let pieces: [[UInt8]]
    private let clock = PatientClock()
    private var sent = 0

    init(_ name: String) throws {
        let bytes = [UInt8](try SharedData.unpacked("captures/\(name).bin.gz"))
        if name.hasPrefix("text") {
            pieces = bytes.split(separator: 0x0A).map { $0 + [0x0A] }
        } else {
            let size = Double(bytes.count) / 2000
            pieces = (0..<2000).map { Array(bytes[Int(Double($0) * size)..<Int(Double($0 + 1) * size)]) }
        }
    }

    func act(_ received: [UInt8]) -> [UInt8] {
        let due = min(pieces.count, Int(clock.advance() / 40_000))
        defer { sent = max(sent, due) }
        return Array(pieces[min(sent, due)..<due].joined())
    }
}

@Suite(
    "Recording a device of another make",
    .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct OtherDeviceRecordTests {
    @Test(
        "keeps the samples that it sent, within half a step of the counts",
        arguments: ["text_header", "text_plotter", "witmotion", "mavlink2_raw_imu", "mavlink2_highres_imu"])
    func record(_ capture: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let puppet = try Puppet(CapturePlayer(capture).act)
        defer { puppet.end() }
        let result = try motionq.start([
            "record", "--port", puppet.path, "--format", "auto", "--subject", "ana", "--labels", "shake", "--repetitions", "1",
            "--seconds", "2", "--rest-seconds", "1", "--device-rate", "25", "--units", "m/s2,deg/s", "--quiet", "--json",
            "-o", motionq.path("recordings"),
        ]).wait()
        #expect(result.status == 0, "\(result.errors)")
        let session = try #require(try RecordingReader().read(motionq.path("recordings/ana-1.csv")).sessions.first)
        let text = String(decoding: try SharedData.unpacked("captures/\(capture).expected.csv.gz"), as: UTF8.self)
        let sent = text.split(separator: "\n").dropFirst().map { row in
            row.split(separator: ",").dropFirst().compactMap { Double($0) }
        }
        // In order; a machine that stands still for a moment may lose some between, of which the rate that is said keeps the time.
        var next = sent.startIndex
        for index in 0..<session.count {
            let sample = session.sample(index)
            let place = sent[next...].firstIndex { wanted in
                zip(sample, wanted).enumerated().allSatisfy { abs(Double($1.0) - $1.1) <= ($0 < 3 ? 0.000_25 : 0.000_54) }
            }
            next = try #require(place, "sample \(index): \(sample)") + 1
        }
        #expect(session.labels.count { $0 == "shake" } > 10)
    }
}
