import Files
public import Formatting

/// What a conversion came to.
public struct ConvertedDataSet: Sendable {
    /// Names of the files that were written, each with its subject, nil for nobody.
    public internal(set) var files: [(name: String, subject: String?)] = []
    /// Files that were read.
    public internal(set) var filesRead = 0
    public internal(set) var sessions = 0
    public internal(set) var samples = 0
    public internal(set) var seconds = 0.0
    public internal(set) var secondsByLabel: [String: Double] = [:]
    /// Where labels, subjects and the time were found, in words.
    public internal(set) var places = ""
    /// Rows that could not be read; gaps in time, and about how many samples are missing there.
    public internal(set) var unreadableRows = 0
    /// The file and the line, from 1, of the first row that could not be read; nil without any.
    public internal(set) var firstUnreadableRow: (file: String, line: Int)?
    public internal(set) var gaps = 0
    public internal(set) var samplesLost = 0
    /// What somebody should know before training, a sentence each.
    public internal(set) var warnings: [Sentence] = []
}

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
        var last: RecordingWriter.End?
        /// The table that its first rows are from.
        let source: String
        var motion = PlausibleMotion()
        var sessions = 0
        var labels: Set<String> = []
    }

    var converted = ConvertedDataSet()
    /// Sessions without two different time stamps.
    private(set) var leftOut = 0
    private let folder: String
    private let rate: Double?
    private let spool: Spool
    private let writer = RecordingWriter()
    private var files: [String?: File] = [:]
    private var unique = UniqueNames()
    /// What is read, a part behind: what follows tells whether samples are missing at its end.
    private var waiting: RecordingStream.Part?
    private var even: EvenSession
    /// The name of the session that `even` makes; nil before its first part.
    private var name: String?

    /// Lines that are made at a time.
    private static let lines = 4_096

    init(to folder: String, at rate: Double?) throws(RecordingError) {
        self.folder = folder
        self.rate = rate
        even = EvenSession(at: rate)
        do throws(FileError) { spool = try Spool(for: folder) } catch { throw RecordingError(error) }
    }

    var isEmpty: Bool { files.isEmpty }

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
    }

    private mutating func convert(followedBy after: ArraySlice<Double>, of source: Source) throws(RecordingError) {
        guard let part = waiting else { return }
        if !part.isContinuation { (even, name) = (EvenSession(at: rate), nil) }
        // Nothing could be made of its first part.
        if part.isContinuation, name == nil { return }
        var session = part.session
        if let subject = source.subject { session.subject = subject }
        if let label = source.label { session.labels = Array(repeating: label, count: session.count) }
        guard let made = even.even(session, followedBy: after) else {
            leftOut += 1
            return
        }
        session = made.session
        converted.gaps += made.gaps
        converted.samplesLost += made.lost
        if name == nil { converted.sessions += 1 }
        let known = name ?? unique.name(Self.plain(session.name), in: source.folder.map(Self.plain))
        name = known
        session.name = known
        session.subject = session.subject.map(Self.plain)
        session.labels = Self.plain(session.labels)
        count(session, isWhole: !part.isContinuation && after.isEmpty)
        try write(session, isContinuation: part.isContinuation, from: source.path)
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
        _ session: RecordedSession, isContinuation: Bool, from source: String
    ) throws(RecordingError) {
        var file =
            files.removeValue(forKey: session.subject)
            ?? File(contents: NewContents(Array(RecordingWriter.header.utf8), spool: spool), source: source)
        try writer.check(session, after: file.last, isContinuation: isContinuation, path: source)
        file.last = RecordingWriter.End(session)
        file.motion.add(session.values)
        file.labels.formUnion(session.labels)
        if !isContinuation { file.sessions += 1 }
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
        files[session.subject] = file
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
        for (subject, file) in files.sorted(by: { ($0.key ?? "").precedes($1.key ?? "") }) {
            let name = names.name(Self.fileName(subject), in: nil) + ".csv"
            converted.files.append((name, subject))
            set.append((name, file.contents))
        }
        try DataSetConversion.requireEmpty(folder)
        do throws(FileError) { try FileSet.replace(inFolder: folder, set) } catch { throw RecordingError(error) }
    }

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
