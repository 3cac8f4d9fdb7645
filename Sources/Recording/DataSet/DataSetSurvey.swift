import Files
import Foundation

/// What is in a data set: who, what, how much, what is missing, and which stretches of a label are unlike the others.
///
/// Recordings are read in pieces, so that they may be of any size.
public struct DataSetSurvey: Sendable {
    /// One person's part, or one session's where nobody says whose it is.
    public struct Person: Sendable {
        public let name: String
        public fileprivate(set) var sessions = 0
        public fileprivate(set) var samples = 0
        /// Samples that are missing in gaps.
        public fileprivate(set) var lost = 0
        public fileprivate(set) var gaps = 0
        /// By label, also the empty one.
        public fileprivate(set) var secondsByLabel: [String: Double] = [:]
    }

    /// A stretch of one label in a session.
    public struct Passage: Sendable {
        public let session: String
        public let label: String
        /// From the session's start.
        public let seconds: Double
        public fileprivate(set) var samples = 0
        /// Added up over its samples: what the accelerations change by from one to the next, and a quarter of the rotations.
        fileprivate var motion = 0.0
        fileprivate var rate = 1.0

        /// Mean motion: g a second, for comparing passages with each other only.
        public var strength: Double { motion / Double(max(1, samples)) }
        public var length: Double { Double(samples) / rate }
    }

    /// A passage unlike the others of its label.
    public struct Outlier: Sendable {
        public let passage: Passage
        /// Its motion, as a multiple of what is usual for the label.
        public let strength: Double
    }

    /// In the order of their names, numbers by their value.
    public var people: [Person] { byName.values.sorted { $0.name.precedes($1.name) } }
    /// Of the sessions, the slowest and the fastest, in samples per second; nil without one that has two time stamps.
    public private(set) var rates: ClosedRange<Double>?
    private var byName: [String: Person] = [:]
    private var passages: [Passage] = []

    public init() {}

    /// Takes a whole recording in.
    public mutating func add(_ stream: RecordingStream) throws(RecordingError) {
        var start = 0.0
        while let part = try stream.next() {
            let session = part.session
            if !part.isContinuation { start = session.timestamps.first ?? 0 }
            add(session, from: start, isContinuation: part.isContinuation)
        }
    }

    private mutating func add(_ session: RecordedSession, from start: Double, isContinuation: Bool) {
        let clock = SampleClock(session.timestamps)
        let rate = clock.map { 1000 / $0.period }
        if let rate { rates = rates.map { min($0.lowerBound, rate)...max($0.upperBound, rate) } ?? rate...rate }
        var person = byName[session.group] ?? Person(name: session.group)
        person.sessions += isContinuation ? 0 : 1
        person.samples += session.count
        person.gaps += clock?.gaps.count ?? 0
        person.lost += clock?.gaps.reduce(0) { $0 + $1.lost } ?? 0
        for index in 0..<session.count {
            let label = session.labels[index]
            person.secondsByLabel[label, default: 0] += 1 / (rate ?? 1)
            let goesOn = index > 0 ? session.labels[index - 1] == label : isContinuation && passages.last?.label == label
            if !goesOn {
                passages.append(Passage(session: session.name, label: label, seconds: (session.timestamps[index] - start) / 1000))
            }
            let last = passages.count - 1
            passages[last].rate = rate ?? 1
            passages[last].samples += 1
            passages[last].motion += Self.motion(session, index, isFirst: !goesOn || index == 0)
        }
        byName[session.group] = person
    }

    /// - Parameter isFirst: of its passage: what it changes by is of the one before.
    private static func motion(_ session: RecordedSession, _ index: Int, isFirst: Bool) -> Double {
        let (now, before) = (index * 6, (isFirst ? index : index - 1) * 6)
        return (0..<6).reduce(0.0) { sum, channel in
            let value = Double(session.values[now + channel])
            return sum + (channel < 3 ? abs(value - Double(session.values[before + channel])) : abs(value) / 4)
        }
    }
}

extension DataSetSurvey {
    /// Every label that occurs, sorted.
    public var labels: [String] { Set(byName.values.flatMap(\.secondsByLabel.keys)).sorted() }

    /// Stretches of each label.
    public var passageCounts: [String: Int] { passages.reduce(into: [:]) { $0[$1.label, default: 0] += 1 } }

    /// Passages that one compares with, of a label at least.
    private static let leastPassages = 5
    /// Deviations, of those that most have, from which on one is unlike them, and the multiple that it must have besides.
    private static let deviations = 5.0
    private static let multiple = 2.0

    /// Passages whose motion is far weaker or stronger than is usual for their label, in the order of the recordings: of the
    /// logarithms of the strengths more than five times the median distance from the median, and twice as much or half.
    public var outliers: [Outlier] {
        var usual: [String: (median: Double, spread: Double)] = [:]
        for (label, all) in Dictionary(grouping: passages, by: \.label) where !label.isEmpty && all.count >= Self.leastPassages {
            let strengths = all.map { Self.logarithm($0.strength) }
            let median = strengths.median
            usual[label] = (median, strengths.map { abs($0 - median) }.median)
        }
        return passages.compactMap { passage in
            guard let (median, spread) = usual[passage.label] else { return nil }
            let distance = Self.logarithm(passage.strength) - median
            guard abs(distance) > max(Self.deviations * spread, Self.logarithm(Self.multiple)) else { return nil }
            return Outlier(passage: passage, strength: exp(distance))
        }
    }

    private static func logarithm(_ value: Double) -> Double { log(max(value, 1e-6)) }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}
