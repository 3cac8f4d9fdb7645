import Files
import Formatting
import Foundation
import MotionCore
import Recordings
import WireProtocol

/// What stands beside a recording: who measured it, how, and what was asked of whom when. JSON, for people and for programs.
struct Sidecar {
    /// The recording's file, without its folder.
    let recording: String
    let subject: String
    let plan: RecordingPlan
    let program: String
    var device: HelloMessage?
    /// In the order in which they were made.
    var prompts: [MadePrompt] = []
    var samples = 0
    /// In what was kept.
    var lost = 0
    /// Of the even clock behind the time stamps, as far as it is known.
    var measuredRate: Double?
    /// Whether the recording was ended, and not cut off.
    var isComplete = false

    /// A repetition, by the clock of its session.
    struct MadePrompt {
        let session: String
        let label: String
        let repetition: Int
        /// Place in the plan.
        let place: Int
        let from: Double
        var to: Double?
        var lost = 0
    }

    init(_ options: RecorderOptions) {
        recording = Path.name(of: options.path)
        subject = options.subject
        plan = options.plan
        program = options.program
    }

    /// What is known at the end.
    mutating func finish(_ take: Take) {
        samples = take.file.samples
        measuredRate = take.measuredRate
        isComplete = true
    }

    /// Of a recording that is not kept nothing is left.
    func remove(with file: GrowingRecording) {
        file.discard()
        WholeFile.remove(fileAt: RecordingFile.sidecar(of: file.path))
    }

    func write(beside path: String) throws(RecordingError) {
        do throws(FileError) {
            try WholeFile.replace(fileAt: RecordingFile.sidecar(of: path), with: Array((json.line + "\n").utf8))
        } catch {
            throw RecordingError(error)
        }
    }

    private var json: JSONLine {
        var line = JSONLine()
        line.add("recording", recording)
        line.add("program", program)
        line.add("complete", isComplete)
        line.add("subject", subject)
        line.add("rest", plan.restLabel)
        if let device { describe(device, in: &line) }
        if let measuredRate { line.add("measured_rate", measuredRate) }
        line.add("samples", samples)
        line.add("lost_samples", lost)
        line.add(
            "prompts",
            prompts.map { made in
                var entry = JSONLine()
                entry.add("session", made.session)
                entry.add("label", made.label)
                entry.add("repetition", made.repetition)
                entry.add("from_ms", made.from)
                if let to = made.to { entry.add("to_ms", to) }
                entry.add("lost_samples", made.lost)
                return entry
            })
        return line
    }

    private func describe(_ device: HelloMessage, in line: inout JSONLine) {
        line.add("device", device.uniqueID.hexadecimal)
        line.add("device_name", device.name.text)
        line.add("device_library", device.library.text)
        line.add("protocol", "1.\(device.minorVersion.map(Int.init) ?? 0)")
        line.add("rate", Double(device.sensor.rate))
        line.add("axes", (0..<3).map { Int(device.sensor.axes[$0]) })
        line.add(
            "channels",
            device.sensor.channelNames.enumerated().map { index, name in
                let channel = device.sensor.channels[index]
                var entry = JSONLine()
                entry.add("name", name)
                entry.add("unit", channel.unitText)
                entry.add("scale", Double(channel.scale), digits: 12)
                entry.add("offset", Double(channel.offset), digits: 12)
                entry.add("full_scale", Double(channel.fullScale))
                return entry
            })
    }
}

/// The part of a sidecar that tells how was measured.
struct SidecarMeasure: Decodable {
    let rate: Double?
    let axes: [Int]?
    let channels: [Channel]?

    struct Channel: Decodable, Equatable {
        let name: String
        let full_scale: Double
    }

    /// Bytes that one may have.
    private static let most = 16 << 20

    init?(besideRecordingAt path: String) {
        guard let bytes = try? WholeFile.bytes(ofFileAt: RecordingFile.sidecar(of: path), limit: Self.most),
            let found = try? JSONDecoder().decode(SidecarMeasure.self, from: Data(bytes))
        else { return nil }
        self = found
    }
}
