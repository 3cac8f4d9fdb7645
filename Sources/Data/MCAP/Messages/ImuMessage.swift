/// What `sensor_msgs/msg/Imu` tells of motion, in the units and with the conventions of ROS 2 (REP 103 and 145): acceleration in
/// m/s² as a sensor feels it, gravity included, rotation in rad/s.
struct ImuMessage: Equatable {
    /// Of the sample, in nanoseconds; 0 where nobody set it.
    var stamp: Int64
    /// What the axes belong to.
    var frame = ""
    /// x, y and z in m/s²; nil where the sensor says that it measures none.
    var acceleration: SIMD3<Double>?
    /// x, y and z in rad/s; nil where the sensor says that it measures none.
    var rotation: SIMD3<Double>?

    /// m/s² of a g.
    static let gravity = 9.80665
    /// Seconds of a stamp, at most: it ends in the year 2038.
    static let mostSeconds = Int64(Int32.max)
    private static let nanoseconds: Int64 = 1_000_000_000

    /// Reads a message in CDR; nil if it is none of this type.
    init?(_ message: [UInt8]) {
        guard var fields = CDRFields(message), let seconds = fields.number(Int32.self), let part = fields.number(UInt32.self),
            fields.skipText() != nil, fields.doubles(4 + 9) != nil, let rotation = fields.doubles(3),
            let rotationErrors = fields.doubles(9), let acceleration = fields.doubles(3), let errors = fields.doubles(9)
        else { return nil }
        stamp = Int64(seconds) * Self.nanoseconds + Int64(part)
        self.rotation = rotationErrors[0] == -1 ? nil : SIMD3(rotation)
        self.acceleration = errors[0] == -1 ? nil : SIMD3(acceleration)
    }

    /// - Parameters:
    ///   - stamp: nanoseconds, from 0 to the year 2038.
    ///   - acceleration: in m/s².
    ///   - rotation: in rad/s.
    init(stamp: Int64, frame: String, acceleration: SIMD3<Double>?, rotation: SIMD3<Double>?) {
        (self.stamp, self.frame, self.acceleration, self.rotation) = (stamp, frame, acceleration, rotation)
    }

    /// The message in CDR, low bytes first. The orientation is unknown, which −1 as the first of its covariances says; so is
    /// what is nil. Zeros as covariances say that those are unknown.
    var bytes: [UInt8] {
        var fields = FieldBytes()
        // CDR_LE, without options.
        fields.add([0, 1, 0, 0])
        fields.add(Int32(clamping: stamp / Self.nanoseconds))
        fields.add(UInt32(stamp % Self.nanoseconds))
        fields.add(UInt32(frame.utf8.count + 1))
        fields.add(frame.utf8)
        fields.add([0])
        // Numbers of eight bytes begin at a multiple of that behind the first four bytes.
        while (fields.bytes.count - 4) % 8 != 0 { fields.add([0]) }
        for number in [0, 0, 0, 1] + Self.covariances(isKnown: false) { fields.add(number.bitPattern) }
        for vector in [rotation, acceleration] {
            for axis in 0..<3 { fields.add((vector?[axis] ?? 0).bitPattern) }
            for number in Self.covariances(isKnown: vector != nil) { fields.add(number.bitPattern) }
        }
        return fields.bytes
    }

    private static func covariances(isKnown: Bool) -> [Double] { [isKnown ? 0 : -1] + [Double](repeating: 0, count: 8) }
}

extension ImuMessage {
    /// The names that ROS 2 and tools for both versions give the type.
    static let names: Set<String> = ["sensor_msgs/msg/Imu", "sensor_msgs/Imu"]

    static let schema = Schema(name: "sensor_msgs/msg/Imu", encoding: "ros2msg")

    /// The type and those that it is made of, as a schema of `ros2msg` has them one after the other.
    static let definition = """
        std_msgs/Header header

        geometry_msgs/Quaternion orientation
        float64[9] orientation_covariance

        geometry_msgs/Vector3 angular_velocity
        float64[9] angular_velocity_covariance

        geometry_msgs/Vector3 linear_acceleration
        float64[9] linear_acceleration_covariance
        \(part("geometry_msgs/Quaternion"))
        float64 x 0
        float64 y 0
        float64 z 0
        float64 w 1
        \(part("geometry_msgs/Vector3"))
        float64 x
        float64 y
        float64 z
        \(part("std_msgs/Header"))
        builtin_interfaces/Time stamp
        string frame_id
        \(part("builtin_interfaces/Time"))
        int32 sec
        uint32 nanosec

        """

    private static func part(_ name: String) -> String { String(repeating: "=", count: 80) + "\nMSG: " + name }
}
