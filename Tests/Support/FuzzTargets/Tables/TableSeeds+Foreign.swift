import Files
import MCAP
import MotionCore
import Recordings

extension TableSeeds {
    static let foreignWords = [
        "time", "timestamp", "seconds_elapsed", "acc_x", "(m/s^2)", "(G)", "mg", "dps", "deg/s", "rad/s", "label", "activity",
        "subject", ";", "\t", "\"", "\"\"", "#",
        "2024-05-01T10:00:00Z", "10:00:00,5", "12/31/2023 11:59:59 PM", "1,5", "1.600.000", "NaN", "N/A", "1e309", "-", "gyro", "x",
        "y", "z", "1700000000000000000",
    ]

    static let jsonWords = [
        "{", "}", "[", "]", ":", ",", "\"t\"", "\"ax\"", "\"label\"", "null", "true", "1e400", "-0", "\\u0000", "\\ud83d\\ude00",
        "\\ud800", "\"payload\"", "\"values\"", "\"sensors\"",
        "\"interval_ms\"", "\"interval_hz\"", "\"units\"", "\"name\"", "\n", "[[[[[[[[[[[[[[[[", "{\"a\":{\"a\":{\"a\":",
    ]

    static let mcapWords = [
        "motionq.Sample", "jsonschema", "json", "cdr", "ros2", "ros2msg", "sensor_msgs/msg/Imu", "/imu", "timestamp_ms", "\"ax\":",
        "motionq",
    ]

    /// A file of ours and one of ROS 2.
    static func mcap() throws -> [[UInt8]] {
        var session = RecordedSession(name: "s", subject: "ann", channels: .sixAxes)
        for sample in 0..<4 {
            session.timestamps.append(Double(sample) * 20)
            session.labels.append(sample < 2 ? "rest" : "shake")
            session.values += [0.1, -0.2, 1, 0, 0.5, Float(sample)]
        }
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let path = folder.path + "/r.mcap"
        var writer = try MCAPRecordingWriter(session.channels, to: path)
        try writer.add(RecordingStream.Part(session: session, isContinuation: false))
        try writer.finish()
        return [try WholeFile.bytes(ofFileAt: path, limit: 1 << 20), MCAPMending.imu]
    }
}
