package import WireProtocol

/// One thing that a device did, as outlets hear of it.
package enum OutletNews: Sendable {
    /// A device greeted; the same one again after a reset or a reconnection.
    case device(OutletDevice)
    /// How the device does: at every change of the connection, and every few seconds.
    case condition(DeviceCondition)
    /// A gesture began or ended.
    case gesture(OutletGesture)
    /// A window was judged.
    case window(OutletWindow)
    /// A sample of each channel, in the channels' units; those without a value in this sample are left out.
    case channels([(name: String, value: Double)])
}

/// What a device says of itself.
package struct OutletDevice: Sendable, Equatable {
    /// What names the board for all its life, in hexadecimal digits; of a board that tells none, its port's name.
    package var id: String
    /// As its firmware calls it. Not trusted.
    package var name: String
    /// Of its firmware's library; empty if not told. Not trusted.
    package var library = ""
    /// Samples a second, as it announces them.
    package var rate: Double
    /// Its lights and sounds; nil: not told.
    package var actuators: ActuatorUnits?

    package init(id: String, name: String, library: String = "", rate: Double, actuators: ActuatorUnits? = nil) {
        (self.id, self.name, self.library, self.rate, self.actuators) = (id, name, library, rate, actuators)
    }
}

/// How a device does.
package struct DeviceCondition: Sendable, Equatable {
    /// Whether it is heard.
    package var isHere = false
    /// Samples a second, as they were measured; nil before that is known.
    package var rate: Double?
    /// Samples that arrived, and that never did, over all connections.
    package var samples: UInt64 = 0
    package var lost: UInt64 = 0
    /// Percent; nil: not told.
    package var battery: Int?

    package init() {}
}

/// A gesture that began or ended.
package struct OutletGesture: Sendable, Equatable {
    package enum Phase: String, Sendable {
        case enter, exit
    }

    /// By the model's labels.
    package var label: Int
    package var phase: Phase
    /// 0 … 1; nil at an end that no window told.
    package var confidence: Double?
    /// Of the last sample that it was told by: seconds since 1970.
    package var time: Double
    /// Counts the gestures of a run, from 1: whoever gets one twice, or not at all, can tell.
    package var number: Int

    package init(label: Int, phase: Phase, confidence: Double?, time: Double, number: Int) {
        (self.label, self.phase, self.confidence, self.time, self.number) = (label, phase, confidence, time, number)
    }
}

/// A window and what the network said of it.
package struct OutletWindow: Sendable, Equatable {
    /// 0 … 1, one per label.
    package var probabilities: [Double]
    /// Of its last sample: seconds since 1970.
    package var time: Double

    package init(probabilities: [Double], time: Double) { (self.probabilities, self.time) = (probabilities, time) }
}
