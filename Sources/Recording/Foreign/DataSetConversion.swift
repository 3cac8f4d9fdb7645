import Files

/// Other people's tables as a data set of ours: even, in g and rad/s, a file for each subject.
public struct DataSetConversion: Sendable {
    /// File name and contents.
    public let recordings: [(name: String, recording: Recording)]
    /// Files that were read.
    public let filesRead: Int
    /// Where labels, subjects and the time were found, in words.
    public let places: String
    /// Rows that could not be read; gaps in time, and about how many samples are missing there.
    public let unreadableRows: Int
    public let gaps: Int
    public let samplesLost: Int
    /// What somebody should know before training, a sentence each.
    public let warnings: [String]

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - paths: tables, and folders of them, also folders in folders.
    ///   - rate: samples per second to bring them to; nil leaves each at its own.
    ///   - label: where the label is said; nil finds it: a column, the folder, the file's name.
    ///   - subject: the same of the subject.
    /// - Throws: a file that cannot be read, or is no table of motion.
    public init(
        _ paths: [String], by reader: ForeignReader, rate: Double?, label: NameSource?, subject: NameSource?
    ) throws(RecordingError) {
        let files = try ForeignFile.all(at: paths)
        var readings: [ForeignReader.Reading] = []
        for file in files { readings.append(try reader.read(file)) }
        let names: NamePlaces
        do throws(ForeignFault) {
            names = try NamePlaces(
                files, hasColumn: (readings.allSatisfy(\.hasLabels), readings.allSatisfy(\.hasSubjects)), label: label,
                subject: subject)
        } catch {
            throw .foreign(path: files.count == 1 ? files[0].path : "these files", reason: error.sentence)
        }
        var unique = UniqueNames()
        var bySubject: [String?: [RecordedSession]] = [:]
        var (gaps, lost, single) = (0, 0, 0)
        for (file, reading) in zip(files, readings) {
            for var session in reading.sessions {
                if names.subject != .column { session.subject = names.subject(of: file) }
                if names.label != .column {
                    session.labels = Array(repeating: names.label(of: file) ?? "", count: session.count)
                }
                guard let even = session.even(at: rate) else {
                    single += 1
                    continue
                }
                gaps += even.gaps
                lost += even.lost
                session = even.session
                session.name = unique.name(Self.plain(session.name), in: file.folder.map(Self.plain))
                session.subject = session.subject.map(Self.plain)
                session.labels = session.labels.map(Self.plain)
                bySubject[session.subject, default: []].append(session)
            }
        }
        guard !bySubject.isEmpty else {
            throw .foreign(path: files[0].path, reason: "no session has two samples at different times")
        }
        var fileNames = UniqueNames()
        let subjects = bySubject.keys.sorted { ($0 ?? "").precedes($1 ?? "") }
        recordings = subjects.map { subject in
            let name = fileNames.name(Self.fileName(subject), in: nil) + ".csv"
            return (name, Recording(path: name, sessions: bySubject[subject] ?? []))
        }
        filesRead = files.count
        places = ([names.words] + Set(readings.map(\.time)).sorted().prefix(3)).joined(separator: ", ")
        unreadableRows = readings.reduce(0) { $0 + $1.unreadableRows }
        (self.gaps, samplesLost) = (gaps, lost)
        warnings = Self.warnings(readings, names, single: single)
    }

    private static func warnings(_ readings: [ForeignReader.Reading], _ names: NamePlaces, single: Int) -> [String] {
        var result: [String] = []
        if readings.contains(where: { !$0.hasRotation }) {
            result.append("without a gyroscope gx, gy and gz are 0; train with --inputs ax,ay,az")
        }
        if readings.contains(where: \.lacksGravity) {
            result.append(
                "the acceleration is without gravity, by its name; a device that feels gravity gives a network other motion")
        }
        if names.label == nil {
            result.append("nothing says what was done; --label file or folder, or --columns label=…, says where it stands")
        }
        if names.subject == nil {
            result.append(
                "nothing says who moved, so that every session counts as somebody of its own, and one person may both train and validate; "
                    + "--subject file or folder, or --columns subject=…, says where it stands")
        }
        if single > 0 { result.append("sessions without two different time stamps were left out: \(single)") }
        return result
    }

    /// Our recordings quote nothing.
    private static func plain(_ text: String) -> String {
        let text = String(text.map { ",\n\r\"".contains($0) ? "_" : $0 })
        return Substring(text).trimmed
    }

    private static func fileName(_ subject: String?) -> String {
        guard let subject else { return "recordings" }
        let name = String(subject.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" })
        return name.first == "." ? "_" + name : name
    }
}

extension DataSetConversion {
    /// Puts the data set into a folder, which is made if it is not there: all files or none.
    ///
    /// - Throws: `notWritable`, also for a folder that holds something already.
    public func write(to folder: String) throws(RecordingError) {
        let writer = RecordingWriter()
        var files: [(name: String, bytes: [UInt8])] = []
        for (name, recording) in recordings {
            files.append((name, Array(try writer.text(of: recording, path: Path.joined(folder, name)).utf8)))
        }
        try Self.requireEmpty(folder)
        do throws(FileError) {
            try FileSet.replace(inFolder: folder, files)
        } catch {
            throw RecordingError(error)
        }
    }

    /// Refuses a folder that holds something: what is in it would stand among the data set, or be replaced.
    public static func requireEmpty(_ folder: String) throws(RecordingError) {
        guard let kind = FileKind(at: folder) else { return }
        guard kind == .folder else { throw .notWritable(path: folder, reason: "is no folder; name a new one") }
        let names: [String]
        do throws(FileError) {
            names = try Folder.names(in: folder).filter { $0.utf8.first != UInt8(ascii: ".") }
        } catch {
            throw RecordingError(error)
        }
        guard let first = names.first else { return }
        let more = names.count > 1 ? " and \(names.count - 1) more" : ""
        throw .notWritable(path: folder, reason: "holds \(first)\(more) already; name a new folder, or an empty one")
    }
}

/// Names of which none stands twice.
private struct UniqueNames {
    private var taken: Set<String> = []

    /// The name itself, with the folder in front of it, or with a number behind.
    mutating func name(_ name: String, in folder: String?) -> String {
        var unique = name
        if taken.contains(unique), let folder { unique = "\(folder)-\(name)" }
        var number = 2
        let stem = unique
        while !taken.insert(unique).inserted {
            unique = "\(stem)-\(number)"
            number += 1
        }
        return unique
    }
}
