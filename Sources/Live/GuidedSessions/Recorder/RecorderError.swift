import Formatting
public import Recordings

/// Why there is no recording, or no more of it: one sentence.
public enum RecorderError: Error, Sendable, CustomStringConvertible {
    /// What is recorded cannot be kept; what was before is there.
    case notWritten(RecordingError)
    /// The device measures no acceleration.
    case noMotion
    /// It does not measure as what is in the folder was measured.
    case misfit(String)

    /// - Parameters: samples per second that the device has, and those that it does not change to.
    static func fixedRate(_ rate: Double, wanted: Double) -> RecorderError {
        misfit(
            String(
                printing: "the device samples at %.4g Hz and does not change that to %.4g; record without --rate, and let "
                    + "train --rate resample", rate, wanted))
    }

    /// - Parameters: samples per second that the device has, and those that strokes are cut at, which it is too far from.
    static func otherRate(_ rate: Double, wanted: Double) -> RecorderError {
        misfit(String(printing: "the device samples at %.4g Hz, from which no strokes at %.4g Hz can be made", rate, wanted))
    }

    public var description: String {
        switch self {
        case .notWritten(let error): "\(error)"
        case .noMotion: "the device measures no acceleration along x, y and z, without which there is no motion to record"
        case .misfit(let sentence): sentence
        }
    }
}
