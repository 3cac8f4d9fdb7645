import Formatting

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
