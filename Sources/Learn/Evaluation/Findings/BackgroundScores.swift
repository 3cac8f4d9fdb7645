/// What a network makes of motion in which nothing should happen: every event in it is false.
public struct BackgroundScores: Sendable, Equatable {
    /// One person's, or one session's where no subject is known.
    public struct Person: Sendable, Equatable {
        public let name: String
        public internal(set) var events = 0
        public internal(set) var seconds = 0.0

        /// Nil without any time.
        public var eventsPerHour: Double? { seconds > 0 ? Double(events) / seconds * 3600 : nil }
    }

    /// False events of each label.
    public internal(set) var events: [Int]
    public internal(set) var seconds = 0.0
    /// Stretches without a gap that are as long as a window, and their windows.
    public internal(set) var sessions = 0
    public internal(set) var windows = 0
    /// In the order in which they first came.
    public internal(set) var people: [Person] = []
    /// Events with laxer and stricter decisions; of gestures it knows nothing.
    public internal(set) var curve: DecisionCurve

    /// Of all labels.
    public var allEvents: Int { events.reduce(0, +) }
    /// False events an hour; nil of no background.
    public var eventsPerHour: Double? { seconds > 0 ? Double(allEvents) / seconds * 3600 : nil }
    /// Between which rates an hour the true one lies with a confidence of 95 % (Garwood); nil of no background.
    public var eventsPerHourInterval: ClosedRange<Double>? { PoissonInterval(count: allEvents).perHour(of: seconds) }
    /// Between which rates an hour the true one of a label lies with a confidence of 95 % (Garwood); nil of no background.
    public func perHourInterval(of label: Int) -> ClosedRange<Double>? {
        PoissonInterval(count: events[label]).perHour(of: seconds)
    }
    /// How the rate differs between people; nil of nobody.
    public var spread: Spread? { Spread(people.compactMap(\.eventsPerHour)) }
}
