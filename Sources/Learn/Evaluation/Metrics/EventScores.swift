import Formatting

/// Events against what truly happened: found or missed, how soon, and how many were false.
///
/// A true event is a run of one label that is not the rest label (`SessionTruth`); without a rest label every label makes events.
/// It is a *hit* if its label is entered within it, or up to one window length after its end, because a window looks back that far;
/// the time to detection runs from its start to the end of the window that entered first. Entering it again is neither a hit nor
/// false. An event that is entered and belongs to no true one is *false*, unless its window touches samples that are not scored: of
/// those nothing is known.
public struct EventScores: Sendable, Equatable {
    /// One label's events.
    public struct Tally: Sendable, Equatable {
        /// True events that were found.
        public var hits = 0
        /// True events that were not.
        public var misses = 0
        /// Events that belong to no true one.
        public var falseEvents = 0
        /// Of the false ones those entered while, or up to a window length after, another event was true: one taken for the other.
        public var mistaken = 0
    }

    /// A label that was entered.
    public struct Entry: Sendable, Equatable {
        public var label: Int
        /// End of the window that entered it.
        public var endSample: Int

        public init(label: Int, endSample: Int) {
            self.label = label
            self.endSample = endSample
        }
    }

    /// One per label.
    public internal(set) var labels: [Tally]
    /// Time to detection of each hit, in the order of the events.
    public internal(set) var detectionSeconds: [Double] = []
    /// Length of all samples that are scored: only there an event can be false.
    public internal(set) var scoredSeconds = 0.0

    /// Nothing counted yet.
    public init(labels: Int) {
        self.labels = Array(repeating: Tally(), count: labels)
    }

    public var hits: Int { labels.reduce(0) { $0 + $1.hits } }
    public var misses: Int { labels.reduce(0) { $0 + $1.misses } }
    public var falseEvents: Int { labels.reduce(0) { $0 + $1.falseEvents } }
    /// False events while nothing went on.
    public var falseEventsAtRest: Int { labels.reduce(0) { $0 + $1.falseEvents - $1.mistaken } }

    /// False events per minute of scored recording; nil if there is none.
    public var falseEventsPerMinute: Double? { scoredSeconds > 0 ? Double(falseEvents) / scoredSeconds * 60 : nil }
    /// False events per hour of scored recording; nil if there is none.
    public var falseEventsPerHour: Double? { falseEventsPerMinute.map { $0 * 60 } }
    /// Between which rates an hour the true one lies with a confidence of 95 % (Garwood); nil without a scored sample.
    public var falseEventsPerHourInterval: ClosedRange<Double>? {
        PoissonInterval(count: falseEvents).perHour(of: scoredSeconds)
    }
    /// True events.
    public var events: Int { hits + misses }
    /// Median time to detection in seconds; nil without a hit.
    public var medianDetectionSeconds: Double? { detectionSeconds.quantile(0.5, .nearest) }
    /// 90 % of the hits came within this time; nil without a hit.
    public var p90DetectionSeconds: Double? { detectionSeconds.quantile(0.9, .nearest) }
}
