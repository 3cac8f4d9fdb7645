import Files
import Formatting
import MotionCore
import Recordings

/// Takes in sessions part by part, makes them even, and keeps them on the disk until every subject's file is complete.
struct ConversionOutput {
    /// What is known of a table's sessions besides its columns.
    struct Source {
        /// For messages.
        let path: String
        /// The folder that holds it.
        var folder: String?
        /// Nil: as the columns say.
        var subject: String??
        var label: String?
    }

    /// What a subject's file is to hold, and how that ends.
    private struct File {
        var contents: NewContents
        let channels: NamedChannels
        var last: RecordingWriter.End?
        /// The table that its first rows are from.
        let source: String
        var motion = PlausibleMotion()
        var sessions = 0
        var labels: Set<String> = []
        var samples = 0
        /// Sessions in which samples are made up: how many were recorded, and how many are made up.
        var filled: [(session: String, recorded: Int, filled: Int)] = []
    }

    /// A file holds one person's recordings of the same channels.
    private struct FileKey: Hashable {
        let subject: String?
        let channels: [String]
    }

    var converted = ConvertedDataSet()
    /// Of each table whose gyroscope's axes are not its accelerometer's, a sentence.
    var otherAxes: [String] = []
    /// Sessions without two different time stamps.
    private var leftOut = 0
    /// Sessions that cannot be brought to the rate that is asked for, with the rate of the first one.
    private var far = (count: 0, rate: 0.0)
    /// Samples between two gaps that could not stay alone.
    private var alone = 0
    private var outlook = BridgeOutlook()
    private let folder: String
    private let rate: Double?
    private let bridge: Int
    private let wantsFirstSeconds: Bool
    private let spool: Spool
    private let writer = RecordingWriter()
    private var files: [FileKey: File] = [:]
    private var unique = UniqueNames()
    /// What is read, a part behind: what follows tells whether samples are missing at its end.
    private var waiting: RecordingStream.Part?
    private var even: EvenSession
    /// The name of the session that `even` makes; nil before its first part.
    private var name: String?

    /// Lines that are made at a time.
    private static let lines = 4_096
    /// Tables whose first seconds are kept.
    private static let mostBeginnings = 100

    init(to folder: String, at rate: Double?, bridging bridge: Int, wantsFirstSeconds: Bool) throws(RecordingError) {
        self.folder = folder
        self.wantsFirstSeconds = wantsFirstSeconds
        (self.rate, self.bridge) = (rate, bridge)
        even = EvenSession(at: rate, bridging: bridge)
        do throws(FileError) { spool = try Spool(for: folder) } catch { throw RecordingError(error) }
    }

    var isEmpty: Bool { files.isEmpty }

    /// What comes now is of another table.
    mutating func begin(_ table: ConvertedTable) { converted.tables.append(table) }

    mutating func add(_ part: RecordingStream.Part, of source: Source) throws(RecordingError) {
        if part.isContinuation {
            try convert(followedBy: part.session.timestamps.prefix(EvenSession.context), of: source)
        } else {
            try endSession(of: source)
        }
        waiting = part
    }

    /// No part of the session follows.
    mutating func endSession(of source: Source) throws(RecordingError) {
        try convert(followedBy: [], of: source)
        waiting = nil
        outlook.endSession()
    }

    private mutating func convert(followedBy after: ArraySlice<Double>, of source: Source) throws(RecordingError) {
        guard let part = waiting else { return }
        if !part.isContinuation { (even, name) = (EvenSession(at: rate, bridging: bridge), nil) }
        // Nothing could be made of its first part.
        if part.isContinuation, even.period == nil { return }
        var session = part.session
        if let subject = source.subject { session.subject = subject }
        if let label = source.label { session.labels = Array(repeating: label, count: session.count) }
        guard let made = even.even(session, followedBy: after) else {
            if let rate = even.farRate { far = (far.count + 1, far.count == 0 ? rate : far.rate) } else { leftOut += 1 }
            return
        }
        let recordedRate = 1000 / (even.recordedPeriod ?? 1000)
        outlook.add(session.count, even.found, filled: even.mostFilled, rate: recordedRate)
        if !part.isContinuation { converted.tables[converted.tables.count - 1].add(rate: recordedRate) }
        converted.gaps += made.gaps
        converted.samplesLost += made.lost
        alone += made.alone
        for piece in made.pieces {
            var session = piece.session
            if piece.begins { converted.sessions += 1 }
            let known = piece.begins ? nil : name
            session.name = known ?? unique.name(Self.plain(session.name), in: source.folder.map(Self.plain))
            name = session.name
            session.subject = session.subject.map(Self.plain)
            session.labels = Self.plain(session.labels)
            count(session, isWhole: !part.isContinuation && after.isEmpty)
            keepFirstSeconds(session, begins: piece.begins)
            converted.samplesInterpolated += piece.filled
            converted.samplesRecorded += piece.recorded
            try write(session, of: piece, from: source.path)
        }
    }

    private mutating func keepFirstSeconds(_ session: RecordedSession, begins: Bool) {
        let place = converted.tables.count - 1
        guard wantsFirstSeconds, place < Self.mostBeginnings, converted.tables[place].sessions == 1 else { return }
        if begins {
            guard converted.tables[place].firstSeconds == nil else { return }
            let rate = rate ?? 1000 / (even.period ?? 1000)
            converted.tables[place].firstSeconds = FirstSeconds(rate: rate, channels: session.channels)
        }
        converted.tables[place].firstSeconds?.add(session)
    }

    private mutating func count(_ session: RecordedSession, isWhole: Bool) {
        let rate = session.rate ?? (isWhole ? 1 : 1000 / (even.period ?? 1000))
        converted.samples += session.count
        converted.seconds += Double(session.count) / rate
        for run in session.labelRuns {
            converted.secondsByLabel[session.labels[run.lowerBound], default: 0] += Double(run.count) / rate
        }
    }

    private mutating func write(
        _ session: RecordedSession, of piece: EvenSession.Piece, from source: String
    ) throws(RecordingError) {
        let isContinuation = !piece.begins
        let key = FileKey(subject: session.subject, channels: session.channels.names)
        let header = Array(RecordingWriter.header(of: session.channels).utf8)
        var file =
            files.removeValue(forKey: key)
            ?? File(contents: NewContents(header, spool: spool), channels: session.channels, source: source)
        try writer.check(session, after: file.last, isContinuation: isContinuation, path: source)
        file.last = RecordingWriter.End(session)
        if let motion = session.motion { file.motion.add(motion.values) }
        file.labels.formUnion(session.labels)
        if !isContinuation { file.sessions += 1 }
        file.samples += session.count
        if isContinuation, let last = file.filled.last, last.session == session.name {
            file.filled[file.filled.count - 1] = (last.session, last.recorded + piece.recorded, last.filled + piece.filled)
        } else if piece.filled > 0 {
            file.filled.append((session.name, piece.recorded, piece.filled))
        }
        guard file.sessions <= RecordingReader.mostSessions, file.labels.count <= RowNames.mostLabels else {
            throw .foreign(
                path: source,
                reason: "with the tables before it one person has more than \(RecordingReader.mostSessions) sessions or "
                    + "\(RowNames.mostLabels) labels; convert fewer at a time")
        }
        for start in stride(from: 0, to: session.count, by: Self.lines) {
            let text = writer.rows(start..<min(start + Self.lines, session.count), of: session)
            do throws(FileError) { file.contents.append(try spool.append(text.utf8)) } catch { throw RecordingError(error) }
        }
        files[key] = file
    }

    /// Refuses what no verb would read: the tables of a person come into one file, and may be short by themselves.
    ///
    /// - Parameter saidUnits: whether a person has said the units; who reads the files must say so, too.
    mutating func requirePlausible(saidUnits: Bool) throws(RecordingError) {
        let own: Sentence = "\(.units, .text(RecordedUnits().text))"
        for file in files.values.filter(\.motion.isContradicted).sorted(by: { $0.source.precedes($1.source) }) {
            guard saidUnits else {
                throw .foreign(
                    path: file.source,
                    reason:
                        "what it holds, with other tables of the same person, cannot be motion in g and rad/s"
                        + "\(remedy: "say the columns' units, as \(.units, "m/s2,deg/s"), or \(own) if it is true all the same")")
            }
            converted.warnings.append(
                "what came of \(file.source) looks like motion in other units than g and rad/s; the verbs that read it want "
                    + "\(own)")
        }
    }

    /// Puts the files into the folder: all or none.
    mutating func finish() throws(RecordingError) {
        var names = UniqueNames()
        var set: [(name: String, contents: NewContents)] = []
        let inOrder = files.sorted { one, other in
            let (first, second) = (one.key.subject ?? "", other.key.subject ?? "")
            guard first == second else { return first.precedes(second) }
            return one.key.channels.lexicographicallyPrecedes(other.key.channels)
        }
        for (key, file) in inOrder {
            let name = names.name(Self.fileName(key.subject), in: nil) + ".csv"
            converted.files.append((name, key.subject))
            set.append((name, file.contents))
            if let sidecar = sidecar(of: name, file) { set.append((RecordingFile.sidecar(of: name), NewContents(sidecar))) }
        }
        try DataSetConversion.requireEmpty(folder)
        do throws(FileError) { try FileSet.replace(inFolder: folder, set) } catch { throw RecordingError(error) }
    }

    /// How much of a recording is made up, for whoever judges what was learned from it; nil where nothing is.
    private func sidecar(of name: String, _ file: File) -> [UInt8]? {
        guard !file.filled.isEmpty else { return nil }
        var line = JSONLine()
        line.add("recording", name)
        line.add("samples", file.samples)
        line.add("interpolated_samples", file.filled.reduce(0) { $0 + $1.filled })
        line.add(
            "interpolated",
            file.filled.map { session in
                var entry = JSONLine()
                entry.add("session", session.session)
                entry.add("recorded_samples", session.recorded)
                entry.add("interpolated_samples", session.filled)
                return entry
            })
        return Array((line.line + "\n").utf8)
    }

    /// What was left out, and what would make more of the recordings.
    var warnings: [Sentence] {
        var result: [Sentence] = []
        if leftOut > 0 { result.append("sessions without two different time stamps were left out: \(leftOut)") }
        if far.count > 0, let rate {
            result.append(
                "sessions that cannot be brought to \(hertz(rate)) were left out: \(far.count), the first of \(hertz(far.rate))")
        }
        if alone > 0 { result.append("samples that stand alone between two gaps were left out: \(alone)") }
        if let offer = outlook.offer(beyond: bridge) { result.append(offer) }
        return result
    }

    /// Why nothing came of all tables.
    ///
    /// - Parameter path: of the first of them.
    func nothing(in path: String) -> RecordingError {
        var reason: Sentence = "no session has two samples at different times"
        if far.count > 0, let rate {
            reason =
                "at \(hertz(far.rate)) by its time stamps it cannot be brought to \(hertz(rate))\(remedy: "say another \(.rate), or none")"
        }
        guard let (path, line) = converted.firstUnreadableRow else { return .foreign(path: path, reason: reason) }
        return .row(path: path, line: line, reason: "this row cannot be read, and of those that can \(reason)")
    }

    private func hertz(_ rate: Double) -> String { String(printing: "%.4g Hz", rate) }

    /// Our recordings quote nothing.
    private static func plain(_ text: String) -> String {
        let text = String(text.map { ",\n\r\"".contains($0) ? "_" : $0 })
        return Substring(text).trimmed
    }

    /// Neighbours are mostly the same.
    private static func plain(_ labels: [String]) -> [String] {
        var last = (label: "", plain: "")
        return labels.map { label in
            if label != last.label { last = (label, plain(label)) }
            return last.plain
        }
    }

    private static func fileName(_ subject: String?) -> String { subject?.asFileName ?? "recordings" }
}
