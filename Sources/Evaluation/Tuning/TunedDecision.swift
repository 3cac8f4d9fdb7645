public import Decision

/// How well probabilities become events with some parameters: of gestures, and of motion in which nothing should happen.
public struct TunedDecision: Sendable, Equatable {
    public let parameters: DecisionParameters
    /// Of the recordings with gestures.
    public let gestures: EventScores
    /// Events in the background, all of them false, and its length.
    public let backgroundEvents: Int
    public let backgroundSeconds: Double

    /// False events an hour of background; nil without any.
    public var falsePerHour: Double? { backgroundSeconds > 0 ? Double(backgroundEvents) / backgroundSeconds * 3600 : nil }

    /// Between which rates an hour the true one lies with a confidence of 95 %, as far as so much background can tell.
    public var falsePerHourInterval: ClosedRange<Double>? {
        guard backgroundSeconds > 0 else { return nil }
        let interval = PoissonInterval(count: backgroundEvents)
        return interval.lower / backgroundSeconds * 3600...interval.upper / backgroundSeconds * 3600
    }

    /// Events found, less those that were false among them.
    var worth: Int { gestures.hits - gestures.falseEvents }
}
