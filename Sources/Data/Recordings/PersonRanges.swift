public import MotionCore
import SignalProcessing

/// The smallest and largest value of each channel with each person, for min–max normalisation: it puts different people's hands,
/// faces and sensors on one scale.
///
/// A person is a subject, or a session where nobody is named. Motion and magnetic fields have no ranges.
public struct PersonRanges: Sendable, Equatable {
    /// What is usual with people, by the names of the channels that are normalised to 0 … 1.
    public let usual: [String: ChannelRange]
    /// By person and channel; none of a channel that did not move.
    private let found: [String: [String: ChannelRange]]

    /// Takes the ranges of recordings in memory.
    ///
    /// - Parameter names: of the channels.
    public init(of recordings: [Recording], channels names: [String]) {
        var learner = RangeLearner(names)
        for session in recordings.lazy.flatMap(\.sessions) { learner.add(session) }
        self = learner.ranges(nil)
    }

    fileprivate init(usual: [String: ChannelRange], found: [String: [String: ChannelRange]]) {
        (self.usual, self.found) = (usual, found)
    }

    /// Those of the names whose channels have ranges.
    public static func channels(among names: [String]) -> [String] {
        names.filter { NamedChannels.axis(of: $0) == nil && ChannelKind(feature: $0) == nil }
    }

    /// Everybody of whom something is known, in alphabetical order.
    public var people: [String] { found.keys.sorted() }

    /// A person's ranges, by the names of the channels: own ones where they are whole, usual ones elsewhere.
    public func ranges(of person: String) -> [String: ChannelRange] {
        let own = found[person] ?? [:]
        return usual.reduce(into: [:]) { $0[$1.key] = $1.value.range(for: own[$1.key]) }
    }

    /// A person's channels for which the usual range stands in, because they hardly moved; in alphabetical order.
    public func still(of person: String) -> [String] {
        let own = found[person] ?? [:]
        return usual.filter { $0.value.range(for: own[$0.key]) != own[$0.key] }.map(\.key).sorted()
    }

    /// Normalises a session's values by its person's ranges, once.
    func normalise(_ session: inout RecordedSession) {
        guard !session.isNormalised, !usual.isEmpty else { return }
        session.isNormalised = true
        let ranges = ranges(of: session.group)
        for (column, name) in session.channels.names.enumerated() {
            guard let range = ranges[name] else { continue }
            for place in stride(from: column, to: session.values.count, by: session.width) {
                session.values[place] = Float(range.normalised(Double(session.values[place])))
            }
        }
    }
}

extension [Recording] {
    /// With values normalised by the people's ranges; normalised ones are left as they are.
    public func normalised(by ranges: PersonRanges) -> [Recording] {
        map { recording in
            var recording = recording
            for index in recording.sessions.indices { ranges.normalise(&recording.sessions[index]) }
            return recording
        }
    }
}

/// Learns people's ranges, a session after the other.
struct RangeLearner {
    private let names: [String]
    private var finders: [String: [String: RangeFinder]] = [:]

    /// - Parameter names: of the channels.
    init(_ names: [String]) { self.names = names }

    mutating func add(_ session: RecordedSession) {
        // Taken out while they grow, so that nothing is copied.
        var own = finders.removeValue(forKey: session.group) ?? [:]
        for name in names {
            guard let column = session.channels.names.firstIndex(of: name) else { continue }
            var finder = own.removeValue(forKey: name) ?? RangeFinder()
            for place in stride(from: column, to: session.values.count, by: session.width) { finder.add(session.values[place]) }
            own[name] = finder
        }
        finders[session.group] = own
    }

    /// - Parameter usual: with the people whom a model learned from; nil: with these, the medians of their ends. A channel that
    ///   moved with none of them has no range, and stays as it is.
    func ranges(_ usual: [String: ChannelRange]?) -> PersonRanges {
        let found = finders.mapValues { $0.compactMapValues(\.range) }
        return PersonRanges(usual: usual ?? Self.usual(names, Array(found.values)), found: found)
    }

    private static func usual(_ names: [String], _ found: [[String: ChannelRange]]) -> [String: ChannelRange] {
        names.reduce(into: [:]) { usual, name in
            let ranges = found.compactMap { $0[name] }
            guard !ranges.isEmpty else { return }
            usual[name] = ChannelRange(
                low: ranges.map(\.low).sorted()[ranges.count / 2], high: ranges.map(\.high).sorted()[ranges.count / 2])
        }
    }
}
