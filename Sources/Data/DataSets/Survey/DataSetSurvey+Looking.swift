import MotionCore
public import Recordings

/// A stretch of one label with what stands around it, to be looked at.
public struct SurroundedPassage {
    /// A part of the passage's session, at an even pace.
    public let session: RecordedSession
    /// The passage's samples in it.
    public let samples: Range<Int>
    /// Samples per second.
    public let rate: Double
}

/// A repetition beside all of its label, as shares of their durations pass: points from begin to end.
public struct CourseComparison {
    public struct Channel {
        public let name: String
        /// Of all repetitions, and one standard deviation; 0 where nothing was there.
        public let mean: [Double]
        public let deviation: [Double]
        /// Of this one; NaN where nothing was there.
        public let single: [Double]
    }

    /// Channels that are drawn on one scale.
    public struct Panel {
        public let unit: String
        public let channels: [Channel]
    }

    public let panels: [Panel]
}

extension DataSetSurvey {
    /// Reads a stretch once more, and some time of its session around it.
    ///
    /// - Parameters:
    ///   - place: in `passages`.
    ///   - seconds: before it, and after it.
    /// - Returns: nil where the recording does not hold it any more.
    /// - Throws: a recording that cannot be read any more.
    public func surroundings(
        of place: Int, seconds: Double, by reader: RecordingReader
    ) throws -> SurroundedPassage? {
        var wide = passages[place]
        let (passage, margin) = (wide.samples, Int(saturating: (seconds * wide.rate).rounded()))
        guard let session = session(of: wide) else { return nil }
        wide.samples = (passage.lowerBound - margin..<passage.upperBound + margin).clamped(to: session.samples)
        var shown = RecordedSession(name: session.name, subject: session.subject, channels: channels)
        var isComplete = false
        try reader.forEachSample(of: [wide]) { _, sample, values in
            shown.timestamps.append(Double(sample) * 1000 / wide.rate)
            shown.labels.append(wide.label)
            shown.values += values
        } end: { _ in
            isComplete = true
        }
        let first = wide.samples.lowerBound
        return isComplete
            ? SurroundedPassage(
                session: shown, samples: passage.lowerBound - first..<passage.upperBound - first, rate: wide.rate) : nil
    }

    /// A repetition's course beside those of its label; of a survey with courses.
    ///
    /// - Parameter place: in `passages`.
    /// - Returns: nil of what is no repetition, or gone.
    /// - Throws: a recording that cannot be read any more.
    public func comparison(of place: Int, by reader: RecordingReader) throws -> CourseComparison? {
        let passage = passages[place]
        guard let spread = courses.byLabel[passage.label],
            let course = try reader.courses(of: [passage], width: channels.count)[0]
        else { return nil }
        return CourseComparison(
            panels: channels.panels.map { panel in
                CourseComparison.Panel(
                    unit: panel.unit,
                    channels: panel.channels.map { channel in
                        CourseComparison.Channel(
                            name: channels.names[channel], mean: spread.mean(channel), deviation: spread.deviation(channel),
                            single: course.channel(channel))
                    })
            })
    }

    private func session(of passage: Passage) -> Session? {
        recordings.first { $0.path == passage.recording }?.sessions.first { $0.samples.contains(passage.samples.lowerBound) }
    }
}
