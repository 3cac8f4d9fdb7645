import CMotionCore
import MotionCore

/// Where down is, from six axes: attitude, gravity and the acceleration without it, sample by sample, live and offline alike.
///
///     filter.push(sample, into: values)
///
/// The filter is VQF's for six axes (Laidig and Seel, 2023), in single precision and in C (`mq_orientation.h`). It keeps the
/// gyroscope's bias over `restart`. Nothing is allocated after `init`. One thread.
public struct OrientationFilter {
    /// What is told of a sample: attitude in rad (about x, y, z, turned in the order z, y, x), gravity and the acceleration without
    /// it in g; and in the level frame, whose z points up and whose heading is that of the beginning, the acceleration without
    /// gravity in g and the rotation in rad/s: the same however the sensor is mounted.
    public static let quantities = [
        "roll", "pitch", "yaw", "gravity_x", "gravity_y", "gravity_z", "user_x", "user_y", "user_z",
        "level_ax", "level_ay", "level_az", "level_gx", "level_gy", "level_gz",
    ]
    /// Samples per second that it can be made for.
    public static let rates = Double(MQ_ORIENTATION_LEAST_RATE)...Double(MQ_ORIENTATION_MOST_RATE)

    /// What an exported network names a quantity by (`mq_network_input`): a channel's kind for an axis, or one that no channel has.
    public static func kind(of quantity: String) -> UInt8? {
        if let axis = SixAxes.names.firstIndex(of: quantity) { return SixAxes.kinds[axis].rawValue }
        return quantities.firstIndex(of: quantity).map { UInt8(Int(MQ_DERIVED_KIND) + $0) }
    }

    private var state = mq_orientation()

    /// - Parameter rate: samples per second; taken as the nearest of `rates`.
    public init(rate: Double) {
        mq_orientation_begin(&state, Float(min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)))
    }

    /// Samples are missing: what follows does not follow what came before. The bias is kept.
    public mutating func restart() { mq_orientation_restart(&state) }

    /// Takes the next sample.
    ///
    /// - Parameters:
    ///   - sample: `[6]`: acceleration x, y, z in g, gravity included, and rotation x, y, z in rad/s.
    ///   - values: `[15]`: gets `quantities`.
    public mutating func push(_ sample: UnsafePointer<Float>, into values: UnsafeMutablePointer<Float>) {
        mq_orientation_push(&state, sample, sample + 3, values)
    }

    /// The gyroscope's bias about x, y and z as it is known now, in rad/s.
    public var bias: SIMD3<Float> { SIMD3(state.bias.0, state.bias.1, state.bias.2) }

    /// Whether the sensor lies still, and has for 1.5 s.
    public var rests: Bool { state.rests }
}
