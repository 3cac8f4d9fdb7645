public import Models
import MotionCore
public import Recordings

extension KnownMotion {
    /// Learns the motion of sessions, ten seconds at a time, and how far motion of people who are kept out of it seems to be of
    /// another unit or mounting. The same sessions give the same numbers.
    ///
    /// - Parameters:
    ///   - sessions: at one rate, without gaps; those of one person together, in whatever order.
    ///   - rate: in hertz, at which a network reads them.
    ///   - inputs: the network's features; a sensor of which it reads nothing is not looked at, and of one that may sit in any way
    ///     nothing is said of how it sits.
    /// - Returns: nil for less than a minute of motion.
    public init?(learning sessions: [RecordedSession], rate: Double, inputs: [InputFeature]) {
        let all = LearnedStretch.cut(sessions, rate: rate, inputs: inputs)
        // More would tell nothing new, and take long.
        let every = (all.count + Self.mostStretches - 1) / Self.mostStretches
        let stretches = all.indices.filter { $0 % max(1, every) == 0 }.map { all[$0] }
        guard stretches.count >= Self.leastStretches else { return nil }
        let people = Set(stretches.map(\.person)).sorted()
        guard let mixture = MotionMixture(stretches, people: people.count) else { return nil }
        var margins = Self.margins(stretches, people, rate: rate) ?? Self.unseen
        if inputs.allSatisfy(\.isLevel) {
            for (place, misreading) in Self.misreadings.enumerated() where misreading.kind == .axes { margins[place] = Self.never }
        }
        self = mixture.known(stretches, people: people.count, rate: rate, margins: margins)
    }

    /// Half of them overlap with the next.
    private static let leastStretches = 10
    private static let mostStretches = 4000
    /// Nats that a margin is at least, and how far it lies above what was seen; of a gyroscope alone, which is seldom the reason.
    private static let least = 4.0
    private static let above = 1.0
    private static let aboveGyroscope = 3.0
    /// Of few stretches the most extreme that others will bring was not seen: so many nats, divided by their number.
    private static let fewer = 400.0
    /// A part of the people is kept out of the others, one after the other.
    private static let parts = 5
    /// Of stretches of people who were kept out, that stay below each margin, and below all.
    private static let single = 0.99
    private static let all = 0.999

    private static func quantile(_ part: Double, _ values: [Double]) -> Double {
        values.sorted()[Int(saturating: Double(values.count - 1) * part)]
    }

    /// Where nobody could be kept out.
    private static let unseen: [Float] = misreadings.map { misreading in
        switch misreading {
        case .rotation, .acceleration: 5
        case .range(.tooSmall), .rate: 10
        // Another person moves twice as strongly.
        case .range(.tooLarge): 40
        default: 14
        }
    }

    /// Just above what motion of people reaches that was not learned from; nil with one person.
    private static func margins(_ stretches: [LearnedStretch], _ people: [String], rate: Double) -> [Float]? {
        guard people.count > 1 else { return nil }
        var reached = misreadings.map { _ in [Double]() }
        for part in 0..<min(parts, people.count) {
            let out = Set(people.indices.filter { $0 % parts == part }.map { people[$0] })
            let learned = stretches.filter { !out.contains($0.person) }
            guard let mixture = MotionMixture(learned, people: people.count - out.count) else { continue }
            let known = mixture.known(learned, people: people.count - out.count, rate: rate, margins: unseen)
            for stretch in stretches where out.contains(stretch.person) {
                for (place, odds) in known.odds(stretch.sums).enumerated() { reached[place].append(odds) }
            }
        }
        guard !reached[0].isEmpty else { return nil }
        let margins = reached.map { max(least, quantile(single, $0)) }
        // Together those of one family are reached more often than each.
        func more(_ family: [Int]) -> Double {
            let excess = reached[0].indices.map { stretch in
                family.reduce(-.infinity) { max($0, reached[$1][stretch] - margins[$1]) }
            }
            return max(0, quantile(all, excess)) + above + fewer / Double(reached[0].count)
        }
        var found = margins
        for (family, members) in Dictionary(grouping: misreadings.indices, by: { Family(of: misreadings[$0]) }) {
            let more = more(members) + (family == .gyroscope ? aboveGyroscope : 0)
            for member in members { found[member] += more }
        }
        return found.map { Float($0) }
    }

    /// Misreadings that motion of people who were not learned from is taken for, for one reason: others move more or less; lie on
    /// their other side; show less of how gravity goes with the rotation.
    private enum Family: Hashable {
        case size, rate, turned, mirrored, gyroscope

        init(of misreading: Misreading) {
            switch misreading.kind {
            case .axes: self = misreading.isMirrored ? .mirrored : .turned
            case .gyroscope: self = .gyroscope
            case .rate: self = .rate
            default: self = .size
            }
        }
    }
}
