public import Formatting
import MotionCore
public import Recordings

/// Why a model cannot be converted.
public enum ConversionError: Error, Sendable, Equatable {
    /// A recording and its rate in samples per second.
    public struct RateOfRecording: Sendable, Equatable {
        public let path: String
        public let rate: Double
    }

    /// Recordings lack what the model reads.
    case recording(RecordingError)
    /// The model names no rate, and the recordings differ in theirs.
    case rates(RateOfRecording, RateOfRecording)
    /// Time stamps that cannot be milliseconds.
    case implausibleRate(session: String, rate: Double)
    /// No recording is as long as a window of so many samples.
    case noWindow(length: Int)
    /// Without recordings nobody knows the range of an input that is no motion.
    case unknownRange(input: String)
    /// Which weights may have 8 bits is seen on recordings alone.
    case noRecordingsForBytes
    /// No scales make the network run.
    case quantizer(QuantizerError)
    /// The environment asks for kernels that this machine does not have.
    case kernels(asked: String)
}

extension ConversionError: ExplainedError {
    public var kind: FailureKind {
        if case .kernels = self { .usage } else { .badData }
    }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        switch self {
        case .recording(let error): error.sentence
        case .rates(let first, let second):
            "\(first.path) has \(Numbers.hertz(first.rate)) and \(second.path) \(Numbers.hertz(second.rate)), and the network names no rate"
                + "\(remedy: "import it with \(.rate)")"
        case .implausibleRate(let session, let rate):
            "session “\(session)” has \(Numbers.hertz(rate)) by its time stamps; timestamp_ms counts milliseconds"
        case .noWindow(let length):
            "the calibration recordings hold no window of \(length) samples\(remedy: "give longer ones")"
        case .unknownRange(let input):
            "nobody knows how large “\(input)” may become, which is no motion\(remedy: "give recordings of it with \(.data)")"
        case .noRecordingsForBytes:
            "which weights may have 8 bits is seen on recordings\(remedy: "give some with \(.data)")"
        case .quantizer(let error): "\(error)"
        case .kernels(let asked): "\(NetworkError.kernels(asked: asked).description)"
        }
    }
}
