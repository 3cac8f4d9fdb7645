import Recording

/// A recording for a verb.
///
/// - Parameter userAcceleration: of the book's 14 columns take the acceleration without gravity.
func readRecording(_ path: String, userAcceleration: Bool) throws -> Recording {
    var reader = RecordingReader()
    reader.userAccelerationOnly = userAcceleration
    return try reader.read(path)
}
