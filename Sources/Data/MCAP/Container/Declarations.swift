/// How the messages of channels are built, as an MCAP file says it.
struct Schema: Equatable, Sendable {
    /// `sensor_msgs/msg/Imu`.
    var name: String
    /// Of the definition: `ros2msg`, `jsonschema` …
    var encoding: String
}

/// One stream of messages of an MCAP file.
struct Channel: Equatable, Sendable {
    /// `/imu`.
    var topic: String
    /// Of the messages: `json`, `cdr` …
    var encoding: String
    /// Nil of messages that no schema describes.
    var schema: Schema?
    /// What else the file says of it.
    var metadata: [String: String] = [:]
}
