import Presentation
import Recording

/// A recording for a verb.
///
/// - Parameter userAcceleration: of the book's 14 columns take the acceleration without gravity.
func readRecording(_ path: String, userAcceleration: Bool) throws -> Recording {
    var reader = RecordingReader()
    reader.userAccelerationOnly = userAcceleration
    return try reader.read(path)
}

/// Refuses a recording one of whose sessions was taken at another rate than the model's, by more than a tenth.
func checkRate(of recording: Recording, against wanted: Double?, model: String) throws {
    guard let wanted else { return }
    for session in recording.sessions {
        guard let found = session.rate, (found - wanted).magnitude > wanted * 0.1 else { continue }
        let rates = String(printing: "at %.4g Hz, the model ", found) + model + String(printing: " is for %.4g Hz", wanted)
        throw Refusal(
            .badData, "\(recording.path), session “\(session.name)”, was recorded \(rates); resample it or use a model for its rate"
        )
    }
}
