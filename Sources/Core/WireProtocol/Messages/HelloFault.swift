/// Why a HELLO is refused (PROTOCOL.md §6.1), or a CHANNELS (§6.14): what is at fault.
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
    /// Not 1 … 32, or not as many as the items of the channels allow.
    case channelNumber
    /// Of CHANNELS: an entry that is not whole, or stands beyond the 32nd channel.
    case entry
    /// Of CHANNELS: a name or unit that is too long, or holds a control character, a comma or a quotation mark.
    case channelText
    /// Of CHANNELS: two channels with the same name.
    case doubleName
    /// Of CHANNELS: a channel that is no motion, and has no name.
    case lacksName
    /// A required item is not there.
    case lacksRole
    case lacksSession
    case lacksCapabilities
    case lacksRate
    case lacksChannels

    // Marked by hand, as in `MessageKind`.
    var code: UInt8 { @_noAllocation get { rawValue } }
}
