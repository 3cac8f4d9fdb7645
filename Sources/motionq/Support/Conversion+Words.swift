import Formatting
import Quantization

extension Conversion.Remark {
    /// A sentence for the person who asked for the conversion.
    var sentence: String {
        switch self {
        case .rateTaken(let rate):
            "The network names no sampling rate; it is taken to be the recordings', \(Numbers.hertz(rate))."
        case .resampled(let sessions, let all, let rate):
            "\(sessions) of \(all) sessions were resampled to \(Numbers.hertz(rate))."
        case .noRate:
            "The network names no sampling rate; give import a --rate, so that it can be checked against devices."
        case .noBytes:
            "All weights have 16 bits: with 8 in any matrix a probability could move too far on these recordings."
        }
    }
}
