public import Formatting
import Foundation

extension DataSetSurvey {
    /// How a passage is taken out: the use case with its recordings and settings.
    ///
    /// Its times hold the passage, and of its label nothing else: they are rounded outwards to a thousandth of a second.
    ///
    /// - Parameter paths: the recordings as they were named.
    public func dropCommand(_ passage: Passage, of paths: [String]) -> Invocation {
        let times: [Invocation.Argument] = [
            .setting(.from, .text(Self.seconds((passage.begin * 1000).rounded(.down)))),
            .setting(.to, .text(Self.seconds((passage.end * 1000).rounded(.down) + 1))),
        ]
        let arguments =
            paths.map { .input(.name($0)) } + place(of: passage) + [.setting(.label, .name(passage.label))] + times
            + [.setting(.output, "mended")]
        return Invocation(.dropRows, arguments)
    }

    /// What tells the passage's session from those of the same name.
    private func place(of passage: Passage) -> [Invocation.Argument] {
        var arguments: [Invocation.Argument] = [.setting(.session, .name(passage.session))]
        let alike = recordings.filter { $0.sessions.contains { $0.name == passage.session } }
        let times = alike.reduce(0) { $0 + $1.sessions.count { $0.name == passage.session } }
        if times > 1 {
            if alike.count > 1 { arguments.append(.setting(.file, .name(passage.recording))) }
            arguments.append(.setting(.subject, .name(passage.person)))
        }
        return arguments
    }

    private static func seconds(_ milliseconds: Double) -> String { String(printing: "%.3f", milliseconds / 1000) }
}
