/// What to do with a port's DTR and RTS lines, which many boards have wired to their reset circuit.
///
/// The kernel raises both lines while it opens a port, before any program can object.
public enum DTRPolicy: Equatable, Sendable, CaseIterable {
    /// Raise both: most boards send only while they are raised.
    case assert
    /// Lower both at once after opening.
    case leaveOff
    /// Touch neither, and leave them raised at close, so that a board does not restart when the port is opened next.
    case keep
}
