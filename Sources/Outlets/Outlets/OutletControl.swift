package import WireProtocol

/// What can be asked of a device by way of an outlet.
package enum OutletRequest: Sendable, Equatable {
    /// A light, a sound, a movement.
    case action(ActuatorAction)
    /// That nothing is recognised for a while, or that it goes on.
    case pause(Bool)
    /// That another model recognises from now on, by its name.
    case model(String)
}

/// Does what is asked for, now or never. Called on any thread.
package protocol OutletControl: AnyObject, Sendable {
    /// - Returns: false if it cannot be done, now or later: there is no model of that name.
    func obey(_ request: OutletRequest) -> Bool
    /// The names of the models that may be asked for; empty: there is no other.
    var models: [String] { get }
    /// Whether nothing is recognised for a while.
    var isPaused: Bool { get }
}
