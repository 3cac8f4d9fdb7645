import MotionCore
import Recordings

/// A value that no sensor measures in g and rad/s: the counts of a sensor are the likeliest mistake that a network would learn from
/// without complaint.
public struct RawCounts: Sendable, Equatable {
    /// The name of the channel.
    public let channel: String
    /// What the recording says of it.
    public let value: Float
    /// The path of the recording.
    public let path: String

    /// Beyond what any hand or foot does to a sensor, in g and rad/s.
    private static let implausible: (acceleration: Float, rotation: Float) = (100, 200)

    /// Finds the first one.
    ///
    /// - Returns: nil if there is none.
    init?(in read: [Recording]) {
        for recording in read {
            for session in recording.sessions {
                let limits = session.channels.names.map { name in
                    NamedChannels.axis(of: name).map {
                        $0.axis < 3 ? Self.implausible.acceleration : Self.implausible.rotation
                    } ?? .infinity
                }
                for (index, value) in session.values.enumerated() where value.magnitude > limits[index % session.width] {
                    (channel, self.value, path) = (session.channels.names[index % session.width], value, recording.path)
                    return
                }
            }
        }
        return nil
    }
}
