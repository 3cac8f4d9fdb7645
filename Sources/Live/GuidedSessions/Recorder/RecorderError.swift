public import Formatting
public import Recordings

/// Why there is no recording, or no more of it: one sentence.
public enum RecorderError: ExplainedError {
    /// What is recorded cannot be kept; what was before is there.
    case notWritten(RecordingError)
    /// The device measures no acceleration, and has no channel with a name.
    case noMotion
    /// It does not measure as what is in the folder was measured.
    case misfit(Sentence)

    /// - Parameters: samples per second that the device has, and those that it does not change to.
    static func fixedRate(_ rate: Double, wanted: Double) -> RecorderError {
        misfit(
            "\(String(printing: "the device samples at %.4g Hz and does not change that to %.4g", rate, wanted))\(remedy: "record without \(.rate), and let \(verb: .train, .setting(.rate)) resample")"
        )
    }

    /// - Parameters: samples per second that the device has, and those that strokes are cut at, which it is too far from.
    static func otherRate(_ rate: Double, wanted: Double) -> RecorderError {
        misfit(
            Sentence(String(printing: "the device samples at %.4g Hz, from which no strokes at %.4g Hz can be made", rate, wanted)))
    }

    public var kind: FailureKind {
        if case .notWritten = self { .inputOutput } else { .badData }
    }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .notWritten(let error): "\(error)"
        case .noMotion:
            "the device measures no acceleration along x, y and z, and has no channel with a name: there is nothing to record"
        case .misfit(let sentence): sentence
        }
    }
}
