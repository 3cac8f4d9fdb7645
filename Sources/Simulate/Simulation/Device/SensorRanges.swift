import MotionCore
public import Recordings

/// The measuring ranges of the virtual sensor: the smallest that sensors commonly have and that contain a recording.
public struct SensorRanges: Sendable, Equatable {
    /// g: 2, 4, 8 or 16.
    public let acceleration: Double
    /// Degrees per second: 250, 500, 1000 or 2000.
    public let rotation: Double

    private static let accelerations = [2.0, 4, 8, 16]
    private static let rotations = [250.0, 500, 1000, 2000]

    /// The sensor of the firmware for the emulated boards, where it has six axes alone.
    static let board = SensorRanges(acceleration: 16, rotation: 2000)

    /// The ranges of a cheap sensor in a hand that moves as hands do.
    static let hand = SensorRanges(acceleration: 8, rotation: 2000)

    private init(acceleration: Double, rotation: Double) {
        self.acceleration = acceleration
        self.rotation = rotation
    }

    /// What lies outside the largest range is clipped.
    public init(containing recording: Recording) {
        var acceleration: Float = 0
        var rotation: Float = 0
        for session in recording.sessions {
            let axes = session.channels.names.map { NamedChannels.axis(of: $0)?.axis }
            for (index, value) in session.values.enumerated() where value.isFinite {
                guard let axis = axes[index % axes.count] else { continue }
                if axis < 3 {
                    acceleration = Swift.max(acceleration, value.magnitude)
                } else {
                    rotation = Swift.max(rotation, value.magnitude)
                }
            }
        }
        self.acceleration = Self.accelerations.first { Double(acceleration) <= $0 } ?? 16
        self.rotation = Self.rotations.first { Double(rotation) <= $0 * .pi / 180 } ?? 2000
    }

    /// Full scale of a channel, 0 … 5 for ax, ay, az, gx, gy, gz, in g or rad/s.
    public func fullScale(_ channel: Int) -> Float {
        Float(channel < 3 ? acceleration : rotation * .pi / 180)
    }

    /// Value of one count, in g or rad/s.
    public func scale(_ channel: Int) -> Float { fullScale(channel) / 32768 }

    /// The raw count of a value, to the nearest, clipped at full scale. NaN counts as 0.
    public func count(_ value: Float, channel: Int) -> Int16 {
        guard value.isFinite else { return 0 }
        let counts = (value / scale(channel)).rounded()
        return Int16(saturating: Swift.max(-32768, Swift.min(32767, counts)))
    }
}
