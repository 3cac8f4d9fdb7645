import ForeignTables
import Formatting
import Foundation
import Recordings
import TestSupport

/// Tables in a folder of a test, and what conversion makes of them.
struct ConversionWorld {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    @discardableResult
    func write(_ name: String, _ lines: [String]) throws -> String {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
        return url.path
    }

    /// What was written besides recordings, and these.
    struct Result {
        let converted: ConvertedDataSet
        /// Of all files, in their order.
        let sessions: [RecordedSession]
        /// Files of JSON beside the recordings.
        let sidecars: [String: Data]

        var counts: [Int] { sessions.map(\.count) }

        /// What somebody should know, in words.
        var remarks: String { converted.warnings.map { (remark: Sentence) in remark.description }.joined(separator: "\n") }
    }

    func convert(
        _ paths: String..., columns: String? = nil, units: String? = nil, recordedRate: Double? = nil, rate: Double? = nil,
        bridge: Int = 0, label: NameSource? = nil, subject: NameSource? = nil, part: Int? = nil,
        channels: ChannelChoice = .sixAxes
    ) throws -> Result {
        var reader = ForeignReader()
        reader.columns = columns.flatMap { ColumnChoice($0) }
        reader.units = units.flatMap { RecordedUnits($0) }
        reader.rate = recordedRate
        if let part { reader.longestPart = part }
        let out = folder.appending(path: UUID().uuidString)
        let converted = try DataSetConversion(paths, by: reader, rate: rate, bridge: bridge, label: label, subject: subject)
            .write(to: out.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
        var sidecars: [String: Data] = [:]
        for name in names where name.hasSuffix(".json") { sidecars[name] = try Data(contentsOf: out.appending(path: name)) }
        let sessions = try converted.files.flatMap { try read(out.appending(path: $0.name).path, channels) }
        return Result(converted: converted, sessions: sessions, sidecars: sidecars)
    }

    private func read(_ path: String, _ channels: ChannelChoice) throws -> [RecordedSession] {
        var reader = RecordingReader()
        reader.channels = channels
        return try reader.read(path).sessions
    }

    /// The first session of a recording, with all channels.
    func read(_ path: String) throws -> RecordedSession { try read(path, .all)[0] }

    /// A motion in g and rad/s, 50 times a second.
    static func motion(_ sample: Int) -> [Double] {
        let time = Double(sample) / 50
        return [0.3 * sin(5 * time), 0.2, 0.9, cos(4 * time), 0.1, -0.2]
    }

    /// Rows of a time stamp and six values.
    static func rows(_ stamps: [Double]) -> [String] {
        stamps.enumerated().map { index, stamp in
            "\(stamp)," + motion(index).map { "\((1e6 * $0).rounded() / 1e6)" }.joined(separator: ",")
        }
    }

    static func rows(_ count: Int, from start: Double = 0, period: Double = 20) -> [String] {
        rows((0..<count).map { start + Double($0) * period })
    }

    static let header = "timestamp_ms,ax,ay,az,gx,gy,gz"
}
