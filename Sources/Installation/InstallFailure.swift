package import Transport
package import WireProtocol

/// Why a network did not come to a device. The device runs what it ran before, unless a case says otherwise.
package enum InstallFailure: Error {
    /// The port is gone, takes nothing, or somebody wants to stop.
    case line(LineStop)
    /// Nobody says HELLO.
    case noDevice
    /// The device speaks another major version of the protocol.
    case otherVersion
    /// This device takes no network over its line.
    case cannot(HelloMessage)
    /// The device refused, with this status code.
    case refused(UInt8)
    /// The device answers no more. Whether the last step reached it, nobody knows: it runs the old network or the new one.
    case unanswered
    /// The device says that it is done, and does not announce the network.
    case notRunning

    /// Whether no network would help: the device is not there, or takes none.
    package var isOfDevice: Bool {
        switch self {
        case .line, .noDevice, .otherVersion, .cannot, .unanswered, .notRunning: true
        case .refused(let status): [.flash, .notBegun].contains(InstalledMessage.Status(code: status))
        }
    }

    /// What happened, and what to do about it.
    package var sentence: String {
        switch self {
        case .line(.interrupted): "interrupted; the device runs the network that it ran, or the new one"
        case .line(.transport(let error)): "\(error)"
        case .noDevice: "no device greets; see `motionq doctor`"
        case .otherVersion: "the device speaks another version of the protocol; flash firmware of this version"
        case .cannot:
            "this device takes no network over its line (capability 10 of HELLO): its firmware was built without, or its flash cannot be "
                + "written by a program; export the model, and flash the board"
        case .refused(let status): Self.sentence(of: InstalledMessage.Status(code: status), code: status)
        case .unanswered:
            "the device answers no more; it runs the network that it ran, or the new one: see what `motionq monitor` says of it"
        case .notRunning: "the device has taken the image and does not announce its network; flash its firmware anew"
        }
    }

    private static func sentence(of status: InstalledMessage.Status?, code: UInt8) -> String {
        switch status {
        case .tooLarge: "the image is larger than a slot of the device's flash; a smaller network fits"
        case .damaged: "the image did not arrive whole, five times over; the line or the flash damages it"
        case .invalid: "the device does not take it for a network that could run; its firmware is of another version: flash it anew"
        case .flash: "the device's flash could not be erased or written"
        case .notBegun: "the device resets while the image is on its way, again and again"
        case .unsupported:
            "the network does not fit this device: it needs other channels, another rate or more memory than the firmware has "
                + "room for"
        case .ok, .outOfOrder, nil: "the device answers with status \(code), which this version does not know here"
        }
    }
}
