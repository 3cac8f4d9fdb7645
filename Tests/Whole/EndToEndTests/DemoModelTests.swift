import Evaluation
import Foundation
import Models
import Quantization
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("The model of the demo")
struct DemoModelTests {
    /// As it is embedded in the program.
    private func withModel(_ body: (Model, Motionq) throws -> Void) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("demo.safetensors")
        #expect(try motionq.run("demo", "--write-model", path).status == 0)
        try body(try Model(readingFileAt: path), motionq)
    }

    @Test("knows the gestures that the generator makes, at its rate")
    func description() throws {
        try withModel { model, _ in
            #expect(model.description.labels == MotionGenerator.labels)
            #expect(model.description.restLabel == "rest")
            #expect(model.description.rate == MotionGenerator(seed: 1).rate)
        }
    }

    @Test("takes no more than 200 KB, and is the committed file")
    func size() throws {
        try withModel { _, motionq in
            let embedded = try Data(contentsOf: motionq.folder.appending(path: "demo.safetensors"))
            let committed = try Data(contentsOf: URL(filePath: Repository.demoModel))
            #expect(embedded == committed && embedded.count <= 200_000)
        }
    }

    @Test("says what it was trained on, with which seed, and that is what `make demo-model` trains on today")
    func provenance() throws {
        try withModel { model, motionq in
            let fresh = motionq.path("fresh.safetensors")
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                Repository.path("Scripts/bundled-model.sh"), "demo", Motionq.binary.path, motionq.path("scratch"),
                fresh, "--epochs", "1", "--hidden", "2",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            var (then, now) = (model.provenance, try Model(readingFileAt: fresh).provenance)
            #expect(then["training"]?.contains("crc32") == true && then["seed"] == "1")
            // One epoch instead of all; how many units there are, it does not say.
            for key in ["epochs", "kept_epoch", "options", "end"] { (then[key], now[key]) = (nil, nil) }
            // Where the processor multiplies and adds otherwise, sines and sums differ in the last bit, and so do checksums of the
            // motion.
            if then["kernels"] != now["kernels"] {
                (then["kernels"], now["kernels"]) = (nil, nil)
                for key in ["training", "validation"] {
                    (then[key], now[key]) = (Self.withoutChecksum(then[key]), Self.withoutChecksum(now[key]))
                }
            }
            #expect(then == now)
        }
    }

    private static func withoutChecksum(_ text: String?) -> String? { text?.components(separatedBy: "; crc32").first }

    @Test("finds at least 95 % of the gestures of people it has never met, and nothing in their rest")
    func unseenPeople() throws {
        try withModel { model, _ in
            let pair = try NetworkPair(#require(model.floatModel), quantized: #require(model.quantized))
            let unseen = MotionGenerator(seed: 1).recording(subjects: 1000..<1024)
            let events = Evaluator(pair).evaluate(unseen.sessions, clock: nil).q15.events
            #expect(events.hits + events.misses == 24 * 9)
            #expect(Double(events.hits) >= 0.95 * Double(events.hits + events.misses))
            #expect(events.falseEvents == 0)
        }
    }
}
