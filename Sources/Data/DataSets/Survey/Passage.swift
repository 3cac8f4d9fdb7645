/// A stretch of one label in a session: a repetition, unless the label means rest.
public struct Passage: Sendable {
    /// Path of the recording, as it was given.
    public let recording: String
    public let session: String
    /// The person, or the session's name where nobody says whose it is.
    public let person: String
    public let label: String
    /// Seconds from the session's start to its first sample.
    public let begin: Double
    /// Seconds from the session's start to its last sample.
    public internal(set) var end: Double
    /// Its samples, counted over the recording.
    package internal(set) var samples: Range<Int>
    /// Those of them that lie in the time that the survey was asked about: all, if about none.
    package internal(set) var chosen: Range<Int>
    /// Added up over its samples: what the accelerations change by from one to the next, and a quarter of the rotations.
    var motion = 0.0
    /// Added up over its samples, of each channel that is no motion: what it changes by from one to the next.
    var changes: [Double] = []
    /// Samples per second; 1 where no two time stamps tell.
    package internal(set) var rate = 1.0

    /// How much moves on the average, for comparing passages with each other only: motion in g a sample, and the change of the
    /// other channels as a multiple of their mean change, which counts as much as mean motion does.
    ///
    /// - Parameter mean: changes in a sample, of all passages that are compared.
    func strength(beside mean: (motion: Double, others: [Double])) -> Double {
        let count = Double(max(1, samples.count))
        guard !changes.isEmpty else { return motion / count }
        let others = zip(changes, mean.others).reduce(0.0) { $1.1 > 0 ? $0 + $1.0 / count / $1.1 : $0 }
        return motion / count + (mean.motion > 0 ? mean.motion : 1) * others / Double(changes.count)
    }

    /// Seconds, by the number of samples.
    public var length: Double { Double(samples.count) / rate }
}

/// A passage unlike the others of its label.
public struct Outlier: Sendable {
    public let passage: Passage
    /// Its motion, as a multiple of what is usual for the label.
    public let strength: Double
}

/// A part of every session, in seconds from its start.
public struct TimeSpan: Sendable, Equatable {
    /// Nil: from the start.
    public var from: Double?
    /// What is chosen ends before it; nil: at the end.
    public var to: Double?

    public init(from: Double? = nil, to: Double? = nil) {
        self.from = from
        self.to = to
    }

    /// - Parameter seconds: after the session's start.
    func contains(_ seconds: Double) -> Bool { (from ?? -.infinity) <= seconds + Self.tolerance && seconds < (to ?? .infinity) }

    /// What dividing milliseconds by a thousand may be off by.
    private static let tolerance = 1e-9
}
