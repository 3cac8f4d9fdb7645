import Files
import Formatting
import MotionCore

/// Other people's tables as a data set of ours: even, in g and rad/s, a file for each subject. Memory does not grow with them.
public struct DataSetConversion: Sendable {
    private let files: [ForeignFile]
    private let surveys: [ForeignReader.Survey]
    private let names: NamePlaces
    private let reader: ForeignReader
    private let rate: Double?

    /// Looks at the beginning of every table.
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
        files = try ForeignFile.all(at: paths)
        var surveys: [ForeignReader.Survey] = []
        for file in files { surveys.append(try reader.survey(file)) }
        do throws(ForeignFault) {
            names = try NamePlaces(
                files, hasColumn: (surveys.allSatisfy(\.hasLabels), surveys.allSatisfy(\.hasSubjects)), label: label,
                subject: subject)
        } catch {
            throw .foreign(path: files.count == 1 ? files[0].path : "these files", reason: error.sentence)
        }
        self.surveys = surveys
        self.reader = reader
        self.rate = rate
    }

    /// Reads everything and puts the data set into a folder, which is made if it is not there: all files or none.
    ///
    /// - Throws: what is wrong with a table; `notWritable`, also for a folder that holds something already.
    public func write(to folder: String) throws(RecordingError) -> ConvertedDataSet {
        try Self.requireEmpty(folder)
        var output = try ConversionOutput(to: folder, at: rate)
        for (file, survey) in zip(files, surveys) {
            var source = ConversionOutput.Source(path: file.path, folder: file.folder)
            if names.subject != .column { source.subject = .some(names.subject(of: file)) }
            if names.label != .column { source.label = names.label(of: file) ?? "" }
            let bad = try reader.read(file, survey) { part throws(RecordingError) in
                try output.add(part, of: source)
            }
            try output.endSession(of: source)
            if bad.count > 0, output.converted.firstUnreadableRow == nil {
                output.converted.firstUnreadableRow = (file.path, bad.firstLine)
            }
            output.converted.unreadableRows += bad.count
        }
        var converted = output.converted
        guard !output.isEmpty else {
            let reason: Sentence = "no session has two samples at different times"
            guard let (path, line) = converted.firstUnreadableRow else { throw .foreign(path: files[0].path, reason: reason) }
            throw .row(path: path, line: line, reason: "this row cannot be read, and of those that can \(reason)")
        }
        try output.requirePlausible(saidUnits: reader.units != nil)
        try output.finish()
        converted = output.converted
        converted.filesRead = files.count
        converted.places = ([names.words] + Set(surveys.map(\.time)).sorted().prefix(3)).joined(separator: ", ")
        converted.warnings = warnings(leftOut: output.leftOut) + converted.warnings
        return converted
    }

    private func warnings(leftOut single: Int) -> [Sentence] {
        var result: [Sentence] = []
        if surveys.contains(where: { !$0.hasRotation }) {
            let accelerations = SixAxes.accelerations.joined(separator: ",")
            result.append("without a gyroscope gx, gy and gz are 0\(remedy: "train with \(.inputs, .text(accelerations))")")
        }
        if surveys.contains(where: \.lacksGravity) {
            result.append(
                "the acceleration is without gravity, by its name; a device that feels gravity gives a network other motion")
        }
        if names.label == nil {
            result.append(
                "nothing says what was done\(remedy: "\(.label, "file") or folder, or \(.columns, "label=…"), says where it stands")"
            )
        }
        if names.subject == nil {
            result.append(
                "nothing says who moved, so that every session counts as somebody of its own, and one person may both train and validate"
                    + "\(remedy: "\(.subject, "file") or folder, or \(.columns, "subject=…"), says where it stands")")
        }
        if single > 0 { result.append("sessions without two different time stamps were left out: \(single)") }
        return result
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
