import Models
public import Recordings
import Simulation

/// Motion in which nothing should happen: recorded, made up, or both.
///
///     var background = Background()                    // made-up daily life
///     background = Background(paths: ["kitchen.csv"])  // recorded motion alone
///     background.madeUp = true                         // both
public struct Background: Sendable {
    /// Recorded motion; its labels are not looked at.
    public var source: RecordingSource
    /// Whether made-up daily life is taken; nil: where none was recorded.
    public var madeUp: Bool?

    /// Made-up people: networks learn from some, and others judge and tune them.
    public enum People: UInt64, Sendable {
        /// People whom networks learn from.
        case learned = 1
        /// People whom no network learned from.
        case judging = 2
    }

    /// Made-up windows that are learned for each recorded one, at most. With more a network took strangers' gestures for rest: of
    /// GestureIt's windows (total acceleration, both ways, three seeds) 0.934 were right with 0.2, 0.926 with 0.4, 0.934 with none.
    public static let madeUpShare = 0.2

    /// Samples per second of made-up motion for a network that has no rate of its own.
    public static let usualRate = 50.0

    /// - Parameters:
    ///   - source: recorded motion.
    ///   - madeUp: whether made-up daily life is taken; nil: where none was recorded.
    public init(_ source: RecordingSource = RecordingSource(), madeUp: Bool? = nil) {
        (self.source, self.madeUp) = (source, madeUp)
    }

    /// - Parameters:
    ///   - paths: files of recorded motion, or folders of them.
    ///   - madeUp: whether made-up daily life is taken; nil: where none was recorded.
    public init(paths: [String], madeUp: Bool? = nil) {
        self.init(RecordingSource(paths: paths), madeUp: madeUp)
    }

    /// No motion at all.
    public static var none: Background { Background(madeUp: false) }

    /// Whether some is made up: where none was recorded, unless `madeUp` says otherwise.
    public var isMadeUp: Bool { madeUp ?? source.isEmpty }

    /// Whether recordings were named, or made-up motion was asked for.
    public var isAskedFor: Bool { !source.isEmpty || madeUp == true }

    /// The activities of daily life that can be made up for a network, in their order.
    ///
    /// - Parameter labels: the network's; an activity that a label contains in its name is no background.
    public static func activities(besides labels: [String]) -> [String] {
        let names = labels.map { $0.lowercased() }
        return DailyLife.activities.filter { activity in !names.contains { $0.contains(activity) } }
    }

    /// Made-up daily life of twelve people, half a minute of each activity that is no label: up to three quarters of an hour.
    ///
    /// - Parameters:
    ///   - people: who they are.
    ///   - rate: samples per second; at least 10 are made.
    ///   - labels: the network's.
    ///   - hasGravity: whether accelerations hold gravity.
    /// - Returns: sessions without gaps.
    public static func madeUp(
        _ people: People, rate: Double = usualRate, besides labels: [String], hasGravity: Bool
    ) -> Recording {
        let activities = activities(besides: labels)
        var recording = DailyLife(seed: people.rawValue, rate: max(10, rate), hasGravity: hasGravity).recording(subjects: 0..<12)
        recording.sessions.removeAll { !activities.contains($0.labels[0]) }
        return recording
    }

    /// Without what is made up, where a network reads more than one motion sensor: made-up people wear nothing else.
    func judging(_ inputs: [InputFeature]) -> Background {
        var judging = self
        if inputs.recordedChannels != .sixAxes, madeUp == nil { judging.madeUp = false }
        judging.source.reader.channels = .read(by: inputs)
        return judging
    }

    /// Hands on the motion that judges a network: stretches without a gap, the recorded ones first, then made-up ones of people
    /// whom no network learned from.
    ///
    /// - Parameters:
    ///   - rate: samples per second to which stretches are brought; nil leaves them as they are, the made-up ones at `usualRate`.
    ///   - derives: whether attitude, gravity and the acceleration without it are computed.
    ///   - labels: the network's.
    ///   - hasGravity: whether the accelerations that the network knows hold gravity.
    ///   - body: receives each stretch.
    /// - Throws: `RecordingError`, or what `body` throws.
    public func forEachStretch(
        at rate: Double?, derives: Bool = false, besides labels: [String], hasGravity: Bool,
        _ body: (RecordedSession) throws -> Void
    ) throws {
        try source.forEachStretch(at: rate, derives: derives) { try body($1) }
        guard isMadeUp else { return }
        let made = Self.madeUp(.judging, rate: rate ?? Self.usualRate, besides: labels, hasGravity: hasGravity)
        for session in made.sessions {
            for stretch in session.evenStretches(at: rate, derives: derives) { try body(stretch.session) }
        }
    }
}
