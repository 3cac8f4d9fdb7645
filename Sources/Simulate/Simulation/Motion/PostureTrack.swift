/// How an arm is held, and how it goes from one posture to the next. Moves may overlap; they add up.
struct PostureTrack: Sendable {
    private struct Move {
        var start: Double
        var duration: Double
        var change: JointAngles
    }

    private var first: JointAngles
    private var moves: [Move] = []
    /// Where all moves so far lead to.
    private(set) var target: JointAngles

    init(_ first: JointAngles) {
        self.first = first
        target = first
    }

    /// Adds a move to another posture; seconds.
    mutating func move(to posture: JointAngles, at start: Double, lasting duration: Double) {
        moves.append(Move(start: start, duration: duration, change: posture - target))
        target = posture
    }

    /// Moves that ended before a moment are where they led to.
    mutating func forget(before time: Double) {
        while let oldest = moves.first, oldest.start + oldest.duration < time {
            first = first + oldest.change
            moves.removeFirst()
        }
    }

    func angles(at time: Double) -> JointAngles {
        moves.reduce(first) { $0 + $1.change * minimumJerk((time - $1.start) / $1.duration) }
    }
}
