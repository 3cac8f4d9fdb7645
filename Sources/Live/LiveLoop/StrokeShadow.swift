import MotionCore
import WireProtocol

/// Something beside a device that classifies by itself, from the samples that it sent.
protocol DeviceShadow: AnyObject {
    /// A new session: the device begins again.
    func restart()
    /// What the device knew before its next sample may not be what is known of it here.
    func interrupt()
    /// Takes a sample as the recogniser takes it.
    func push(_ sample: UnsafePointer<Int16>, index: UInt16)
    /// Compares one window of the device's.
    func compare(_ message: PredictionMessage, _ payload: PayloadReader) -> ShadowComparison
}

extension DeviceShadow {
    /// Most see by the samples' indices what is missing.
    func interrupt() {}
}

/// Cuts the strokes out of a device's samples once more, and compares what it says of them, bit for bit.
///
/// Where the line has lost samples, strokes begin and end elsewhere here than there; until everything that a stroke depends on has
/// arrived again, none is compared. Allocates in `init` and where a stroke ended.
final class StrokeShadow: DeviceShadow {
    /// What was said of a stroke here.
    private struct Said {
        var index: UInt16
        var decision: Decision
        var scores: [Int16]
    }

    private let recogniser: OwnedRecogniser
    private let labels: Int
    private let inputs: Int
    /// Samples after a gap in which strokes are not the device's.
    private let memory: Int
    /// The last strokes, for a device that is slow to tell.
    private var said: [Said] = []
    private static let most = 16
    private var newest: UInt16?
    private var untilKnown = 0

    /// - Parameter recogniser: with no device bound.
    init(_ recogniser: OwnedRecogniser, cut: StrokeCut) {
        self.recogniser = recogniser
        labels = recogniser.weights.shape.labels
        inputs = recogniser.weights.shape.inputs
        // A stroke that may have begun before the gap, what the next one looks back on, and what the running mean remembers.
        let mean = (cut.smoothing + 4) << cut.smoothing
        memory = 2 * (cut.most + cut.pause) + cut.before + cut.lag + mean
    }

    func restart() {
        recogniser.recogniser.restart()
        said = []
        newest = nil
    }

    func push(_ sample: UnsafePointer<Int16>, index: UInt16) {
        if let newest {
            if index != newest &+ 1 { forget() }
        } else if index != 0 {
            forget()
        } else {
            untilKnown = 0
        }
        newest = index
        untilKnown = max(0, untilKnown - 1)
        let window = recogniser.recogniser.push(inputs: UnsafeBufferPointer(start: sample, count: inputs).span, at: 0)
        guard let window, untilKnown == 0 else { return }
        if said.count == Self.most { said.removeFirst() }
        let scores = (0..<labels).map { recogniser.recogniser.probabilities[$0] }
        said.append(Said(index: index, decision: window.decision, scores: scores))
    }

    private func forget() {
        recogniser.recogniser.restart()
        untilKnown = memory
    }

    func compare(_ message: PredictionMessage, _ payload: PayloadReader) -> ShadowComparison {
        var comparison = ShadowComparison(message: message, scores: payload, labels: labels)
        guard PredictionMessage.scoreCount(payload) == labels else {
            comparison.verdict = .incomparable
            return comparison
        }
        guard let here = said.last(where: { $0.index == message.lastIndex }) else { return comparison }
        comparison.host = here.scores
        comparison.decided = true
        let expected = PredictionMessage(
            here.decision, windowEnd: UInt64(message.windowEnd), lastIndex: message.lastIndex, slot: Int(message.slot),
            windowsBefore: Int(message.windowsBefore))
        let isEqual = (0..<labels).allSatisfy { here.scores[$0] == PredictionMessage.score(payload, of: $0) }
        comparison.verdict = !isEqual ? .scoresDiffer : message == expected ? .equal : .decisionDiffers
        return comparison
    }
}
