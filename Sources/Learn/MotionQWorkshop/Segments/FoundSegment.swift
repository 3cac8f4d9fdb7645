public import Recordings
public import SignalProcessing

/// A stretch of motion between two rests, found in a recorded session.
public struct FoundSegment: Sendable, Equatable {
    /// Where it begins and ends, in samples of the session.
    public var segment: Segment
    /// The model's label for it; nil without a model, or where no window of the model lies in it.
    public var label: String?
    /// The label's probability, 0 … 1; nil without a label.
    public var probability: Double?

    /// When it begins and ends.
    ///
    /// - Parameter session: the session in which it was found.
    /// - Returns: seconds since the session's first sample.
    public func seconds(in session: RecordedSession) -> (from: Double, to: Double) {
        let first = session.timestamps[0]
        return ((session.timestamps[segment.begin] - first) / 1000, (session.timestamps[segment.end - 1] - first) / 1000)
    }
}

/// A session, or a part of a long one, and its segments.
public struct SegmentedSession: Sendable {
    /// The recording's path.
    public let path: String
    /// How many recordings the request has.
    public let recordings: Int
    /// The motion.
    public let session: RecordedSession
    /// The segments in their order.
    public let segments: [FoundSegment]
}
