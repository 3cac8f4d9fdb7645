public import MotionCore
import SignalProcessing

/// A file of recorded sessions.
public struct Recording: Sendable, Equatable {
    /// Where it was read from.
    public var path: String
    /// In the order of the file.
    public var sessions: [RecordedSession]

    public init(path: String, sessions: [RecordedSession]) {
        self.path = path
        self.sessions = sessions
    }

    /// Samples in all sessions.
    public var sampleCount: Int { sessions.reduce(0) { $0 + $1.count } }
}

extension Recording {
    /// Refuses a session whose rate cannot be one of motion, or not be brought to the one that a model was made for.
    ///
    /// - Parameters:
    ///   - wanted: samples per second; nil accepts any.
    ///   - window: samples; a session that has fewer is of no use anyhow, and is not resampled.
    ///   - strokes: how strokes fill the window, which they need not do with their own samples.
    public func requirePlausibleRates(
        for wanted: Double?, window: Int, strokes: StrokeForm? = nil
    ) throws(RecordingError) {
        guard let wanted else { return }
        let least = strokes == nil ? window : RecordedSession.leastStroke
        for session in sessions where session.count >= least {
            guard let found = session.rate, !Resampler.isPlausible(found, to: wanted) else { continue }
            throw .rate(path: path, session: session.name, found: found, wanted: wanted)
        }
    }
}
