/// Why a HELLO is refused (PROTOCOL.md §6.1): the item at fault.
public enum HelloFault: UInt8, Error, Sendable, CaseIterable {
    /// An item runs beyond the payload.
    case truncated
    /// A length or a value that the table does not have.
    case role
    case session
    case uniqueID
    case name
    case capabilities
    /// Not above 0 and at most 10,000.
    case rate
    /// A length other than 14, or an unknown unit.
    case channel
    /// 0, or no finite number; or an offset or full scale that is not finite.
    case scale
    /// More than nine.
    case tooManyChannels
    /// Not ±1, ±2, ±3, each once.
    case axes
    case minorVersion
    /// More than eight of a kind.
    case actuators
    /// Not eight bytes.
    case network
    /// Not 1 … 16 bytes.
    case library
    /// Not eight bytes.
    case image
    /// A required item is not there.
    case lacksRole
    case lacksSession
    case lacksCapabilities
    case lacksRate
    case lacksChannels

    // Marked by hand, as in `MessageKind`.
    var code: UInt8 { @_noAllocation get { rawValue } }
}
