import CMotionQClassifier
import MotionCore
import Randomness
import Testing

extension mq_decision_parameters {
    init(_ swift: DecisionParameters) {
        self.init(
            threshold: swift.threshold, rest_label: Int16(swift.restLabel ?? -1), smoothing: UInt16(swift.smoothing),
            enter_ratio: swift.enterRatio, exit_ratio: swift.exitRatio, refractory: swift.refractory,
            evidence: swift.evidence, evidence_leak: swift.evidenceLeak,
            evidence_limit: swift.evidenceLimit, evidence_shares: swift.evidenceShares.bits)
    }
}

/// A decision of either side.
private struct Outcome: Equatable {
    let label: Int?
    let confidence: Int16
    let phase: UInt32
    let active: Int?
}

/// `mq_decision_stream` in memory that begins on no boundary.
private final class CDecisions {
    private let stream: UnsafeMutablePointer<mq_decision_stream>
    private let block: UnsafeMutableRawPointer
    private let labels: Int

    init?(labels: Int, _ swift: DecisionParameters, offset: Int) {
        self.labels = labels
        var parameters = mq_decision_parameters(swift)
        let byteCount = mq_decision_memory(labels, &parameters)
        block = .allocate(byteCount: offset + byteCount, alignment: 8)
        stream = .allocate(capacity: 1)
        stream.initialize(to: mq_decision_stream())
        guard mq_decision_begin(stream, labels, &parameters, block + offset, byteCount) else { return nil }
    }

    deinit {
        stream.deallocate()
        block.deallocate()
    }

    var activeLabel: Int? { known(stream.pointee.active) }

    func decide(_ scores: [Int16], at time: UInt64) -> Outcome {
        let decision = mq_decision_decide(stream, scores, time)
        return Outcome(
            label: known(decision.label), confidence: decision.confidence, phase: decision.phase.rawValue,
            active: known(decision.active))
    }

    func interrupt() { mq_decision_interrupt(stream) }

    func abandon(at time: UInt64) -> Int? { known(mq_decision_abandon(stream, time)) }

    /// C says −1 where there is no label.
    private func known(_ label: Int16) -> Int? { label < 0 ? nil : Int(label) }
}

@Suite("The decisions in C")
struct DecisionTests {
    @Test("are the engine's, for random parameters and random streams with gaps and ends", arguments: 0..<400)
    func sameDecisions(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func number<Integer: FixedWidthInteger>(_ range: ClosedRange<Integer>) -> Integer { .random(in: range, using: &generator) }
        let labels = seed % 20 == 0 ? 255 : number(1...6)
        var parameters = DecisionParameters()
        if seed % 8 != 0 {
            parameters.threshold = number(0...32767)
            let rest = number(-1...labels - 1)
            parameters.restLabel = rest < 0 ? nil : rest
            parameters.smoothing = seed % 10 == 1 ? number(20...300) : number(1...6)
            parameters.enterRatio = number(0...20_000)
            parameters.exitRatio = number(0...20_000)
            parameters.refractory = number(0...2_000_000)
            if seed % 2 == 1 {
                parameters.evidence = number(1...8_000)
                parameters.evidenceLeak = number(0...1_000)
                parameters.evidenceLimit = number(64...4_096)
                if seed % 4 == 1 { parameters.evidenceShares = EvidenceShares(bits: number(0...UInt64.max)) }
            }
        }
        let engine = DecisionEngine(labels: labels, parameters: parameters)
        let twin = try #require(CDecisions(labels: labels, parameters, offset: number(0...7)))
        var time: UInt64 = 0
        var favourite = 0
        for window in 0..<500 {
            time += number(0...400_000)
            // A favourite that stays for a while, so that labels are entered, held and left.
            if number(0...9) == 0 { favourite = number(0...labels - 1) }
            let isClear = number(0...3) > 0
            let scores: [Int16] = (0..<labels).map { label in
                isClear ? (label == favourite ? number(29_000...32_767) : number(0...2_000)) : number(0...32_767)
            }
            for (label, score) in scores.enumerated() { engine.set(label, score) }
            let decision = engine.decide(at: time)
            let expected = Outcome(
                label: decision.label, confidence: decision.confidence, phase: UInt32(decision.phase.rawValue),
                active: decision.active)
            try #require(twin.decide(scores, at: time) == expected, "window \(window)")
            try #require(twin.activeLabel == engine.activeLabel, "window \(window)")
            switch number(0...39) {
            case 0:
                engine.interrupt()
                twin.interrupt()
            case 1: try #require(twin.abandon(at: time) == engine.abandon(at: time), "window \(window)")
            default: break
            }
        }
    }

    @Test("begin with the same parameters")
    func defaults() {
        let c = mq_decision_defaults()
        let swift = DecisionParameters()
        #expect(c.threshold == swift.threshold)
        #expect(c.rest_label == -1 && swift.restLabel == nil)
        #expect(Int(c.smoothing) == swift.smoothing)
        #expect(c.enter_ratio == swift.enterRatio)
        #expect(c.exit_ratio == swift.exitRatio)
        #expect(c.refractory == swift.refractory)
        #expect(c.evidence == swift.evidence && c.evidence_leak == swift.evidenceLeak)
        #expect(c.evidence_limit == swift.evidenceLimit && c.evidence_shares == swift.evidenceShares.bits)
    }

    @Test("refuse what cannot be smoothed, and a byte too little")
    func refuses() {
        var stream = mq_decision_stream()
        var parameters = mq_decision_defaults()
        var memory = [UInt8](repeating: 0, count: 4096)
        #expect(!mq_decision_begin(&stream, 0, &parameters, &memory, memory.count))
        #expect(!mq_decision_begin(&stream, 256, &parameters, &memory, memory.count))
        #expect(!mq_decision_begin(&stream, 4, &parameters, &memory, mq_decision_memory(4, &parameters) - 1))
        #expect(mq_decision_begin(&stream, 4, &parameters, &memory, mq_decision_memory(4, &parameters)))
        parameters.smoothing = 0
        #expect(!mq_decision_begin(&stream, 4, &parameters, &memory, memory.count))
    }
}
