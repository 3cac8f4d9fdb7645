import LiveLoop
import MotionCore
import Recordings

/// The file of a recording that goes on: its sessions, and where each prompt began.
final class Take {
    let file: GrowingRecording
    let sensor: SensorDescription
    let channels: ChannelReader
    /// The session that goes on.
    private(set) var session: String
    private let name: String
    private var sessions = 1
    /// By place in the plan.
    private var marks: [Int: GrowingRecording.Mark] = [:]
    /// Time of the first sample that the system does not have yet, in microseconds.
    private var unwritten: UInt64?
    /// The last time stamps of the session that goes on, in milliseconds.
    private var stamps: [Double] = []

    /// Samples that a rate is measured over.
    private static let most = 6_000

    /// After so long samples are the system's to keep.
    private static let patience: UInt64 = 250_000

    init(_ options: RecorderOptions, _ sensor: SensorDescription, _ channels: ChannelReader) throws(RecordingError) {
        self.sensor = sensor
        self.channels = channels
        name = options.session
        session = name
        file = try GrowingRecording(
            creating: options.path, session: name, subject: options.subject, channels: channels.channels,
            keepsRows: options.plan.cut != nil,
            derivesAt: options.derives ? Double(sensor.rate) : nil)
    }

    func append(_ label: String, at time: UInt64, _ values: [Float]) throws(RecordingError) {
        try file.append(label: label, milliseconds: Double(time) / 1000, values: values)
        stamps.append(Double(time) / 1000)
        if stamps.count == 2 * Self.most { stamps.removeFirst(Self.most) }
        let since = unwritten ?? time
        unwritten = since
        if time >= since + Self.patience {
            try file.write()
            unwritten = nil
        }
    }

    /// By the even clock behind the time stamps, as far as it can be told.
    var measuredRate: Double? { stamps.count > 1 ? RecordedSession(name: "", subject: nil, timestamps: stamps).rate : nil }

    /// A prompt begins with the next sample.
    func mark(_ place: Int) throws(RecordingError) { marks[place] = try file.mark() }

    /// Calls samples what they turned out to be: the prompt's label, which begins there.
    ///
    /// - Returns: the time stamps of the first and of the last one, in milliseconds.
    func call(_ samples: Range<Int>, _ label: String, _ place: Int) throws(RecordingError) -> ClosedRange<Double> {
        let called = try file.relabel(samples, as: label)
        marks[place] = called.mark
        unwritten = nil
        return called.time
    }

    /// Takes out what was recorded since a prompt began.
    func back(before place: Int) throws(RecordingError) {
        guard let mark = marks[place] else { return }
        try file.back(to: mark)
        unwritten = nil
    }

    /// - Returns: the new session's name.
    func beginSession() throws(RecordingError) -> String {
        sessions += 1
        session = "\(name).\(sessions)"
        try file.begin(session: session)
        stamps = []
        return session
    }
}
