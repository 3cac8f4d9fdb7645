import Recordings

/// What each sample of a session truly is.
public struct SessionTruth: Sendable, Equatable {
    /// One per sample; nil for a sample that is not scored, because nobody labelled it or the model does not know its label.
    public let classes: [Int?]

    public init(_ classes: [Int?]) {
        self.classes = classes
    }

    /// The true label of a window, by the rule of data sets (`DataSet.labelOfWindow`): the one of most samples. Samples that are
    /// not scored count as one class of their own: where it wins, the window is not scored, and the answer is nil.
    public func label(endingAt endSample: Int, length: Int) -> Int? {
        guard case .label(let label) = DataSet.labelOfWindow(classes[endSample - length..<endSample], mixed: .majority) else {
            return nil
        }
        return label
    }

    /// Whether every sample of a window is scored.
    func isScored(endingAt endSample: Int, length: Int) -> Bool {
        classes[max(0, endSample - length)..<endSample].allSatisfy { $0 != nil }
    }

    /// The true events: maximal runs of one label that is not the rest label. Samples that are not scored neither end a run nor
    /// begin one: two runs of one label with only such samples between them are one.
    func events(restLabel: Int?) -> [TrueEvent] {
        var events: [TrueEvent] = []
        var present: Int?
        for (index, sample) in classes.enumerated() {
            guard let sample else { continue }
            if sample != present, sample != restLabel { events.append(TrueEvent(label: sample, start: index, end: index)) }
            if sample != restLabel { events[events.count - 1].end = index + 1 }
            present = sample
        }
        return events
    }
}

/// A stretch of one label: samples `start ..< end` of a session.
struct TrueEvent: Equatable {
    var label: Int
    var start: Int
    var end: Int
}
