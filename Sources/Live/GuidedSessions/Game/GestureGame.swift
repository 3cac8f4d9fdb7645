import Randomness

/// The gesture game: it asks for a gesture, and the same must be recognised in time. Right answers count; a wrong or a late one
/// ends it.
///
/// A value that the samples' own clock moves on, so that a game is the same whenever its motion is the same.
///
///     while let event = game.advance(to: time) { tell(event) }
///     if let event = game.recognise(label, at: time) { tell(event) }
public struct GestureGame: Sendable {
    /// What happens. Gestures are numbers of the model's labels, times are microseconds.
    public enum Event: Sendable, Equatable {
        /// This is asked for now, in a round from 1.
        case asked(Int, round: Int)
        /// It was recognised so long after the announcement.
        case right(Int, after: UInt64)
        /// Motion was lost, and nobody knows whether it held the answer: the same is asked for once more.
        case broken(Int)
        case over(Ending)
    }

    /// Why a game is over.
    public enum Ending: Sendable, Equatable {
        /// Another gesture than the one asked for.
        case wrong(asked: Int, made: Int)
        /// Nothing in time.
        case late(asked: Int)
        /// All rounds were right.
        case won
    }

    private enum Phase: Equatable {
        /// From a sample on; nil: from the next one.
        case resting(since: UInt64?)
        case asking(Int, since: UInt64)
        case over(Ending)
    }

    public let rules: GameRules
    /// Right answers so far.
    public private(set) var score = 0
    private var phase = Phase.resting(since: nil)
    private var random: SeededGenerator
    /// What is asked for once more.
    private var owed: Int?

    public init(_ rules: GameRules) {
        self.rules = rules
        random = SeededGenerator(seed: rules.seed)
    }

    /// What is asked for; nil between rounds and when it is over.
    public var asked: Int? { if case .asking(let gesture, _) = phase { gesture } else { nil } }
    /// Why it is over; nil while it goes on.
    public var ending: Ending? { if case .over(let ending) = phase { ending } else { nil } }

    /// What has happened by now, one thing a call; nil if no more has.
    ///
    /// - Parameter time: of the newest sample of which all windows are known, in microseconds; back in time only after `interrupt`.
    public mutating func advance(to time: UInt64) -> Event? {
        switch phase {
        case .resting(nil):
            if let rounds = rules.rounds, score >= rounds { return end(.won) }
            phase = .resting(since: time)
            return advance(to: time)
        case .resting(let since?):
            guard passed(since, time) >= rules.pause else { return nil }
            let gesture = owed ?? rules.gestures[Int(random.next() % UInt64(rules.gestures.count))]
            owed = nil
            phase = .asking(gesture, since: time)
            return .asked(gesture, round: score + 1)
        case .asking(let gesture, let since):
            return passed(since, time) > rules.limit ? end(.late(asked: gesture)) : nil
        case .over:
            return nil
        }
    }

    /// A label was entered: an answer if a gesture of the game is asked for. Others mean nothing.
    ///
    /// - Parameter time: of the last sample that it rests on.
    public mutating func recognise(_ label: Int, at time: UInt64) -> Event? {
        guard case .asking(let gesture, let since) = phase, rules.gestures.contains(label) else { return nil }
        let taken = passed(since, time)
        if taken > rules.limit { return end(.late(asked: gesture)) }
        guard label == gesture else { return end(.wrong(asked: gesture, made: label)) }
        score += 1
        phase = .resting(since: nil)
        return .right(gesture, after: taken)
    }

    /// Samples were lost, or the clock began anew.
    public mutating func interrupt() -> Event? {
        switch phase {
        case .over: return nil
        case .resting:
            phase = .resting(since: nil)
            return nil
        case .asking(let gesture, _):
            owed = gesture
            phase = .resting(since: nil)
            return .broken(gesture)
        }
    }

    private mutating func end(_ ending: Ending) -> Event {
        phase = .over(ending)
        return .over(ending)
    }

    private func passed(_ since: UInt64, _ time: UInt64) -> UInt64 { time > since ? time - since : 0 }
}
