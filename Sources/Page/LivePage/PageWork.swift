import Formatting

/// What is done at a page: with which board, how far it is, and what may be done next.
package struct PageWork: Equatable, Sendable {
    /// What goes on.
    package enum Stage: String, Sendable {
        /// A board is to be chosen.
        case choosing
        /// The board's motion is shown.
        case watching
        /// The board is to be turned once, so that its units are certain.
        case turning
        /// Gestures are shown.
        case showing
        /// A network learns them, and motion is shown meanwhile.
        case learning
        /// A model names what is done.
        case recognising
        /// A model is sent to the board.
        case installing
        /// What was recorded is looked at, and the board is not.
        case looking
    }

    /// A board that can be chosen.
    package struct Board: Equatable, Sendable {
        package let port: String
        package let words: String

        package init(port: String, words: String) { (self.port, self.words) = (port, words) }
    }

    /// An example that is asked for.
    package struct Prompt: Equatable, Sendable {
        package var label: String
        package var made: Int
        package var all: Int
        /// Whether it is listened for.
        package var isListening = false
        /// What else is to be known of it.
        package var remark = ""

        package init(label: String, made: Int, all: Int) { (self.label, self.made, self.all) = (label, made, all) }
    }

    package var stage = Stage.choosing
    /// The port that was chosen; empty: none.
    package var port = ""
    package var boards: [Board] = []
    /// Folder of what is taught and kept.
    package var folder = ""
    /// Names of the models in it.
    package var models: [String] = []
    /// Name of the model that is used; empty: none.
    package var model = ""
    /// Name of the model that is shown the same motion; empty: none.
    package var other = ""
    /// Whether labels can be added to it.
    package var isTaught = false
    /// Whether the board takes networks over its line.
    package var takesNetworks = false
    /// Names of the recordings of people.
    package var recordings: [String] = []
    /// Names of the stretches that were kept.
    package var kept: [String] = []
    package var prompt: Prompt?
    /// What went wrong last; empty: nothing.
    package var trouble = ""
    /// What came of it last; empty: nothing.
    package var verdict = ""

    package init() {}

    package var line: String {
        var line = JSONLine(type: "work")
        line.add("stage", stage.rawValue)
        line.add("port", port)
        line.add(
            "boards",
            boards.map { board in
                var line = JSONLine()
                line.add("port", board.port)
                line.add("words", board.words)
                return line
            })
        line.add("folder", folder)
        line.add("models", models)
        line.add("model", model)
        line.add("other", other)
        line.add("is_taught", isTaught)
        line.add("takes_networks", takesNetworks)
        line.add("recordings", recordings)
        line.add("kept", kept)
        if let prompt {
            var asked = JSONLine()
            asked.add("label", prompt.label)
            asked.add("made", prompt.made)
            asked.add("all", prompt.all)
            asked.add("is_listening", prompt.isListening)
            asked.add("remark", prompt.remark)
            line.add("prompt", asked)
        }
        line.add("trouble", trouble)
        line.add("verdict", verdict)
        return line.line
    }
}
