import MotionCore
import Recordings

/// The session of a topic of `sensor_msgs/msg/Imu`, gathered message after message.
struct GatheredMotion {
    /// Messages with numbers that no sensor measures, which are passed over.
    private(set) var unreadable = 0
    /// Whether the sensor says that it has no gyroscope; rotation is 0 then.
    private(set) var lacksRotation = false
    private let topic: String
    private var stamps: [Int64] = []
    private var values: [Float] = []
    /// Whether a stamp came before the one before it.
    private var isDisordered = false

    /// Milliseconds that a recording counts, at most.
    private static let longest = Int64(saturating: RecordingReader.numberLimit)

    init(_ topic: String) { self.topic = topic }

    /// Takes in a message.
    ///
    /// - Parameter logTime: nanoseconds, when it was recorded; it stands for a time stamp that is 0.
    /// - Throws: `MessageFault`, if it is no such message, or without acceleration.
    mutating func add(_ message: [UInt8], logTime: UInt64) throws(MessageFault) {
        guard let imu = ImuMessage(message) else { throw MessageFault("which is no sensor_msgs/msg/Imu in CDR") }
        guard let acceleration = imu.acceleration else { throw MessageFault("which says that its sensor measures no acceleration") }
        lacksRotation = lacksRotation || imu.rotation == nil
        let (motion, rotation) = (acceleration / ImuMessage.gravity, imu.rotation ?? .zero)
        let sample = [motion.x, motion.y, motion.z, rotation.x, rotation.y, rotation.z].map { Float($0) }
        guard sample.indices.allSatisfy({ RecordedUnits.isPossible(sample[$0], ofChannel: $0) }) else { return unreadable += 1 }
        let stamp = imu.stamp == 0 ? Int64(clamping: logTime) : imu.stamp
        if let last = stamps.last, stamp < last { isDisordered = true }
        stamps.append(stamp)
        values += sample
    }

    /// What was gathered, in the order of time, which begins at 0; nil without a sample.
    ///
    /// - Throws: `MessageFault`, if it lasts longer than a recording may.
    func session() throws(MessageFault) -> RecordedSession? {
        guard !stamps.isEmpty else { return nil }
        // Sorting keeps the order of those that are alike.
        let order = isDisordered ? stamps.indices.sorted { (stamps[$0], $0) < (stamps[$1], $1) } : Array(stamps.indices)
        let (first, last) = (stamps[order[0]], stamps[order[order.count - 1]])
        guard let length = last.subtracting(first), length / 1_000_000 < Self.longest else {
            throw MessageFault("whose time stamp lies more than 31 years from another one’s")
        }
        var session = RecordedSession(name: topic, subject: nil, labels: [String](repeating: "", count: stamps.count))
        session.timestamps.reserveCapacity(stamps.count)
        session.values.reserveCapacity(values.count)
        for sample in order {
            session.timestamps.append(Double(stamps[sample] - first) / 1e6)
            session.values += values[sample * 6..<sample * 6 + 6]
        }
        return session
    }
}

extension Int64 {
    /// The difference; nil if it is too large to be one.
    fileprivate func subtracting(_ other: Int64) -> Int64? {
        let (difference, isTooLarge) = subtractingReportingOverflow(other)
        return isTooLarge ? nil : difference
    }
}
