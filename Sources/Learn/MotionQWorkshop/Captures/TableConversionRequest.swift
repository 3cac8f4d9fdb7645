public import Recordings

/// Writes others' tables of motion as a data set: even, in g and rad/s, a CSV file for each subject.
///
///     let converted = try TableConversionRequest(["downloaded"], output: "data").run()
///     print(converted.sessions, converted.places)
public struct TableConversionRequest: Sendable {
    /// Tables (.csv, .tsv, .txt, .dat, also gzip), or folders of them, also folders in folders.
    public var paths: [String]
    /// The folder to write, new or empty.
    public var output: String
    /// How tables are read: columns, units and rate, as far as the tables do not say them.
    public var reader = ForeignReader()
    /// Samples per second to bring the recordings to; nil: their own.
    public var rate: Double?
    /// Where the label is said; nil: it is found.
    public var label: NameSource?
    /// Where the subject is said; nil: it is found.
    public var subject: NameSource?

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
    }

    /// Reads the tables in parts and writes the data set, all files or none.
    ///
    /// - Throws: `RecordingError` of tables that cannot be read or understood, and of a folder that holds something; `RequestError`
    ///   as `check`.
    public func run() throws -> ConvertedDataSet {
        try check()
        try DataSetConversion.requireEmpty(output)
        return try DataSetConversion(paths, by: reader, rate: rate, label: label, subject: subject).write(to: output)
    }
}
