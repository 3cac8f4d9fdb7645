import Synchronization

/// One thing that happened in a game.
public struct GameMoment: Sendable, Equatable {
    public let event: GestureGame.Event
    /// Microseconds since the first sample.
    public let time: UInt64
    /// Right answers so far.
    public let score: Int
}

/// What happened in a game, told from the live loop's thread to whoever shows it.
public final class GameNews: Sendable {
    private let untold = Mutex<[GameMoment]>([])

    public init() {}

    func tell(_ moment: GameMoment) { untold.withLock { $0.append(moment) } }

    /// What nobody took yet, in its order.
    public func take() -> [GameMoment] {
        untold.withLock { untold in
            defer { untold = [] }
            return untold
        }
    }
}
