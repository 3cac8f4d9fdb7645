import LiveLoop
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device that classifies by itself, and a host that recomputes it.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    let clock = ManualClock()
    let observer = RecordingObserver()
    /// What the device would have sent is changed by this.
    var adjust: (inout PredictionMessage, inout [Int16]) -> Void = { _, _ in }
    private let recogniser: OwnedRecogniser
    private let shape: NetworkShape
    private var generator = SeededGenerator(seed: 5)

    static func identity(rate: Float = 25, predicts: Bool = true) -> HelloMessage {
        var hello = ScriptedDevice.sixAxes(rate: rate)
        hello.capabilities = hello.capabilities.union(.setsRate)
        if predicts { hello.capabilities = hello.capabilities.union(.predicts) }
        return hello
    }

    init(
        carries: Bool, shape dimensions: NetworkDimensions = .init(20, 5, 6, nil, [8], [4]), rate: Float = 25,
        predicts: Bool = true,
        evidence: UInt16 = 0, shares: [Double] = [], detects: Bool = false
    ) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let plain = randomQuantizedNetwork(dimensions, carriesState: carries, seed: 31)
        let network = detects ? plain.detecting(seed: 32) : plain
        let model = try liveModel(network)
        var options = LiveOptions()
        options.shadows = true
        options.decision.threshold = 8000
        if evidence > 0 {
            options.decision.evidence = evidence
            options.decision.evidenceLeak = 10
            options.decision.evidenceShares = EvidenceShares(factors: shares)
            // What is entered is left at the next window.
            options.decision.exitRatio = 0
        }
        let identity = Self.identity(rate: rate, predicts: predicts)
        device = ScriptedDevice(transport: pair.device, identity: identity)
        pipeline = LivePipeline(
            transport: pair.host, model: model, options: options, clock: clock, observer: observer, sessionID: 9)
        shape = model.weights.shape
        recogniser = OwnedRecogniser(model.weights, features: sixFeatures, rate: nil, decision: options.decision)
        try recogniser.bind(identity.sensor)
        try pipeline.open()
        // HELLO is there before the first sample, so that the host sees them all.
        try device.service()
        try pipeline.step(longestWait: 0)
    }

    /// One sample period; `loses` throws away what the device writes.
    func tick(loses: Bool = false) throws {
        let counts = (0..<6).map { _ in Int16.random(in: -8000...8000, using: &generator) }
        let time = device.now
        device.push(counts)
        if let recognised = recogniser.recogniser.push(counts, at: time) { send(recognised, at: time) }
        clock.now += 40_000
        if loses { try device.deliver { $0.removeAll() } }
        try device.service()
        try pipeline.step(longestWait: 0)
    }

    func tick(times: Int, loses: Bool = false) throws {
        for _ in 0..<times { try tick(loses: loses) }
    }

    /// The device's own windows start over, as after samples that it missed.
    func miss(_ samples: UInt16) {
        device.drop(samples)
        recogniser.recogniser.restart()
    }

    private func send(_ recognised: RecognisedWindow, at time: UInt64) {
        var scores = (0..<shape.labels).map { recogniser.recogniser.probabilities[$0] }
        var message = PredictionMessage(
            recognised.decision, windowEnd: time, lastIndex: device.lastIndex, slot: recognised.window.slot,
            windowsBefore: recognised.windowsBefore)
        adjust(&message, &scores)
        device.send(message, scores: scores)
    }

    var verdicts: [ShadowComparison.Verdict] { observer.comparisons.map(\.verdict) }
    var counts: ShadowStatistics { pipeline.statistics.shadow }
}

@Suite("Shadowing a device that classifies by itself")
struct ShadowTests {
    @Test("finds every window and every decision the same", arguments: [false, true])
    func same(carries: Bool) throws {
        let bench = try Bench(carries: carries)
        try bench.tick(times: 220)
        #expect(bench.counts.compared == 41)
        #expect(bench.counts.decisions == 41)
        #expect(bench.counts.differing == 0)
    }

    @Test("does so where some windows are unlike all that was learned", arguments: [false, true], [0, 1500] as [UInt16])
    func unknown(carries: Bool, evidence: UInt16) throws {
        let bench = try Bench(carries: carries, evidence: evidence, detects: true)
        try bench.tick(times: 220)
        #expect(bench.counts.decisions == 41)
        #expect(bench.counts.differing == 0)
    }

    @Test("does so after a convolution, and with a hop that does not divide the window")
    func convolution() throws {
        let bench = try Bench(carries: true, shape: .init(10, 4, 6, 12, [7], [3]))
        try bench.tick(times: 90)
        #expect(bench.counts.compared == 21)
        #expect(bench.counts.differing == 0)
    }

    @Test(
        "finds every decision by evidence the same, and knows the evidence again after a loss",
        arguments: [300, 1500, 6000] as [UInt16], [[], [2, 0.25, 0.5]])
    func evidence(_ bits: UInt16, shares: [Double]) throws {
        let bench = try Bench(carries: false, evidence: bits, shares: shares)
        var entered = 0
        bench.adjust = { message, _ in if message.phase == .enter { entered += 1 } }
        for _ in 0..<20 {
            try bench.tick(times: 300)
            try bench.tick(loses: true)
        }
        #expect(bench.counts.differing == 0)
        #expect(entered > 5, "\(entered)")
        // Of 60 windows between two losses 4 cannot be recomputed, and a few more must pass until the evidence is known.
        #expect(bench.counts.decisions > 20 * 30)
    }

    @Test("finds a label entered for which there is not enough evidence")
    func tooLittleEvidence() throws {
        let bench = try Bench(carries: false, evidence: 60_000)
        bench.adjust = { message, _ in if message.lastIndex == 34 { message.phase = .enter } }
        try bench.tick(times: 60)
        #expect(bench.verdicts.filter { $0 == .decisionDiffers }.count == 1)
    }

    @Test("finds one bit of one score")
    func bit() throws {
        let bench = try Bench(carries: false)
        bench.adjust = { message, scores in if message.lastIndex == 29 { scores[2] ^= 1 } }
        try bench.tick(times: 60)
        #expect(bench.verdicts.filter { $0 == .scoresDiffer }.count == 1)
        #expect(bench.counts.differing == 1)
        #expect(bench.counts.compared == 9)
    }

    @Test("finds a decision that the scores do not give")
    func decision() throws {
        let bench = try Bench(carries: false)
        bench.adjust = { message, _ in if message.lastIndex == 34 { message.confidence ^= 1 } }
        try bench.tick(times: 60)
        #expect(bench.verdicts.filter { $0 == .decisionDiffers }.count == 1)
        #expect(bench.counts.differing == 1)
    }

    @Test("recomputes what is whole after samples were lost on the way; a carried state is not known until the windows start over")
    func lost() throws {
        for carries in [false, true] {
            let bench = try Bench(carries: carries)
            try bench.tick(times: 60)
            try bench.tick(loses: true)
            try bench.tick(times: 60)
            #expect(bench.counts.differing == 0)
            // Windows ending at samples 65, 70 and 75, 80 hold the lost one; after them only a network without memory is known
            // again.
            #expect(bench.counts.notRecomputed == (carries ? 12 : 4))
            #expect(bench.counts.compared == (carries ? 9 : 17))
            bench.miss(3)
            try bench.tick(times: 60)
            #expect(bench.counts.differing == 0)
            #expect(bench.counts.compared == (carries ? 18 : 26))
        }
    }

    @Test("compares decisions again soon after a prediction was lost, and counts it")
    func decisionsAgain() throws {
        let bench = try Bench(carries: false)
        try bench.tick(times: 60)
        #expect(bench.counts.decisions == 9)
        // Window 9 ends with sample 64; its prediction and one sample after it are lost, windows 10 to 13 hold that sample.
        try bench.tick(times: 4)
        try bench.tick(times: 2, loses: true)
        try bench.tick(times: 154)
        #expect(bench.counts.skipped == 1)
        #expect(bench.counts.differing == 0)
        // Three windows for the smoothing, and as long as anything can be kept quiet.
        #expect(bench.counts.decisions >= bench.counts.compared - 4)
        bench.adjust = { message, _ in message.confidence ^= 1 }
        try bench.tick(times: 5)
        #expect(bench.counts.differing == 1)
    }

    @Test("does not take a label that the device entered unseen for a wrong decision", arguments: [0, 1, 2, 3])
    func unseen(lost: Int) throws {
        // Predictions are lost at different places, then the device starts its windows over while it may hold a label.
        let bench = try Bench(carries: false)
        var windows = 0
        bench.adjust = { message, scores in
            windows += 1
            if windows % 4 == lost { scores = [] }
        }
        for _ in 0..<12 {
            try bench.tick(times: 43)
            bench.miss(2)
        }
        #expect(bench.counts.differing == 0)
        #expect(bench.counts.incomparable > 10)
    }

    @Test("finds a slot that is not the next one's")
    func slot() throws {
        let bench = try Bench(carries: false)
        bench.adjust = { message, _ in if message.lastIndex == 34 { message.slot = 0 } }
        try bench.tick(times: 60)
        // Out of its turn, so that nothing is said of its decision, nor of the next.
        #expect(bench.counts.decisions < 9)
    }

    @Test("does not know a carried state if the host came late")
    func late() throws {
        let bench = try Bench(carries: true)
        bench.adjust = { message, _ in message.windowsBefore = message.windowsBefore == 0 ? 9 : message.windowsBefore }
        try bench.tick(times: 60)
        #expect(bench.counts.compared == 0)
        #expect(bench.counts.notRecomputed == 9)
    }

    @Test("counts windows without scores, or with those of another network")
    func scores() throws {
        let bench = try Bench(carries: false)
        bench.adjust = { message, scores in if message.slot == 1 { scores = [] } else if message.slot == 2 { scores.removeLast() } }
        try bench.tick(times: 60)
        #expect(bench.counts.incomparable == 4)
        #expect(bench.counts.compared == 5)
    }

    /// Why a bench cannot be set up.
    private func refusal(rate: Float, predicts: Bool) -> MisfitError.Reason? {
        do {
            _ = try Bench(carries: false, rate: rate, predicts: predicts)
        } catch LiveFailure.misfit(let misfit) {
            return misfit.reason
        } catch {}
        return nil
    }

    @Test("is refused where the device does not classify")
    func refused() {
        #expect(refusal(rate: 25, predicts: false) == .shadow)
    }

    @Test("is refused where the device classifies at another rate, which is not touched")
    func otherRate() {
        #expect(refusal(rate: 50, predicts: true) == .rate)
    }

    @Test("asks a device for the model's rate first, at which it may classify")
    func askedFirst() {
        #expect(refusal(rate: 50, predicts: false) == nil)
    }
}
