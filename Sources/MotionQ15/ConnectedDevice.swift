import Formatting
public import MotionCore
import WireProtocol

/// A device as it introduced itself. If it is of another make, `name` is its format, and the rest was found out.
public struct ConnectedDevice: Sendable, Equatable, CustomStringConvertible {
    /// How many lights, buzzers and motors a device has, 0 … 8 of each.
    public struct Actuators: Sendable, Equatable {
        /// LEDs of one colour.
        public let leds: Int
        /// Lights of any colour.
        public let rgbLights: Int
        /// Buzzers.
        public let buzzers: Int
        /// Motors that vibrate.
        public let motors: Int
    }

    /// One quantity that a device measures.
    public struct Channel: Sendable, Equatable {
        /// `ax`, `ay`, `az` acceleration with gravity, `ux`, `uy`, `uz` without, `gx`, `gy`, `gz` rotation, `mx`, `my`, `mz` the
        /// magnetic field, or the channel's own name. Not trusted.
        public let name: String
        /// In which the device sends it, as people write it, such as `m/s²`; empty if it has none. Not trusted.
        public let unit: String
    }

    /// The firmware's name for itself; empty if it has none. Not trusted: control characters must be escaped before it is shown.
    public let name: String
    /// Two hexadecimal digits a byte, the board's for all its life; nil if it tells none.
    public let id: String?
    /// Another number at every start of the device, reset, or change of its rate.
    public let session: UInt32
    /// Samples per second, as announced.
    public let rate: Double
    /// Quantities of a sample, in the order in which it holds them.
    public let channels: [Channel]
    /// Lights, buzzers and motors; nil if it does not tell.
    public let actuators: Actuators?
    /// What speaks the protocol on it, and its version; nil if it does not tell. Not trusted.
    public let library: String?
    private let kept: KeptSensor

    /// What its counts mean, for a `MotionRecogniser` of such a device.
    public var sensor: SensorDescription { kept.sensor }

    /// A description is as large as many a frame, so that copies share it.
    private final class KeptSensor: Sendable {
        let sensor: SensorDescription

        init(_ sensor: SensorDescription) { self.sensor = sensor }
    }

    init(_ hello: HelloMessage) {
        name = hello.name.text
        id = hello.uniqueID.count > 0 ? hello.uniqueID.hexadecimal : nil
        session = hello.session
        rate = Double(hello.sensor.rate)
        channels = zip(0..<hello.sensor.channelCount, hello.sensor.channelNames).map {
            Channel(name: $1, unit: hello.sensor.channels[$0].unitText)
        }
        actuators = hello.units.map {
            Actuators(leds: Int($0.led), rgbLights: Int($0.rgb), buzzers: Int($0.buzzer), motors: Int($0.vibration))
        }
        library = hello.library.count > 0 ? hello.library.text : nil
        kept = KeptSensor(hello.sensor)
    }

    /// Whether all that both told is the same, bit for bit.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.id == right.id && left.session == right.session && left.library == right.library
            && left.actuators == right.actuators && left.sensor.isSame(as: right.sensor)
    }

    /// `Nano 33 (0A1B2C): 6 channels at 100 Hz`; what it says of itself is escaped.
    public var description: String {
        let called = printable(name.isEmpty ? "a device" : name) + (id.map { " (\($0))" } ?? "")
        return "\(called): \(channels.count) channels at \(Numbers.hertz(rate))"
    }
}
