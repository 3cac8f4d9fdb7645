public import Recordings

/// Recordings whose labels are a model's, or are called otherwise.
public struct LabelledMotion: Sendable {
    /// The recordings.
    public var source: RecordingSource
    /// The people whose motion is taken; empty: everybody.
    public var subjects: [String] = []
    /// Labels that are called otherwise: from the recordings' to the model's.
    public var renamed: [String: String] = [:]
    /// How each session is turned; nil: not at all.
    public var turning: SessionTurning?

    /// - Parameter source: recordings of everybody, with the model's labels.
    public init(_ source: RecordingSource) { self.source = source }

    /// - Parameter recordings: recordings in memory.
    public init(recordings: [Recording]) { self.init(RecordingSource(recordings: recordings)) }

    /// - Parameter paths: files of recordings or folders of them.
    public init(paths: [String]) { self.init(RecordingSource(paths: paths)) }
}
