/// Something that happens to a device at a time of its clock.
struct DeviceStep {
    /// Microseconds, never less than the step before.
    var time: UInt64
    var action: Action

    enum Action: Sendable {
        case poll
        /// The sensor took a sample, at this time or a little earlier.
        case sample([Int16], taken: UInt64)
        /// The sensor took samples that the firmware missed.
        case missed(UInt16)
        /// The host sent bytes.
        case bytes([UInt8])
        case prediction(Prediction, scores: [Int16])
        case event(Event)
        /// The program tells how the device is.
        case health(Heartbeat.Health)
        /// The port takes the first bytes that wait, as many as there are up to this number.
        case port(Int)
    }
}

/// What can be seen of a device after a step.
struct DeviceReport: Equatable {
    /// All bytes that wait for the port. Nothing leaves but by a step of its own, so nothing is overlooked.
    var waiting: [UInt8]
    /// What its actuators did in this step.
    var changes: [Change]
    /// Whether what the program sent found room; nil if it sent nothing.
    var hadRoom: Bool?
    /// What the next heartbeat will say. With it a failsafe is told from the end of a duration.
    var failsafeActed: Bool
    var lastIndex: UInt16
    /// What the program heard of the host in this step.
    var told: [Told] = []

    /// What a host says that does not change the device.
    enum Told: Equatable {
        case labels(Labels)
        case hostLeft
    }

    /// What an actuator does from now on.
    struct Change: Equatable {
        var time: UInt64
        /// Issued and time to live are 0.
        var command: Feedback
        /// Not the end of a duration, not the failsafe, not GOODBYE.
        var isCommanded: Bool
    }
}

extension DeviceReport: CustomStringConvertible {
    /// The last frames in hexadecimal: what came before was the same, or had been told of.
    var description: String {
        let frames = waiting.split(separator: 0).suffix(3).map { $0.map { String($0, radix: 16) }.joined(separator: " ") }
        let program = hadRoom.map { $0 ? ", had room" : ", had no room" } ?? ""
        return "\(waiting.count) bytes wait, at last \(frames); \(changes); failsafe \(failsafeActed), index \(lastIndex)\(program)"
    }
}

extension [DeviceReport.Change] {
    /// The changes actuator by actuator: in which order several change in the same instant, no rule says.
    ///
    /// Where a frame came so late that its actuator was due to go off, and nobody had polled, C turns it off first and Swift says
    /// at once what it does from now on. An end that a command follows in the same instant is therefore left out.
    var inOrder: Self {
        var last: [Int: Self] = [:]
        for change in self {
            let place = Int(change.command.actuator) << 8 | Int(change.command.unit)
            if change.isCommanded, let before = last[place]?.last, !before.isCommanded { last[place]?.removeLast() }
            last[place, default: []].append(change)
        }
        return last.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

/// One of the two implementations of the device's role, on a board of the tests.
protocol DeviceTwin: AnyObject {
    /// Receives before it polls, and polls after it received, as both are meant to be used.
    func perform(_ step: DeviceStep) -> DeviceReport
}
