import MotionCore
import Randomness
import Testing

@Suite("With evidence, decisions")
struct EvidenceTests {
    /// Three labels, of which 0 is rest; every window counts with all that it says, unless `change` says otherwise.
    private func engine(bits: Double, change: (inout DecisionParameters) -> Void = { _ in }) -> DecisionEngine {
        var parameters = DecisionParameters(
            threshold: 0.9, smoothing: 1, enterRatio: 1.2, exitRatio: 1.4, refractorySeconds: 0.3, evidence: bits,
            evidenceLeak: 0.75,
            evidenceLimit: 6)
        parameters.restLabel = 0
        change(&parameters)
        return DecisionEngine(labels: 3, parameters: parameters)
    }

    /// - Parameter window: probabilities in 32768ths, of which powers of two have whole bits.
    private func decide(_ engine: DecisionEngine, _ window: [Int16], at time: UInt64 = 0) -> Decision {
        for (label, probability) in window.enumerated() { engine.set(label, probability) }
        return engine.decide(at: time)
    }

    /// The number of the first window that enters a label, counted from 1; nil if none of a hundred does.
    private func entered(_ engine: DecisionEngine, _ window: (Int) -> [Int16]) -> Int? {
        (1...100).first { decide(engine, window($0)).phase == .enter }
    }

    @Test("add up what each window says, less the leak")
    func addsUp() {
        // One bit more than the next, of which a quarter is left: four windows for a bit.
        #expect(entered(engine(bits: 1)) { _ in [8192, 16384, 4096] } == 4)
        #expect(entered(engine(bits: 2)) { _ in [8192, 16384, 4096] } == 8)
    }

    @Test(
        "need of a label its share of the whole",
        arguments: [(.whole, 8), (.half, 4), (.quarter, 2), (.double, 16)] as [(EvidenceShares.Share, Int)])
    func share(_ share: EvidenceShares.Share, windows: Int) {
        let engine = engine(bits: 2) { $0.evidenceShares[1] = share }
        #expect(entered(engine) { _ in [8192, 16384, 4096] } == windows)
    }

    @Test("leave the labels alone that have no share of their own")
    func otherShares() {
        let engine = engine(bits: 2) { $0.evidenceShares[2] = .quarter }
        #expect(entered(engine) { _ in [8192, 16384, 4096] } == 8)
    }

    @Test("need one step of evidence at least, also a quarter of one")
    func leastShare() {
        let engine = engine(bits: 1.0 / 256) { $0.evidenceShares[1] = .quarter }
        #expect(entered(engine) { _ in [16384, 1, 1] } == nil)
    }

    @Test("keep a share for each of 32 labels, and the whole for those after them")
    func manyShares() {
        var generator = SeededGenerator(seed: 3)
        let drawn = (0..<EvidenceShares.most).map { _ in EvidenceShares.Share.allCases.randomElement(using: &generator) ?? .whole }
        var shares = EvidenceShares()
        for (label, share) in drawn.enumerated() { shares[label] = share }
        #expect((0..<EvidenceShares.most).map { shares[$0] } == drawn && shares[32] == .whole && shares[254] == .whole)
        #expect(EvidenceShares(factors: shares.factors) == shares && EvidenceShares(bits: shares.bits) == shares)
        #expect(EvidenceShares().factors.isEmpty && EvidenceShares(factors: [0.3, 9, 0.6]).factors == [0.25, 2, 0.5])
    }

    @Test("never enter what the leak takes away")
    func leak() {
        #expect(entered(engine(bits: 1) { $0.evidenceLeak = 256 }) { _ in [8192, 16384, 4096] } == nil)
    }

    @Test("take no more from one window than the limit")
    func limit() {
        // 14 bits, of which 6 − 0.75 count.
        #expect(entered(engine(bits: 5.25)) { _ in [1, 16384, 1] } == 1)
        #expect(entered(engine(bits: 5.5)) { _ in [1, 16384, 1] } == 2)
    }

    @Test("do not enter what changes its mind")
    func fickle() {
        #expect(entered(engine(bits: 8)) { $0 % 2 == 0 ? [1, 16384, 1] : [1, 1, 16384] } == nil)
    }

    @Test("never enter rest, nor what is as probable as another")
    func rest() {
        #expect(entered(engine(bits: 1)) { _ in [16384, 1, 1] } == nil)
        #expect(entered(engine(bits: 1)) { _ in [1, 16384, 16384] } == nil)
    }

    @Test("enter what stays below the threshold, and answer unknown")
    func unknown() {
        let decision = decide(engine(bits: 0.25), [8192, 16384, 4096])
        #expect(decision.phase == .enter && decision.active == 1 && decision.label == nil)
    }

    @Test("forget the sums at a gap, on leaving, and at the end", arguments: ["gap", "exit", "end"])
    func forgets(_ how: String) {
        let engine = engine(bits: 6) { $0.refractory = 0 }
        let clear: [Int16] = [1, 16384, 1]
        _ = decide(engine, clear)
        switch how {
        case "gap": engine.interrupt()
        case "exit":
            #expect(decide(engine, clear).phase == .enter)
            #expect(decide(engine, [16384, 1, 1]).phase == .exit)
        default: _ = engine.abandon(at: 0)
        }
        #expect(decide(engine, clear).phase == .none)
        #expect(decide(engine, clear).phase == .enter)
    }

    @Test("wait out the refractory time, and add up meanwhile")
    func refractory() {
        let engine = engine(bits: 9)
        let clear: [Int16] = [1, 16384, 1]
        _ = decide(engine, clear)
        #expect(decide(engine, clear).phase == .enter)
        #expect(decide(engine, [16384, 1, 1], at: 1_000_000).phase == .exit)
        #expect(decide(engine, clear, at: 1_100_000).phase == .none)
        #expect(decide(engine, clear, at: 1_200_000).phase == .none)
        #expect(decide(engine, clear, at: 1_300_000).phase == .enter)
    }
}
