import Files
public import Formatting
public import Recordings

/// What a conversion came to.
public struct ConvertedDataSet: Sendable {
    /// Names of the files that were written, each with its subject, nil for nobody. Who has recordings of unlike channels has a
    /// file for each sort.
    public internal(set) var files: [(name: String, subject: String?)] = []
    /// Everybody of whom there are files, in their order.
    public var subjects: [String] {
        files.compactMap(\.subject).reduce(into: []) { known, name in if known.last != name { known.append(name) } }
    }
    /// Files that were converted; of two that were joined one counts.
    public internal(set) var filesRead = 0
    public internal(set) var sessions = 0
    /// Of these the ones that begin after a blank line, or after the header once more.
    public internal(set) var sessionsAfterBreaks = 0
    /// Of these the ones that begin where the clock of a table was set, back or far ahead.
    public internal(set) var sessionsAfterSetClocks = 0
    public internal(set) var samples = 0
    public internal(set) var seconds = 0.0
    public internal(set) var secondsByLabel: [String: Double] = [:]
    /// Where labels, subjects and the time were found, in words.
    public internal(set) var places = ""
    /// Rows that could not be read; gaps in time, and about how many samples are missing there.
    public internal(set) var unreadableRows = 0
    /// The file and the line, from 1, of the first row that could not be read; nil without any.
    public internal(set) var firstUnreadableRow: (file: String, line: Int)?
    /// Channels of which more than one value in twenty is missing, table by table.
    var oftenMissing: [(channel: String, share: Double, file: String)] = []
    /// Values of channels that are no numbers, and are missing for that; the file of the first one, and what it says.
    var oddValues = 0
    var firstOddValue: (file: String, value: (channel: String, text: String, line: Int))?
    public internal(set) var gaps = 0
    public internal(set) var samplesLost = 0
    /// Recorded samples that were missing and are made up, along a straight line between their neighbours.
    public internal(set) var samplesInterpolated = 0
    /// Samples that are made up as a share of them and of those that were recorded.
    public var shareInterpolated: Double {
        samplesRecorded > 0 ? Double(samplesInterpolated) / Double(samplesInterpolated + samplesRecorded) : 0
    }
    /// Samples that were recorded and are in what was written, at whatever rate.
    public internal(set) var samplesRecorded = 0
    /// What each table was taken for, in the order in which they were read.
    public internal(set) var tables: [ConvertedTable] = []
    /// Tables that were not converted because something is wrong with them.
    public internal(set) var refused: [RefusedTable] = []
    /// Files beside motion that hold none, with the reason in words.
    public internal(set) var passedOver: [(path: String, reason: String)] = []
    /// What somebody should know before training, a sentence each.
    public internal(set) var warnings: [Sentence] = []
}

extension ConvertedDataSet {
    mutating func add(_ odd: OddValues, _ missing: [(channel: String, share: Double)], of file: String) {
        oftenMissing += missing.filter { $0.share > 0.05 }.map { ($0.channel, $0.share, file) }
        oddValues += odd.count
        if firstOddValue == nil { firstOddValue = odd.first.map { (file, $0) } }
    }
}

/// A table of somebody else's, and what is wrong with it.
public struct RefusedTable: Sendable {
    public let path: String
    public let error: RecordingError
}

/// What a table was taken for.
public struct ConvertedTable: Sendable {
    public let path: String
    /// The gyroscope's table that was joined with it by time; nil if it stands alone.
    public let joinedFile: String?
    /// `acceleration and rotation`, `acceleration without gravity; 2 channels: flex_0, flex_1`.
    public let takenFor: String
    /// The units that it was read in, as `m/s2,deg/s`, and what they are known by.
    public let units: String
    public internal(set) var unitsReason: String
    /// Samples per second of its slowest and its fastest session; nil without any.
    public internal(set) var rates: ClosedRange<Double>?
    /// What the rate is known by.
    public let rateReason: String
    public internal(set) var sessions = 0
    /// Nil of tables after the first hundred, and where nobody asked for it.
    public internal(set) var firstSeconds: FirstSeconds?

    init(_ file: ForeignFile, _ survey: ForeignReader.Survey) {
        path = file.path
        joinedFile = survey.isJoined ? file.rotation : nil
        let motion =
            "acceleration" + (survey.lacksGravity ? " without gravity" : "") + (survey.hasRotation ? " and rotation" : "")
            + (survey.isJoined ? " of \(Path.name(of: file.rotation ?? "")), joined by time" : "")
        takenFor = ((survey.lackOfMotion == nil ? [motion] : []) + [survey.others.words].compactMap { $0 }).joined(separator: "; ")
        (units, unitsReason, rateReason) = (survey.units, survey.unitsReason, survey.rateReason)
    }

    /// Takes in how fast a session was recorded.
    mutating func add(rate: Double) {
        sessions += 1
        rates = rates.map { min($0.lowerBound, rate)...max($0.upperBound, rate) } ?? rate...rate
    }
}
