/// A serial port that is connected now, and what is known of the device behind it.
public struct PortDescription: Hashable, Sendable {
    /// How the port reaches this computer.
    public enum Connection: String, Hashable, Sendable {
        /// A USB device, or an adapter.
        case usb
        /// A paired Bluetooth device.
        case bluetooth
        /// A port of the computer itself.
        case native
    }

    /// The path to open.
    public var path: String
    /// What the operating system calls the port, for people.
    public var description: String
    /// How the port reaches this computer.
    public var connection: Connection
    /// The USB vendor's number.
    public var usbVendorID: UInt16?
    /// The USB product's number.
    public var usbProductID: UInt16?
    /// The manufacturer's name, as the USB device tells it.
    public var manufacturer: String?
    /// The product's name, as the USB device tells it.
    public var product: String?
    /// The serial number, as the USB device tells it; many cheap adapters have none.
    public var serialNumber: String?

    /// Describes a port.
    public init(
        path: String, description: String, connection: Connection, usbVendorID: UInt16? = nil, usbProductID: UInt16? = nil,
        manufacturer: String? = nil, product: String? = nil, serialNumber: String? = nil
    ) {
        self.path = path
        self.description = description
        self.connection = connection
        self.usbVendorID = usbVendorID
        self.usbProductID = usbProductID
        self.manufacturer = manufacturer
        self.product = product
        self.serialNumber = serialNumber
    }

    /// Whether both descriptions are of the same piece of hardware, as far as USB tells. The path does not count: it changes.
    func isSameUSBDevice(as other: PortDescription) -> Bool {
        guard let usbVendorID, let usbProductID else { return false }
        return usbVendorID == other.usbVendorID && usbProductID == other.usbProductID && serialNumber == other.serialNumber
    }
}
