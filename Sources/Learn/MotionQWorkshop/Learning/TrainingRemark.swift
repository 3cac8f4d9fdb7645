public import Formatting
public import Recordings

/// Something that whoever trains should hear of while it goes on.
public enum TrainingRemark: Sendable {
    /// Recordings hold a value that no sensor measures in g and rad/s.
    case rawCounts(RawCounts)
    /// Each labelled stretch looks like one gesture, and windows every hop are learned.
    case likelyStrokes(LikelyStrokes)
    /// Fewer than three people: nothing tells which form of strokes serves best.
    case noJudgesOfForms
    /// With the state carried the network could not be learned.
    case carryingFailed(any Error)
    /// No counterexample can be made of the strokes.
    case noCounterexamples
    /// Nobody was kept out who could judge what is unlike all that was learned.
    case noJudgesOfUnknown

    /// The remark in words.
    public var sentence: Sentence {
        switch self {
        case .rawCounts(let counts):
            "\(counts.channel) reaches \(counts.value) in \(printable(counts.path)); accelerations are in g and rotations in rad/s, "
                + "are these raw counts?"
        case .likelyStrokes(let strokes):
            "these are strokes: \(strokes.count) gestures of \(String(printing: "%.1f to %.1f s", strokes.shortest, strokes.longest)), each "
                + "labelled from its beginning to its end\(remedy: "\(.strokes) makes each one window, and one decision")"
        case .noJudgesOfForms: "fewer than three people, nobody can say which form of strokes serves best: they are stretched"
        case .carryingFailed(let error): "with the state carried, \(Sentence(of: error)); the other network is kept"
        case .noCounterexamples:
            "no counterexamples are learned from: halves, backwards and mirrored, all are like some recorded stroke"
        case .noJudgesOfUnknown:
            "nobody was kept out, so that how unlike a new person's gestures are is a guess; "
                + "three people or more, or \(.validateSubjects), would tell"
        }
    }
}

extension Sentence {
    /// The sentence of an error, whose settings stay values if it explains itself.
    init(of error: any Error) {
        if let explained = error as? any ExplainedError { self = explained.sentence } else { self.init(String(describing: error)) }
    }
}
