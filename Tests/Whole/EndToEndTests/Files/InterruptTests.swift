import Foundation
import TestSupport
import Testing

@Suite("An interrupt while files are written")
struct InterruptTests {
    // `make interrupts` does it 500 times, and with bench --chart as well, which takes a second each time.
    @Test("leaves the old file or a new one, whole, and nothing else")
    func interrupts() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let script = Repository.path("Scripts/interrupts.sh")
        let verbs = "train import quantize export report write counts demo-model"
        let result = try motionq.shell("sh '\(script)' \"$MOTIONQ\" 10 \(verbs)")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
