public import Recordings

/// A topic of an MCAP file, and what became of it.
public struct MCAPTopic: Equatable, Sendable {
    /// `/imu/data`.
    public let name: String
    /// What its messages are: the schema’s name, or else their encoding.
    public let kind: String
    /// What it gave; nil of one that was passed over.
    public internal(set) var samples: Int?
    /// Messages with numbers that no sensor measures, which were passed over.
    public internal(set) var unreadable = 0
    /// Whether rotation is 0 because the sensor measures none.
    public internal(set) var lacksRotation = false

    /// Why JSON of another program could not be read, which keeps no other topic from being read; nil without a fault.
    public internal(set) var problem: RecordingError?

    init(name: String, kind: String) { (self.name, self.kind) = (name, kind) }
}
