public import ForeignTables

/// Writes others' tables as a data set: even, motion in g and rad/s, other columns of numbers as channels under their names, a CSV
/// file for each subject.
///
///     let converted = try TableConversionRequest(["downloaded"], output: "data").run()
///     print(converted.sessions, converted.places)
public struct TableConversionRequest: Sendable {
    /// Tables (.csv, .tsv, .txt, .dat, .log; .json, .jsonl and .ndjson of objects, one a moment; also gzip; and .json of Edge
    /// Impulse), or folders of them, also folders in folders. An accelerometer's and a gyroscope's, whose names differ by the
    /// sensor, are joined by time.
    public var paths: [String]
    /// The folder to write, new or empty.
    public var output: String
    /// How tables are read: columns, units and rate, as far as the tables do not say them.
    public var reader = ForeignReader()
    /// Samples per second to bring the recordings to; nil: their own.
    public var rate: Double?
    /// Gaps of up to so many samples are filled along a straight line, 0 to 3; how much that is stands in a file beside each
    /// recording.
    public var bridge = 0
    /// Where the label is said; nil: it is found.
    public var label: NameSource?
    /// Where the subject is said; nil: it is found.
    public var subject: NameSource?

    /// Whether to keep how tables begin (`ConvertedTable.firstSeconds`), as `ConversionPage` draws it.
    public var keepsFirstSeconds = false

    /// A request that finds out what the tables hold.
    public init(_ paths: [String], output: String) {
        self.paths = paths
        self.output = output
    }

    /// Refuses rates that no recording has, before anything is read; `run` does so as well.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        try RequestError.requireRate(.rate, rate)
        try RequestError.requireRate(.recordedRate, reader.rate)
        try RequestError.requireBridge(bridge)
    }

    /// Reads the tables in parts and writes the data set, all files or none. A table with something wrong in it is told of
    /// (`ConvertedDataSet.refused`) and keeps no other from being written.
    ///
    /// - Throws: `RecordingError` of tables that cannot be read or understood, and of a folder that holds something; `RequestError`
    ///   as `check`.
    public func run() throws -> ConvertedDataSet {
        try check()
        try DataSetConversion.requireEmpty(output)
        return try DataSetConversion(paths, by: reader, rate: rate, bridge: bridge, label: label, subject: subject)
            .write(to: output, keepingFirstSeconds: keepsFirstSeconds)
    }
}
