package import WireProtocol

/// What can be asked of a device by way of an outlet.
package enum OutletRequest: Sendable, Equatable {
    /// A light, a sound, a movement.
    case action(ActuatorAction)
    /// That nothing is recognised for a while, or that it goes on.
    case pause(Bool)
}

/// Does what is asked for, now or never. Called on any thread.
package protocol OutletControl: AnyObject, Sendable {
    func obey(_ request: OutletRequest)
    /// Whether nothing is recognised for a while.
    var isPaused: Bool { get }
}
