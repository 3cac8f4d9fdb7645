import Formatting
import MotionCore
import Quantization

extension Conversion.Remark {
    /// A sentence for the person who asked for the conversion.
    var sentence: String {
        switch self {
        case .rateTaken(let rate):
            "The network names no sampling rate; it is taken to be the recordings', \(Self.hertz(rate))."
        case .resampled(let sessions, let all, let rate):
            "\(sessions) of \(all) sessions were resampled to \(Self.hertz(rate))."
        case .noRate:
            "The network names no sampling rate; give import a --rate, so that it can be checked against devices."
        }
    }

    private static func hertz(_ rate: Double) -> String { String(printing: "%.4g Hz", rate) }
}

extension ConversionError {
    /// The error of the part that failed, which other calls throw as well; nil for the conversion's own.
    var cause: (any Error)? {
        switch self {
        case .missingFeature(let error): error
        case .quantizer(let error): error
        case .kernels(let asked): NetworkError.kernels(asked: asked)
        case .rates, .implausibleRate, .noWindow: nil
        }
    }
}
