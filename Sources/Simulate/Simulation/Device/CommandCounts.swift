import WireProtocol

/// Commands by what became of them.
public struct CommandCounts: Sendable, Equatable {
    public var ok = 0
    public var duplicate = 0
    public var late = 0
    public var unsupported = 0
    public var refused = 0

    public init() {}

    mutating func count(_ status: AckMessage.Status) {
        switch status {
        case .ok: ok += 1
        case .duplicate: duplicate += 1
        case .late: late += 1
        case .unsupported: unsupported += 1
        case .refused: refused += 1
        }
    }
}
