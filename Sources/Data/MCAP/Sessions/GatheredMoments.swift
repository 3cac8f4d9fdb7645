import Files
import ForeignTables
import Formatting
import Recordings

/// A topic of JSON of another program, gathered message after message and then read as others' moments in JSON are: what is motion,
/// a label or a person is found by the names of the fields, and the time is that of the log.
struct GatheredMoments {
    private let topic: String
    /// The messages, one a line, each with its time.
    private var lines: [UInt8] = []
    private var first: UInt64?
    /// Why it cannot be read, if that is known already.
    private var fault: MessageFault?

    /// Bytes of messages that are held.
    var byteCount: Int { lines.count }
    /// Bytes of all topics' messages, at most; all of them are held.
    static let mostBytes = 512 << 20
    /// What the field of the time is called. It counts from the first message, as exactly as a Double can.
    private static let time = "log_time_ns"

    init(_ topic: String) { self.topic = topic }

    /// Takes in a message.
    ///
    /// - Parameters:
    ///   - message: nil of one that is longer than any sample.
    ///   - logTime: nanoseconds, when it was recorded.
    ///   - room: bytes that may still be held.
    mutating func add(_ message: [UInt8]?, logTime: UInt64, room: Int) {
        guard fault == nil else { return }
        guard let message, message.count < room else {
            (lines, fault) = (
                [], MessageFault("which is longer than any sample, or makes more than 512 MB with all JSON before it")
            )
            return
        }
        guard let start = message.firstIndex(of: UInt8(ascii: "{")), message[..<start].allSatisfy({ $0 <= 0x20 }) else {
            (lines, fault) = ([], MessageFault("which is no JSON object"))
            return
        }
        let begin = first ?? logTime
        first = begin
        let time = Int64(bitPattern: logTime &- begin)
        let fields = message[(start + 1)...].drop { $0 <= 0x20 }
        lines += "{\"\(Self.time)\":\(time)\(fields.first == UInt8(ascii: "}") ? "" : ",")".utf8
        lines += fields.lazy.map { $0 < 0x20 ? 0x20 : $0 }
        lines.append(UInt8(ascii: "\n"))
    }

    /// What was gathered; nil without motion.
    ///
    /// - Parameters:
    ///   - units: of the fields, if somebody has said them; nil: those in their names, or else g and rad/s.
    ///   - path: of the MCAP file, for messages.
    func sessions(in units: RecordedUnits?, path: String) throws(RecordingError) -> [RecordedSession]? {
        let name = "\(path), topic \(printable(topic))"
        if let fault { throw .foreign(path: name, reason: "there is a message, \(fault.reason)") }
        guard !lines.isEmpty else { return nil }
        var reader = ForeignReader()
        reader.units = units
        reader.columns = ColumnChoice("timestamp_ns=\(Self.time)")
        let folder: ScratchFolder
        do throws(FileError) { folder = try ScratchFolder() } catch { throw RecordingError(error) }
        defer { folder.remove() }
        let file = Path.joined(folder.path, "moments.jsonl")
        do throws(FileError) { try WholeFile.replace(fileAt: file, with: lines) } catch { throw RecordingError(error) }
        do throws(RecordingError) {
            return try reader.sessions(ofMomentsAt: file, named: topic)
        } catch {
            throw error.renamed(name)
        }
    }
}
