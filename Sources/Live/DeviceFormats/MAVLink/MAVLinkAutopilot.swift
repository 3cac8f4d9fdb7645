/// What is known of an autopilot that is heard: from its heartbeats, and whether attitude comes.
public struct MAVLinkAutopilot: Sendable, Equatable {
    /// Whose firmware it is.
    public enum Firmware: Sendable, Equatable {
        case arduPilot, px4, other
    }

    /// nil until a heartbeat says it.
    public private(set) var firmware: Firmware?
    /// Whether ATTITUDE or ATTITUDE_QUATERNION was heard: angles that the autopilot has worked out, no motion.
    public private(set) var hasAttitude = false
    /// The framing of its last heartbeat: 1 or 2.
    public private(set) var version: UInt8 = 2
    /// nil until a heartbeat says it.
    private(set) var address: MAVLinkAddress?
    /// Whether it is none, but a camera or a gimbal.
    private var isAccessory = false

    /// Its number, 1 … 255; nil until a heartbeat says it.
    public var system: UInt8? { address?.system }
    public var component: UInt8? { address?.component }

    var isArduPilot: Bool { firmware == .arduPilot }

    init() {}

    /// MAV_TYPE of a ground station; MAV_AUTOPILOT of ArduPilot, of PX4, and of what is none.
    private static let (groundStation, ardupilotmega, px4, none) = (UInt8(6), UInt8(3), UInt8(12), UInt8(8))

    /// What is no autopilot is taken for one until an autopilot is heard.
    mutating func hear(heartbeat from: MAVLinkAddress, kind: UInt8, firmware number: UInt8, version: UInt8) {
        guard kind != Self.groundStation else { return }
        guard firmware == nil || from == address || (isAccessory && number != Self.none) else { return }
        address = from
        isAccessory = number == Self.none
        self.version = version
        firmware =
            switch number {
            case Self.ardupilotmega: .arduPilot
            case Self.px4: .px4
            default: .other
            }
    }

    mutating func hearAttitude() { hasAttitude = true }
}
