/// What is played: which gestures are asked for, and how long each may take.
public struct GameRules: Sendable, Equatable {
    /// The gestures that are asked for, as numbers of the model's labels; one or more. The n-th has the n-th light.
    public let gestures: [Int]
    /// Microseconds from an announcement on within which its gesture must be recognised.
    public let limit: UInt64
    /// Microseconds of rest before each announcement.
    public let pause: UInt64
    /// Right answers after which the game is won; nil: it goes on until somebody errs.
    public let rounds: Int?
    /// Decides which gestures are asked for, and in which order.
    public let seed: UInt64

    /// Microseconds in which somebody comes to rest and sees what comes next.
    public static let usualPause: UInt64 = 1_500_000

    /// - Precondition: one gesture or more, a limit above 0, and one round or more.
    public init(gestures: [Int], limit: UInt64, pause: UInt64 = usualPause, rounds: Int? = nil, seed: UInt64) {
        precondition(!gestures.isEmpty && limit > 0 && rounds ?? 1 > 0, "a game asks for something, and gives time for it")
        self.gestures = gestures
        self.limit = limit
        self.pause = pause
        self.rounds = rounds
        self.seed = seed
    }
}
