/// What one actuator does from now on. The board drives the pin, and does the blinking.
public struct ActuatorChange: Sendable, Equatable {
    /// Device time, extended to 64 bits, in microseconds.
    public var time: UInt64
    /// Pattern off where a duration, the failsafe or GOODBYE ended it.
    public var action: ActuatorAction
    /// Why it changes.
    public var reason: Reason
    /// The command that asked for it, or whose action has now ended.
    public var sequence: UInt16

    /// Why an actuator changes.
    public enum Reason: UInt8, Sendable, CaseIterable {
        /// A command, to an actuator that was off.
        case command
        /// A command, to an actuator that was on.
        case replaced
        /// The duration of its command is over.
        case duration
        /// The host fell silent.
        case failsafe
        /// The host ended.
        case goodbye
    }

    @_noAllocation
    public init(time: UInt64, action: ActuatorAction, reason: Reason, sequence: UInt16) {
        self.time = time
        self.action = action
        self.reason = reason
        self.sequence = sequence
    }
}
