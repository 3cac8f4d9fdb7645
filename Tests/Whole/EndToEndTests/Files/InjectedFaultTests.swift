import Foundation
import TestSupport
import Testing

@Suite("A call of the system that fails")
struct InjectedFaultTests {
    static let hasPython: Bool = {
        #if os(Linux)
            guard let scratch = try? Motionq() else { return false }
            defer { scratch.remove() }
            return (try? scratch.shell("python3 -c 0"))?.status == 0
        #else
            return false
        #endif
    }()

    // `make faults` tries every verb; `images` writes a folder of files and asks zlib for memory.
    @Test(
        "wherever it is, leaves outputs whole and ends with a documented exit code",
        .enabled(if: hasPython, "needs Linux and Python 3"),
        arguments: ["quantize", "images"])
    func everyCall(_ verb: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let script = Repository.path("Scripts/faults.sh")
        let result = try motionq.shell("sh '\(script)' \"$MOTIONQ\" \(verb)")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
