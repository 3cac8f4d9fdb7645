/// Which ports came and which went, from one look to the next.
public struct PortWatch: Sendable {
    /// What happened to a port.
    public enum Change: Hashable, Sendable {
        /// It was there at the first look.
        case present(PortDescription)
        case came(PortDescription)
        case went(PortDescription)
    }

    /// Those of the last look; nil before the first.
    private var known: [PortDescription]?

    public init() {}

    /// What changed since the last look: first what went, then what came. Another device under an old path is both.
    ///
    /// - Parameter ports: those that are there now.
    public mutating func observe(_ ports: [PortDescription]) -> [Change] {
        defer { known = ports }
        guard let known else { return ports.map { .present($0) } }
        let went = known.filter { old in !ports.contains { $0.isSamePort(as: old) } }
        let came = ports.filter { new in !known.contains { $0.isSamePort(as: new) } }
        return went.map { .went($0) } + came.map { .came($0) }
    }
}

extension PortDescription {
    /// Whether the same hardware stands under the same path. Names do not count: a system may learn them later.
    fileprivate func isSamePort(as other: PortDescription) -> Bool {
        path == other.path && usbVendorID == other.usbVendorID && usbProductID == other.usbProductID
            && serialNumber == other.serialNumber
    }
}
