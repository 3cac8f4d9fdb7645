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

    /// Reads the tables in parts and writes the data set, all files or none.
    ///
    /// - Throws: `RecordingError` of tables that cannot be read or understood, and of a folder that holds something.
    public func run() throws(RecordingError) -> ConvertedDataSet {
        try DataSetConversion.requireEmpty(output)
        return try DataSetConversion(paths, by: reader, rate: rate, label: label, subject: subject).write(to: output)
    }
}
