import Foundation
import MotionCore
import Randomness

/// Made-up probabilities, and what a `DecisionEngine` makes of them: the other thing that a folder of the oracle's may hold.
struct OracleDecisions: Encodable {
    var labels: Int
    var rest: Int?
    var threshold: Int
    var smoothing: Int
    var enterRatio: Int
    var exitRatio: Int
    var refractory: Int
    var evidence: Int
    var leak: Int
    var limit: Int
    var shares: [UInt8]
    var windows: [Window] = []

    struct Window: Encodable {
        var time: UInt64
        /// A gap comes before it.
        var reset: Bool
        /// When the stream before it ended, if it did, and the label that was left by that.
        var ended: UInt64?
        var left: Int?
        var probabilities: [Int]
        var answer: Int?
        var confidence: Int
        var phase: String
        var active: Int?
    }

    private enum CodingKeys: String, CodingKey {
        case labels, rest, threshold, smoothing, refractory, evidence, leak, limit, shares, windows
        case enterRatio = "enter_ratio"
        case exitRatio = "exit_ratio"
    }

    /// - Parameter count: of windows; one label after the other is the most probable for a while.
    init(labels: Int, _ parameters: DecisionParameters, windows count: Int, seed: UInt64) {
        self.labels = labels
        rest = parameters.restLabel
        threshold = Int(parameters.threshold)
        smoothing = parameters.smoothing
        enterRatio = Int(parameters.enterRatio)
        exitRatio = Int(parameters.exitRatio)
        refractory = Int(parameters.refractory)
        evidence = Int(parameters.evidence)
        leak = Int(parameters.evidenceLeak)
        limit = Int(parameters.evidenceLimit)
        shares = (0..<min(labels, EvidenceShares.most)).map { parameters.evidenceShares[$0].rawValue }
        var generator = SeededGenerator(seed: seed)
        let engine = DecisionEngine(labels: labels, parameters: parameters)
        var time: UInt64 = 0
        var favourite = 0
        for number in 0..<count {
            if number == 0 || generator.happens(1 / Double(10 + min(smoothing, 100))) {
                favourite = Int.random(in: 0..<labels, using: &generator)
            }
            var ended: UInt64?
            var left: Int?
            if generator.happens(0.005) {
                time += 20_000 * UInt64.random(in: 0...10, using: &generator)
                ended = time
                left = engine.abandon(at: time)
            }
            let reset = generator.happens(0.01)
            if reset { engine.interrupt() }
            time += 20_000 * UInt64.random(in: 0...5, using: &generator)
            let probabilities = Self.probabilities(labels, favourite, &generator)
            for (label, probability) in probabilities.enumerated() { engine.set(label, probability) }
            let decision = engine.decide(at: time)
            windows.append(
                Window(
                    time: time, reset: reset, ended: ended, left: left, probabilities: probabilities.map(Int.init),
                    answer: decision.label, confidence: Int(decision.confidence), phase: "\(decision.phase)",
                    active: decision.active))
        }
    }

    private static func probabilities(_ labels: Int, _ favourite: Int, _ generator: inout SeededGenerator) -> [Int16] {
        // All alike, or one that is certain: where equals and zeros are compared.
        if generator.happens(0.05) { return Array(repeating: Int16(min(32767, 32768 / labels)), count: labels) }
        if generator.happens(0.05) { return (0..<labels).map { $0 == favourite ? 32767 : 0 } }
        var shares = (0..<labels).map { _ in generator.uniform(0...1) }
        shares[favourite] += generator.uniform(0...30) * Double(labels)
        let sum = shares.reduce(0, +)
        return shares.map { Int16(min(32767, ($0 / sum * 32768).rounded())) }
    }

    /// Writes the file into a new folder `name` below `place`.
    func write(_ name: String, to place: URL) throws {
        let folder = place.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: folder.appending(path: "decisions.json"))
    }
}
