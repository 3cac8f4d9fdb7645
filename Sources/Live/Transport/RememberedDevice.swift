/// A USB device by what stays the same when it is plugged in elsewhere. Not by its path, which does not.
public struct RememberedDevice: Codable, Equatable, Sendable {
    public var vendor: UInt16
    public var product: UInt16
    /// Many cheap adapters have none.
    public var serialNumber: String?
    /// What its HELLO told as unique id, in hexadecimal; nil before it said one.
    public var uniqueID: String?

    /// Nil for a port that is not USB.
    public init?(_ port: PortDescription, uniqueID: String? = nil) {
        guard let vendor = port.usbVendorID, let product = port.usbProductID else { return nil }
        self.vendor = vendor
        self.product = product
        self.uniqueID = uniqueID
        serialNumber = port.serialNumber
    }

    /// Whether USB tells the same of a port as of this device.
    public func isLike(_ port: PortDescription) -> Bool {
        vendor == port.usbVendorID && product == port.usbProductID && serialNumber == port.serialNumber
    }

    /// Where the device is now.
    ///
    /// - Parameters:
    ///   - ports: those that are there.
    ///   - ask: the unique id of the device at a port, which has to be opened for that; called only where USB tells several
    ///     apart by nothing.
    /// - Returns: nil if it is not there, or cannot be told from others.
    public func found(among ports: [PortDescription], ask: (PortDescription) -> String?) -> PortDescription? {
        let matches = ports.filter { isLike($0) }
        guard matches.count > 1 else { return matches.first }
        guard let uniqueID, !uniqueID.isEmpty else { return nil }
        return matches.first { ask($0) == uniqueID }
    }
}
