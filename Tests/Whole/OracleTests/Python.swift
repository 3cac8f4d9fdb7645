import Foundation
import TestSupport

/// The oracle, run as people run it.
enum Python {
    static let page = Repository.root.appending(path: "Sources/Core/MotionCore/LSTM/ARITHMETIC.md")

    static let protocolOracle = Repository.path("Tests/Programs/Oracle/protocol.py")
    static let vectors = Repository.path("firmware-protocol/vectors")

    static let isThere = runs("")
    static let hasNumpy = runs("import numpy")

    private static func runs(_ line: String) -> Bool {
        guard let scratch = try? Motionq() else { return false }
        defer { scratch.remove() }
        return (try? scratch.shell("python3 -c '\(line)'"))?.status == 0
    }

    /// Runs it on folders of the scratch folder, and leaves nothing beside its files.
    static func oracle(_ arguments: [String], in scratch: Motionq) throws -> Motionq.Result {
        let program = Repository.path("Tests/Programs/Oracle/oracle.py")
        return try scratch.shell("PYTHONDONTWRITEBYTECODE=1 python3 '\(program)' \(arguments.joined(separator: " "))")
    }
}
