/// What sort of failure an error is, for a program that acts on it without reading its sentence. The command `motionq` gives each
/// kind an exit code.
public enum FailureKind: Sendable, Hashable, CaseIterable {
    /// The caller asked for what cannot be: a setting, or settings that contradict each other.
    case usage
    /// A file, a recording or a network is damaged, or is not of the kind that was expected.
    case badData
    /// A file that was to be read is not there, or cannot be read.
    case noInput
    /// A device or a port cannot be had now.
    case unavailable
    /// A fault of this package.
    case software
    /// The operating system failed to read or to write.
    case inputOutput
}
