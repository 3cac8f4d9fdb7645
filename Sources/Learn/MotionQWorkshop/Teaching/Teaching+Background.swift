import MotionCore
import Recordings
import SignalProcessing

/// Motion in which nothing should happen, for a model that is taught.
struct TeachingBackground {
    /// Stretches without gaps, at any rate.
    let sessions: [RecordedSession]
    /// Whether some of it is made up.
    let isMadeUp: Bool
    /// False events that are allowed in an hour.
    let mostPerHour: Double

    var hours: Double { sessions.reduce(0) { $0 + Double($1.count) / ($1.rate ?? .infinity) } / 3600 }
    /// False events that are allowed in all of it.
    var allowed: Int { Int(saturating: mostPerHour * hours) }
}

extension Teaching {
    /// The key under which a model's provenance has the budget that its limits were chosen for.
    static let budgetKey = "budget of false events an hour"

    /// The strokes that the model would cut out of background.
    func strokes(in background: TeachingBackground) -> [RecordedSession] {
        let settings = strokes
        return background.sessions.flatMap { session -> [RecordedSession] in
            guard let rate = session.rate, Resampler.isPlausible(rate, to: settings.rate) else { return [] }
            let segmenter = StrokeSegmenter(settings, rate: rate)
            let segments = (0..<session.count).compactMap { segmenter.push(session.sample($0)) }
            return segments.flatMap { segment in
                session.part(segment.begin..<min(segment.end, session.count)).strokes(
                    as: form, window: window, rate: self.rate
                ).map(\.session)
            }
        }
    }
}
