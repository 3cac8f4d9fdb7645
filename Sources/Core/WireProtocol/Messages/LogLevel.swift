/// How much a line of a device's LOG matters (PROTOCOL.md §6.9).
public enum LogLevel: UInt8, Sendable, CaseIterable {
    case error = 0
    case warning = 1
    case information = 2
    case debug = 3

    // Here, because a raw value is known not to allocate only beside its enumeration.
    var code: UInt8 { @_noAllocation get { rawValue } }
}
