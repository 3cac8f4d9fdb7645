import Formatting
import Foundation

extension DataSetSurvey {
    /// The command that takes a passage out, word by word, as `ShellWord` makes a line of it.
    ///
    /// Its times hold the passage, and of its label nothing else: they are rounded outwards to a thousandth of a second.
    ///
    /// - Parameter paths: the recordings as they were named.
    public func dropCommand(_ passage: Passage, of paths: [String]) -> [String] {
        let times = [
            "--from", Self.seconds((passage.begin * 1000).rounded(.down)), "--to",
            Self.seconds((passage.end * 1000).rounded(.down) + 1),
        ]
        return ["motionq", "dataset", "drop"] + paths + place(of: passage) + option("--label", passage.label) + times
            + ["-o", "mended"]
    }

    /// What tells the passage's session from those of the same name.
    private func place(of passage: Passage) -> [String] {
        var words = option("--session", passage.session)
        let alike = recordings.filter { $0.sessions.contains { $0.name == passage.session } }
        let times = alike.reduce(0) { $0 + $1.sessions.count { $0.name == passage.session } }
        if times > 1 {
            if alike.count > 1 { words += option("--file", passage.recording) }
            words += option("--subject", passage.person)
        }
        return words
    }

    /// A value that looks like an option is tied to its own.
    private func option(_ name: String, _ value: String) -> [String] {
        value.utf8.first == UInt8(ascii: "-") ? ["\(name)=\(value)"] : [name, value]
    }

    private static func seconds(_ milliseconds: Double) -> String { String(printing: "%.3f", milliseconds / 1000) }
}
