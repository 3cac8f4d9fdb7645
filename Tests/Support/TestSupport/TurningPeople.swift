public import Recordings

/// People who tip and turn a board, each a little otherwise than the next.
public enum TurningPeople {
    /// - Parameters:
    ///   - person: 0 … 9; how far and how fast.
    ///   - seconds: about so many, at 50 Hz.
    ///   - changed: what is wrong with each sample: acceleration in g, rotation in rad/s.
    public static func session(
        _ person: Int, seconds: Double, label: String = "moved",
        changed: (SIMD3<Double>, SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>) = { ($0, $1) }
    ) -> RecordedSession {
        var board = TurningBoard(bias: [0.02, -0.012, 0.008])
        let more = 1 + 0.04 * Double(person)
        while Double(board.acceleration.count) < seconds * board.rate {
            for (turn, duration) in [([0.9, 0, 0], 0.8), ([-0.9, 0, 0], 1.1), ([0, 0.5, 0.2], 0.6), ([0, -0.5, -0.2], 0.9)] {
                board.turn(SIMD3(turn) * more, seconds: duration * (2 - more))
            }
            board.lie(0.4)
        }
        var session = RecordedSession(name: "p\(person)", subject: "p\(person)")
        for (index, (a, w)) in zip(board.acceleration, board.rotation).enumerated() {
            let (acceleration, rotation) = changed(a, w)
            session.labels.append(label)
            session.timestamps.append(Double(index) * 20)
            for axis in 0..<3 { session.values.append(Float(acceleration[axis])) }
            for axis in 0..<3 { session.values.append(Float(rotation[axis])) }
        }
        return session
    }
}
