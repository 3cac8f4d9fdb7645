import Foundation
import TestSupport

/// The oracle, run as people run it.
enum Python {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let page = root.appending(path: "Sources/Core/MotionCore/LSTM/ARITHMETIC.md")

    static let protocolOracle = root.appending(path: "Tests/Oracle/protocol.py").path
    static let vectors = root.appending(path: "firmware-protocol/vectors").path

    static let isThere = runs("")
    static let hasNumpy = runs("import numpy")

    private static func runs(_ line: String) -> Bool {
        guard let scratch = try? Motionq() else { return false }
        defer { scratch.remove() }
        return (try? scratch.shell("python3 -c '\(line)'"))?.status == 0
    }

    /// Runs it on folders of the scratch folder, and leaves nothing beside its files.
    static func oracle(_ arguments: [String], in scratch: Motionq) throws -> Motionq.Result {
        let program = root.appending(path: "Tests/Oracle/oracle.py").path
        return try scratch.shell("PYTHONDONTWRITEBYTECODE=1 python3 '\(program)' \(arguments.joined(separator: " "))")
    }
}
