import Foundation
import TestSupport
import Testing

/// `Tests/Programs/Oracle/protocol.py` was written from PROTOCOL.md alone: where it and the vectors differ, one of the two or the
/// page is wrong.
@Suite("The oracle of the wire protocol", .enabled(if: Python.isThere, "needs python3"))
struct ProtocolOracleTests {
    private func check(_ vectors: String? = nil, in scratch: Motionq) throws -> Motionq.Result {
        let folder = vectors.map { " --vectors \($0)" } ?? ""
        return try scratch.shell("PYTHONDONTWRITEBYTECODE=1 python3 '\(Python.protocolOracle)' --check" + folder)
    }

    @Test("makes the vectors and scripts that are here, and encodes the frames of all others as they stand")
    func vectors() throws {
        let scratch = try Motionq()
        defer { scratch.remove() }
        let result = try check(in: scratch)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("tells of a bit that was changed", arguments: ["behaviour/install.txt", "behaviour/boot.txt", "frames.json"])
    func change(_ file: String) throws {
        let scratch = try Motionq()
        defer { scratch.remove() }
        #expect(try scratch.shell("cp -R '\(Python.vectors)' vectors").status == 0)
        // The first session id of a HELLO.
        #expect(try scratch.shell("sed -i.before 's/0204/0205/' vectors/\(file)").status == 0)
        #expect(try check("vectors", in: scratch).status == 1)
    }
}
