public import Recording

/// Why there is no recording, or no more of it: one sentence.
public enum RecorderError: Error, Sendable, CustomStringConvertible {
    /// What is recorded cannot be kept; what was before is there.
    case notWritten(RecordingError)
    /// The device measures no acceleration.
    case noMotion
    /// It does not measure as what is in the folder was measured.
    case misfit(String)

    public var description: String {
        switch self {
        case .notWritten(let error): "\(error)"
        case .noMotion: "the device measures no acceleration along x, y and z, without which there is no motion to record"
        case .misfit(let sentence): sentence
        }
    }
}
