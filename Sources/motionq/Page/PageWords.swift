import Formatting
import MotionQWorkshop

/// Sentences for a page.
enum PageWords {
    /// What went wrong, as the command says it.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let refusal as Refusal: printable(refusal.description)
        case let error as any ExplainedError: printable(error.asCommand)
        default: printable("\(error)")
        }
    }

    /// Refuses names of gestures by which nothing can be taught or recorded.
    static func requireGestures(_ labels: [String]) throws {
        guard !labels.isEmpty else { throw Refusal(.usage, "name the gestures that are to be taught") }
        for label in labels { try requireName(label) }
        guard Set(labels).count == labels.count else { throw Refusal(.usage, "name each gesture once") }
        guard !labels.contains(ExamplePlan.restLabel) else {
            throw Refusal(.usage, "“\(ExamplePlan.restLabel)” is what lies between gestures; name them otherwise")
        }
    }

    /// Refuses what no label can be called.
    static func requireName(_ label: String) throws {
        guard RecordingFolder.isGood(label) else {
            throw Refusal(
                .usage,
                "“\(printable(label))” is no name; it has 1 to \(RecordingFolder.longestName) bytes, and no comma, slash, control "
                    + "character, dot in front or space at an end")
        }
    }
}
