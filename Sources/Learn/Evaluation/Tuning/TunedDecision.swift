public import MotionCore

/// How well probabilities become events with some parameters: of gestures, and of motion in which nothing should happen.
public struct TunedDecision: Sendable, Equatable {
    public let parameters: DecisionParameters
    /// Of the recordings with gestures.
    public let gestures: EventScores
    /// Events in the background, all of them false, and its length.
    public let backgroundEvents: Int
    public let backgroundSeconds: Double

    /// What the budget is for: false events in the background, and its length; without any those of the recordings with gestures.
    public var budgeted: (events: Int, seconds: Double) {
        backgroundSeconds > 0 ? (backgroundEvents, backgroundSeconds) : (gestures.falseEvents, gestures.scoredSeconds)
    }

    /// False events an hour of it; nil without any.
    public var falsePerHour: Double? { budgeted.seconds > 0 ? Double(budgeted.events) / budgeted.seconds * 3600 : nil }

    /// Between which rates an hour the true one lies with a confidence of 95 %, as far as so much motion can tell.
    public var falsePerHourInterval: ClosedRange<Double>? {
        PoissonInterval(count: budgeted.events).perHour(of: budgeted.seconds)
    }

    /// Events found, less those that were false among them.
    var worth: Int { gestures.hits - gestures.falseEvents }
}
