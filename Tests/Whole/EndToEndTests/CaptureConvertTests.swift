import Foundation
import Recordings
import TestSupport
import Testing

/// The shared captures, with what nobody but a person can say of them.
private let captures: [(name: String, format: String, options: [String])] =
    ["text_comma", "text_tab", "text_header", "text_plotter"].map { ($0, "text", ["--device-rate", "25"]) }
    + ["witmotion", "witmotion_starts_mid_frame"].map { ($0, "witmotion", ["--device-rate", "25"]) }
    + [
        ("mavlink2_raw_imu", "mavlink", ["--profile", "mpu6050-8g-2000dps"]), ("mavlink2_scaled_imu", "mavlink", []),
        ("mavlink2_highres_imu", "mavlink", []),
    ]

@Suite(
    "What a device of another make sent, converted from a log",
    .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct CaptureConvertTests {
    @Test("has the samples of the capture, whether its format is said or found", arguments: captures.indices, [false, true])
    func samples(_ index: Int, isFound: Bool) throws {
        let capture = captures[index]
        let motionq = try Motionq()
        defer { motionq.remove() }
        let out = motionq.path("out.csv")
        let result = try motionq.start(
            [
                "dataset", "convert", "\(SharedData.folder)/captures/\(capture.name).bin.gz", "-o", out, "--format",
                isFound ? "auto" : capture.format,
            ] + capture.options
        ).wait()
        #expect(result.status == 0, "\(result.errors)")
        let session = try #require(try RecordingReader().read(out).sessions.first)
        let text = String(decoding: try SharedData.unpacked("captures/\(capture.name).expected.csv.gz"), as: UTF8.self)
        let wanted = text.split(separator: "\n").dropFirst().flatMap { row in
            row.split(separator: ",").dropFirst().compactMap { Double($0) }
        }
        #expect(session.values.count == wanted.count)
        #expect(zip(session.values, wanted).allSatisfy { abs(Double($0) - $1) <= 2e-6 * max(abs($1), 1e-3) })
        #expect(abs((session.rate ?? 0) - 25) < 0.05)
    }
}

@Suite("A log that is converted")
struct LogConvertTests {
    private let lines = (0..<40).map { "\(10 + $0 * 20),0.5,0.25,1,0.1,0.2,0.3\n" }

    /// Numbers that no motion has printed are in no unit by themselves.
    private static let units = ["--units", "g,rad/s"]

    private func convert(_ text: String, _ arguments: [String]) throws -> (Motionq.Result, [RecordedSession]) {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let log = motionq.path("shake_2.log")
        try text.write(toFile: log, atomically: true, encoding: .utf8)
        let out = motionq.path("out.csv")
        let result = try motionq.start(["dataset", "convert", log, "-o", out] + arguments).wait()
        return (result, result.status == 0 ? try RecordingReader().read(out).sessions : [])
    }

    @Test("keeps the device's own times, and a session ends where they go back")
    func times() throws {
        let (result, sessions) = try convert((lines + lines).joined(), ["--format", "text"] + Self.units)
        #expect(sessions.map(\.name) == ["shake_2", "shake_2-2"], "\(result.errors)")
        #expect(sessions.allSatisfy { $0.timestamps == (0..<40).map { Double($0) * 20 } })
    }

    @Test("has the label that the file's name says, and its axes turned as somebody says")
    func label() throws {
        let options = ["--format", "text", "--label", "file", "--axes", "-y,x,z"] + Self.units
        let (result, sessions) = try convert(lines.joined(), options)
        let session = try #require(sessions.first, "\(result.errors)")
        #expect(Set(session.labels) == ["shake"])
        #expect(session.sample(0).elementsEqual([0.25, -0.5, 1, 0.2, -0.1, 0.3]))
    }

    @Test("leaves a gap for lines that cannot be read")
    func gap() throws {
        var hurt = lines.map { String($0.drop { $0 != "," }.dropFirst()) }
        hurt[20] = "0.5,#\n"
        let (_, sessions) = try convert(hurt.joined(), ["--format", "auto", "--device-rate", "50"] + Self.units)
        #expect(try #require(sessions.first).timestamps == (0..<40).filter { $0 != 20 }.map { Double($0) * 20 })
    }

    @Test(
        "is refused with a sentence where nothing can be made of it",
        arguments: [
            ("0,0,1\n", ["--format", "text"], 65, "say samples per second by --device-rate"),
            ("hello\n", ["--format", "auto"], 65, "no readings, but text, whose first line is “hello”"),
            ("0,0,1\n", ["--format", "mavlink"], 65, "no readings as MAVLink"),
            ("0,0,1\n", ["--format", "native"], 64, "motionq record"),
            ("0,0,1\n", ["--format", "text", "--rate", "50"], 64, "--device-rate"),
            ("0,0,1\n", ["--format", "text", "--label", "folder"], 64, "--label file"),
            ("0,0,1\n", ["--format", "text", "--device-rate", "50"], 65, "units are not certain"),
            ("0,0,16000\n", ["--format", "text", "--device-rate", "50"], 65, "say --profile"),
        ])
    func refused(_ line: String, _ arguments: [String], _ status: Int32, _ words: String) throws {
        let (result, _) = try convert(String(repeating: line, count: 20), arguments)
        #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
    }
}
