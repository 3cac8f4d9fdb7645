public import Models
import Quantization

/// A model that was taught by examples, and how well they tell each other apart.
public struct TaughtModel: Sendable {
    /// The model with its new last layer, both float and Q15; it remembers its examples.
    public let model: Model
    /// The model's labels.
    public let labels: [String]
    /// Examples of each label.
    public let counts: [Int]
    /// Examples that the others name right, of those whose label has another one.
    public let leftOut: (right: Int, all: Int)
    /// How the model answers to background; nil where none was to stay out.
    public let background: BackgroundOutcome?
}

/// How a taught model answers to motion in which nothing should happen.
public struct BackgroundOutcome: Sendable {
    /// Hours of background.
    public let hours: Double
    /// Whether some of it is made up.
    public let isMadeUp: Bool
    /// False events an hour that were allowed.
    public let mostPerHour: Double
    /// Strokes in the background.
    public let strokes: Int
    /// Strokes of the background that are taken for a label: false events.
    public let taken: Int
    /// Examples that the others name right and do not take for unknown, and examples of labels that have another one.
    public let examples: (known: Int, all: Int)

    init(_ background: TeachingBackground, _ rejection: HeadTeacher.Rejection) {
        (hours, isMadeUp, mostPerHour) = (background.hours, background.isMadeUp, background.mostPerHour)
        (strokes, taken, examples) = (rejection.strokes, rejection.taken, (rejection.known, rejection.all))
    }
}
