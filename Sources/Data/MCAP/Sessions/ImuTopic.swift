import MotionCore

/// The topic of `sensor_msgs/msg/Imu` on which one sensor of a recording stands: `/imu` of the sensor without a place, `/left/imu`
/// of `left.ax` …
struct ImuTopic {
    /// As names of ROS 2 are: letters, digits and underscores between slashes.
    let name: String
    /// What the sensor's axes belong to.
    private let frame: String
    private let sensor: MotionSensor

    /// What the metadata of such a topic calls the one that says the same of each sample, and more.
    static let copyKey = "motionq.copy_of"

    /// Those of the sensors that measure three axes of acceleration or of rotation.
    static func all(of channels: NamedChannels) -> [ImuTopic] {
        var topics: [ImuTopic] = []
        for sensor in channels.sensors where sensor.acceleration != nil || sensor.rotation != nil {
            let stem = sensor.place.isEmpty ? "/imu" : "/\(word(sensor.place))/imu"
            var (name, number) = (stem, 2)
            while topics.contains(where: { $0.name == name }) { (name, number) = ("\(stem)_\(number)", number + 1) }
            topics.append(ImuTopic(name: name, frame: sensor.place.isEmpty ? "imu_link" : sensor.place, sensor: sensor))
        }
        return topics
    }

    /// A sample's message; nil if a value is missing in it.
    ///
    /// - Parameters:
    ///   - values: one of each channel: acceleration in g, rotation in rad/s.
    ///   - stamp: nanoseconds.
    func message(of values: ArraySlice<Float>, at stamp: Int64) -> ImuMessage? {
        let acceleration = vector(sensor.acceleration, of: values)
        let rotation = vector(sensor.rotation, of: values)
        for vector in [acceleration, rotation].compactMap(\.self) {
            guard vector.x.isFinite, vector.y.isFinite, vector.z.isFinite else { return nil }
        }
        return ImuMessage(
            stamp: stamp, frame: frame, acceleration: acceleration.map { $0 * ImuMessage.gravity }, rotation: rotation)
    }

    private func vector(_ columns: SIMD3<Int>?, of values: ArraySlice<Float>) -> SIMD3<Double>? {
        columns.map { columns in
            let start = values.startIndex
            return SIMD3(
                Double(values[start + columns.x]), Double(values[start + columns.y]), Double(values[start + columns.z]))
        }
    }

    private static func word(_ place: String) -> String {
        let word = String(place.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return word.first?.isNumber == true ? "_" + word : word
    }
}
