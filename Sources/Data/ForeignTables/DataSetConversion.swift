import Files
import Formatting
import MotionCore
public import Recordings

/// Other people's tables as a data set of ours: even, in g and rad/s, a file for each subject. Memory does not grow with them.
public struct DataSetConversion: Sendable {
    private struct Table {
        let file: ForeignFile
        let survey: ForeignReader.Survey
    }

    private let tables: [Table]
    private let names: NamePlaces
    private let reader: ForeignReader
    private let rate: Double?
    private let bridge: Int
    private let refused: [RefusedTable]
    private let passedOver: [PassedOver]

    /// Channels that a sentence names.
    private static let mostNamed = 4

    /// Samples in a row that may be made up where they are missing.
    public static let bridges = 0...3

    /// Looks at the beginning of every table. Those that are none of motion are told of when the others are written.
    ///
    /// - Parameters:
    ///   - paths: tables, and folders of them, also folders in folders.
    ///   - rate: samples per second to bring them to; nil leaves each at its own.
    ///   - bridge: gaps of up to so many samples are filled along a straight line, within `bridges`.
    ///   - label: where the label is said; nil finds it: a column, the folder, the file's name.
    ///   - subject: the same of the subject.
    /// - Throws: what is wrong with the first table, if there is none to convert.
    public init(
        _ paths: [String], by reader: ForeignReader, rate: Double?, bridge: Int = 0, label: NameSource?, subject: NameSource?
    ) throws(RecordingError) {
        precondition(Self.bridges.contains(bridge), "of three samples at most somebody can say what they were")
        var (files, passedOver) = try ForeignFile.all(at: paths).joined()
        var tables: [Table] = []
        var refused: [RefusedTable] = []
        var place = 0
        while place < files.count {
            let file = files[place]
            place += 1
            do throws(RecordingError) {
                let survey = try reader.survey(file)
                // It has a gyroscope's columns itself: the other table stands for itself.
                if let path = file.rotation, !survey.isJoined {
                    var other = ForeignFile(path, folder: file.folder, outerFolder: file.outerFolder)
                    other.name = file.name
                    files.append(other)
                }
                tables.append(Table(file: file, survey: survey))
            } catch {
                if file.isAside, !error.isMissingInput {
                    passedOver.append(PassedOver(path: file.path, reason: "it holds no motion"))
                } else {
                    refused.append(RefusedTable(path: file.path, error: error))
                }
            }
        }
        Self.leaveOutTablesBesideMotion(&tables, &refused)
        guard !tables.isEmpty else {
            guard let first = refused.first else { throw .foreign(path: files[0].path, reason: "it holds no motion") }
            throw first.error
        }
        let surveys = tables.map(\.survey)
        do throws(ForeignFault) {
            names = try NamePlaces(
                tables.map(\.file), hasColumn: (surveys.allSatisfy(\.hasLabels), surveys.allSatisfy(\.hasSubjects)), label: label,
                subject: subject)
        } catch {
            throw .foreign(path: tables.count == 1 ? tables[0].file.path : "these files", reason: error.sentence)
        }
        (self.tables, self.reader, self.rate, self.bridge) = (tables, reader, rate, bridge)
        (self.refused, self.passedOver) = (refused, passedOver)
    }

    /// Tables without motion that lie in a folder with some of motion are about it, and no recordings; what somebody names is
    /// meant.
    private static func leaveOutTablesBesideMotion(_ tables: inout [Table], _ refused: inout [RefusedTable]) {
        guard tables.contains(where: { $0.survey.lackOfMotion == nil }) else { return }
        for table in tables where !table.file.isNamed {
            guard let reason = table.survey.lackOfMotion else { continue }
            refused.append(RefusedTable(path: table.file.path, error: .foreign(path: table.file.path, reason: reason)))
        }
        tables.removeAll { $0.survey.lackOfMotion != nil && !$0.file.isNamed }
    }

    /// Reads everything and puts the data set into a folder, which is made if it is not there: all files or none. What is wrong
    /// with one table keeps no other from being written; that its motion is in other units than it is taken for keeps those from
    /// it that have the same columns and whose own motion leaves it open.
    ///
    /// - Parameter wantsFirstSeconds: whether to keep how tables begin, for a page.
    /// - Throws: what is wrong with the first table, if there is none to write; `notWritable`, also for a folder that holds
    ///   something already.
    public func write(
        to folder: String, keepingFirstSeconds wantsFirstSeconds: Bool = false
    ) throws(RecordingError) -> ConvertedDataSet {
        try Self.requireEmpty(folder)
        func newOutput() throws(RecordingError) -> ConversionOutput {
            try ConversionOutput(to: folder, at: rate, bridging: bridge, wantsFirstSeconds: wantsFirstSeconds)
        }
        var reading = try Reading(newOutput(), refused)
        try read(into: &reading)
        if reading.contradicted.keys.contains(where: { reading.openUnits.isOpen($0) }) {
            let suspects = reading.contradicted
            reading = try Reading(newOutput(), refused, suspects)
            try read(into: &reading)
        }
        var output = reading.output
        guard !output.isEmpty else { throw reading.refused.first?.error ?? output.nothing(in: tables[0].file.path) }
        output.converted.warnings = reading.openUnits.settle(&output.converted.tables)
        try output.requirePlausible(saidUnits: reader.units != nil)
        try output.finish()
        var converted = output.converted
        converted.refused = reading.refused
        converted.passedOver = passedOver.map { ($0.path, $0.reason) }
        converted.filesRead = converted.tables.count
        converted.places = places(converted)
        converted.warnings = warnings(output) + converted.warnings
        return converted
    }

    /// What comes of reading all tables.
    private struct Reading {
        var output: ConversionOutput
        var refused: [RefusedTable]
        /// Kinds of tables of which one is in other units than it is taken for, and what is wrong with that one.
        var contradicted: [OpenUnits.Kind: RecordingError]
        var openUnits = OpenUnits()

        init(
            _ output: ConversionOutput, _ refused: [RefusedTable], _ contradicted: [OpenUnits.Kind: RecordingError] = [:]
        ) {
            (self.output, self.refused, self.contradicted) = (output, refused, contradicted)
        }
    }

    private func read(into reading: inout Reading) throws(RecordingError) {
        for table in tables {
            let kind = table.survey.kind
            let before = reading.output
            do throws(RecordingError) {
                let evidence = try add(table, to: &reading.output)
                if case .open = evidence, case .units(let path, let likely, let used, let reason)? = reading.contradicted[kind] {
                    throw .units(
                        path: table.file.path, likely: likely, used: used,
                        reason: "its motion leaves open whether it is like \(Path.name(of: path)), of which is known: \(reason)")
                }
                let place = reading.output.converted.tables.count - 1
                reading.openUnits.add(evidence, of: kind, at: place, path: table.file.path, used: table.survey.used)
            } catch {
                guard error.concernsOneTable else { throw error }
                if case .units = error { reading.contradicted[kind] = reading.contradicted[kind] ?? error }
                reading.output = before
                reading.refused.append(RefusedTable(path: table.file.path, error: error))
            }
        }
    }

    private func add(_ table: Table, to output: inout ConversionOutput) throws(RecordingError) -> UnitEvidence {
        let file = table.file
        var source = ConversionOutput.Source(path: file.path, folder: file.folder)
        if names.subject != .column { source.subject = .some(names.subject(of: file)) }
        if names.label != .column { source.label = names.label(of: file) ?? "" }
        output.begin(ConvertedTable(file, table.survey))
        let seen = try reader.read(file, table.survey) { part throws(RecordingError) in
            try output.add(part, of: source)
        }
        try output.endSession(of: source)
        if seen.badRows.count > 0, output.converted.firstUnreadableRow == nil {
            output.converted.firstUnreadableRow = (file.path, seen.badRows.firstLine)
        }
        output.converted.unreadableRows += seen.badRows.count
        output.converted.add(seen.oddValues, seen.missing, of: file.path)
        output.converted.sessionsAfterBreaks += seen.breaks
        output.converted.sessionsAfterSetClocks += seen.setClocks
        if let axes = seen.motion.axes {
            output.otherAxes.append("the gyroscope of \(Path.name(of: file.path)) does not fit its accelerometer; \(axes) would")
        }
        switch seen.motion.units {
        case .said: break
        case .shown: output.converted.tables[output.converted.tables.count - 1].unitsReason = "by its motion"
        case .open:
            output.converted.tables[output.converted.tables.count - 1].unitsReason = "as nothing says otherwise; not certain"
        }
        return seen.motion.units
    }

    /// Where labels, subjects, the time and sessions were found.
    private func places(_ converted: ConvertedDataSet) -> String {
        let times = Set(tables.map(\.survey.time)).sorted().prefix(3)
        let begun = [
            (converted.sessionsAfterBreaks, "sessions begun by a blank line or the header once more"),
            (converted.sessionsAfterSetClocks, "sessions begun by a clock that was set"),
        ]
        return ([names.words] + times + begun.filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }).joined(separator: ", ")
    }

    private func warnings(_ output: ConversionOutput) -> [Sentence] {
        let surveys = tables.map(\.survey)
        var result: [Sentence] = []
        if surveys.contains(where: { !$0.hasRotation && $0.lackOfMotion == nil }) {
            let accelerations = SixAxes.accelerations.joined(separator: ",")
            result.append("without a gyroscope gx, gy and gz are 0\(remedy: "train with \(.inputs, .text(accelerations))")")
        }
        if surveys.contains(where: \.lacksGravity) {
            result.append(
                "the acceleration is without gravity, by its name; a device that feels gravity gives a network other motion")
        }
        if let most = surveys.map(\.others.surplus).max(), most > 0 {
            result.append(
                "\(most) columns of numbers beside the motion are more than a recording holds as channels, and are left out"
                    + "\(remedy: "convert a table that has only those you want")")
        }
        if !output.converted.oftenMissing.isEmpty {
            let most = output.converted.oftenMissing.prefix(Self.mostNamed).map {
                "\(printable($0.channel)) in \(Numbers.percent($0.share, decimals: 0)) of \(Path.name(of: $0.file))"
            }
            let more = output.converted.oftenMissing.count - most.count
            result.append(
                "channels without a value in many samples: \(most.joined(separator: ", "))\(more > 0 ? ", and \(more) more" : "")")
        }
        if output.converted.oddValues > 0, let (file, odd) = output.converted.firstOddValue {
            result.append(
                "values of channels that are no numbers are taken as missing: \(output.converted.oddValues) (the first: "
                    + "\(file), line \(odd.line): \(printable(odd.channel)) is “\(printable(odd.text))”)")
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
        if let first = output.otherAxes.first {
            let more = output.otherAxes.count - 1
            result.append(
                "\(first)\(more > 0 ? ", and of \(more) more likewise" : "")\(remedy: "mend what writes it, or name the columns with \(.columns)")"
            )
        }
        return result + output.warnings
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

extension RecordingError {
    /// Whether it is one table's alone, and not the disk's.
    fileprivate var concernsOneTable: Bool {
        if case .notWritable = self { false } else { true }
    }
}
