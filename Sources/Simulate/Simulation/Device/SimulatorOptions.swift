import MotionCore

/// How a virtual device behaves. The defaults are a good board on a good cable.
public struct SimulatorOptions: Sendable {
    /// How fast the recording is replayed.
    public enum Speed: Sendable, Equatable {
        /// Recorded time passes so many times as fast as real time, above 0. 1 is what a device does.
        case times(Double)
        /// As fast as the port takes the bytes.
        case max
    }

    /// What the recording's first three channels are.
    public enum AccelerationKind: Sendable {
        /// Acceleration as a sensor feels it.
        case withGravity
        /// Acceleration with gravity removed.
        case user

        var firstChannel: ChannelKind {
            switch self {
            case .withGravity: .accelerationX
            case .user: .userAccelerationX
            }
        }
    }

    /// The device's clock jumps, and all that it tells follows: headers, samples, TIMESYNC, ACK; so does what it makes of `issued`.
    /// Its periods, durations and failsafe go on as they were.
    public struct ClockStep: Sendable, Equatable {
        /// Microseconds since boot by the link clock, steps left out.
        public var time: UInt64
        /// Microseconds, forwards or back.
        public var microseconds: Int64

        public init(at time: UInt64, by microseconds: Int64) {
            self.time = time
            self.microseconds = microseconds
        }
    }

    /// See `ReplayClock` for what the device's clocks do at speeds other than 1.
    public var speed = Speed.times(1)
    /// Begin again after the last session, until stopped.
    public var loops = false
    /// Where to put a symbolic link to the port; nil for none.
    public var linkPath: String?
    public var accelerationKind = AccelerationKind.withGravity
    /// By how much the device's clock runs fast against the host's, in parts per million, −60,000 … 60,000.
    public var driftPartsPerMillion = 40.0
    /// When the device's clock is set, in the order of their times. A real device's clock is not (PROTOCOL.md §1): this is for
    /// tests of hosts.
    public var clockSteps: [ClockStep] = []
    /// Most by which a sample is taken early or late, in microseconds; cut to a fifth of the sample period.
    public var jitterMicroseconds = 1000.0
    /// Device time at boot, in microseconds. By default 71 seconds before the 32-bit counter wraps.
    public var clockStart: UInt64 = 4_223_967_296
    /// Seed of jitter and faults. The session ids differ from run to run, whatever the seed.
    public var seed: UInt64 = 1
    public var faults = LinkFaults()
    /// Samples per second of a session with a single sample.
    public var fallbackRate = 25.0
    /// Bytes that wait on the device for the port. What exceeds them is dropped at speed 1; at other speeds the replay waits.
    public var queueCapacity = 65_536
    /// Who holds the device and watches its lights: their motion is sent, in the recording's time, in place of its values. Nil:
    /// nobody.
    public var watcher: (any LightWatcher)?
    /// What HELLO tells: at most 32 bytes of UTF-8.
    public var name = "MotionQ15 simulator"
    /// What HELLO tells as unique id: at most 16 bytes of UTF-8.
    public var uniqueID = "simulated-0"

    public init() {}
}
