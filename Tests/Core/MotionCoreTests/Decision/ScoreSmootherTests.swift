import MotionCore
import Randomness
import Testing

@Suite("Smoothing of scores")
struct ScoreSmootherTests {
    /// Kept until the program ends: some hundred bytes.
    private func memory(length: Int, labels: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: ScoreSmoother.bytes(length: length, labels: labels), alignment: 4)
    }

    /// The averages after each of the given windows of one label.
    private func averages(_ windows: [Int16], length: Int) -> [Int16] {
        var smoother = ScoreSmoother(length: length, labels: 1, memory: memory(length: length, labels: 1))
        return windows.map { probability in
            smoother.set(0, probability)
            smoother.commit()
            return smoother[0]
        }
    }

    @Test("over one window changes nothing")
    func none() {
        #expect(averages([0, 1, 17, 32767, 5], length: 1) == [0, 1, 17, 32767, 5])
    }

    // Two windows weigh 26615 = ⌊(1/2)^0.3 · 32768⌋ and 32767.
    @Test("over two windows gives the averages computed by hand")
    func two() {
        #expect(averages([10000, 20000, 0], length: 2) == [10000, 15518, 8964])
    }

    // Before the ring is full only the newest weights are shared out: of three windows 29014 and 32767 are the newest two.
    @Test("over three windows starts up with the newest weights")
    func startUp() {
        let expected = (29014.0 * 0 + 32767.0 * 30000) / (29014.0 + 32767.0)
        #expect(averages([0, 30000], length: 3) == [0, Int16(expected.rounded())])
    }

    @Test("keeps a constant score, from the first window on", arguments: [1, 2, 3, 7, 64])
    func constant(_ length: Int) {
        let windows = [Int16](repeating: 32767, count: 100)
        #expect(averages(windows, length: length) == windows)
    }

    @Test("forgets a window after N more", arguments: [1, 2, 3, 7, 64])
    func forgets(_ length: Int) {
        let windows = [32767] + [Int16](repeating: 0, count: length)
        #expect(averages(windows, length: length).last == 0)
    }

    @Test("counts a newer window more than an older one")
    func newerCountsMore() {
        #expect((averages([0, 0, 32767], length: 3).last ?? 0) > (averages([32767, 0, 0], length: 3).last ?? 0))
    }

    @Test("after a reset begins as if new")
    func reset() {
        var smoother = ScoreSmoother(length: 3, labels: 2, memory: memory(length: 3, labels: 2))
        for _ in 0..<5 {
            smoother.set(0, 32767)
            smoother.set(1, 1)
            smoother.commit()
        }
        smoother.reset()
        smoother.set(0, 100)
        smoother.set(1, 200)
        smoother.commit()
        #expect([Int(smoother[0]), Int(smoother[1]), smoother.filled] == [100, 200, 1])
    }

    @Test("equals the weighted mean of the last N windows within half a step, for random scores of five labels")
    func randomScores() {
        var generator = SeededGenerator(seed: 4)
        for length in [1, 2, 3, 5, 16, 64] {
            var smoother = ScoreSmoother(length: length, labels: 5, memory: memory(length: length, labels: 5))
            var history: [[Int16]] = []
            for _ in 0..<200 {
                let scores = (0..<5).map { _ in Int16.random(in: 0...32767, using: &generator) }
                for (label, score) in scores.enumerated() { smoother.set(label, score) }
                smoother.commit()
                history = Array((history + [scores]).suffix(length))
                let weights = (length - history.count..<length).map { Double(RecencyWeights.weight(position: $0, of: length)) }
                for label in 0..<5 {
                    let sum = zip(weights, history).reduce(0) { $0 + $1.0 * Double($1.1[label]) }
                    #expect(abs(Double(smoother[label]) - sum / weights.reduce(0, +)) <= 0.5)
                }
            }
        }
    }
}
