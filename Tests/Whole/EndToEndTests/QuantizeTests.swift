import Foundation
import Models
import MotionCore
import TestSupport
import Testing

@Suite("motionq quantize")
struct QuantizeTests {
    @Test("--json prints one object: ranges, formats and noise of every layer")
    func json() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let output = world.motionq.path("out.safetensors")
        let result = try world.motionq.run(
            "quantize", world.model, "-o", output, "--data", world.recording("a.csv", sessions: [100, 60]), "--json")
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects()
        let object = try #require(objects.first)
        // Windows of 10 samples, one every 5.
        #expect(objects.count == 1 && object["calibration_windows"] as? Int == 19 + 11)
        let layers = try #require(object["layers"] as? [[String: Any]])
        #expect(layers.map { $0["layer"] as? String } == ["inputs", "LSTM 1", "logits"])
        let range = try #require(layers[0]["range"] as? Double)
        // One person's: three times what was seen, and up to a quarter more.
        let headroom = try #require(layers[0]["headroom"] as? Double)
        #expect(range > 2.9 && (2.99...3.8).contains(headroom))
        for layer in layers.dropFirst() {
            let share = try #require(layer["accumulator_share"] as? Double)
            #expect(share > 0 && share <= 1)
            #expect((layer["weight_fraction_bits"] as? [Int])?.count == 2)
        }
        let places = try #require(object["layer_noise"] as? [[String: Any]]).compactMap { $0["layer"] as? String }
        #expect(places == ["inputs", "LSTM 1 gates", "LSTM 1 hidden", "LSTM 1 cell", "logits"])
        #expect(object["layer_noise_windows"] as? Int == 30 && object["saturated"] as? Int == 0)
    }

    @Test("fits the formats to the recordings: finer inputs than bounds give, and the float function is as it was")
    func finer() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let output = world.motionq.path("out.safetensors")
        let recording = try world.recording("a.csv", sessions: [100])
        let result = try world.motionq.run("quantize", world.model, "-o", output, "--data", recording)
        #expect(result.status == 0, "\(result.errors)")
        let before = try Model(readingFileAt: world.model)
        let after = try Model(readingFileAt: output)
        let steps = try [before, after].map { model in
            let scale = Double(try #require(model.description.inputs.first).scale)
            return scale * exp2(Double(try #require(model.quantized).inputFractionBits))
        }
        #expect(steps[1] > 1.5 * steps[0])
        let answers = try [world.model, output].map { model in
            try world.motionq.run("classify", "--model", model, "--data", recording, "--arithmetic", "float", "--json").objects()
        }
        let probabilities = answers.map { $0.compactMap { $0["probability"] as? Double } }
        #expect(zip(probabilities[0], probabilities[1]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("people read formats, proof and noise, and the model remembers its recordings")
    func table() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run(
            "quantize", world.model, "-o", world.model, "--data", world.recording("a.csv", sessions: [100]))
        #expect(result.status == 0, "\(result.errors)")
        for words in ["largest seen", "headroom", "No input can overflow", "signal to noise", "LSTM 1 hidden"] {
            #expect(result.output.contains(words), "\(result.output)")
        }
        let provenance = try Model(readingFileAt: world.model).provenance
        #expect(provenance["calibration"] == "a.csv" && provenance["calibration_windows"] == "19")
    }

    @Test("without recordings it takes safe bounds and says what to do for finer steps")
    func bounds() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("quantize", world.model, "-o", world.model)
        #expect(result.status == 0, "\(result.errors)")
        for words in ["bound", "--data"] { #expect(result.output.contains(words), "\(result.output)") }
        #expect(try Model(readingFileAt: world.model).provenance["calibration"] == "bounds")
    }

    @Test("recordings at another rate are resampled, and it says so; a folder stands for what is in it")
    func resampling() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        try FileManager.default.createDirectory(atPath: world.motionq.path("folder"), withIntermediateDirectories: true)
        _ = try world.recording("folder/a.csv", sessions: [100], rate: 100)
        let result = try world.motionq.run(
            "quantize", world.model, "-o", world.model, "--data", world.motionq.path("folder"), "--json")
        #expect(result.status == 0 && result.errors.contains("1 of 1 sessions were resampled to 50 Hz"), "\(result.errors)")
        // 100 samples at 100 Hz become 50.
        #expect(try result.objects().first?["calibration_windows"] as? Int == 9)
    }

    @Test("no window lies across a gap")
    func gaps() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [39])
        var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        // 19 samples are left on either side, which hold two windows each.
        lines.remove(at: 20)
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let result = try world.motionq.run("quantize", world.model, "-o", world.model, "--data", path, "--json")
        #expect(try result.objects().first?["calibration_windows"] as? Int == 2 + 2)
    }

    @Test("a state dict that was not imported: 65, and says that it must be")
    func stateDict() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = world.motionq.path("torch.safetensors")
        try SmallStateDict().file.write(toFileAt: path)
        try world.motionq.run("quantize", path, "-o", world.model).expectRefusal(65, says: "PyTorch", "motionq import")
    }

    @Test("a model without a float network: 65")
    func noFloat() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        var model = try Model(readingFileAt: world.model)
        model.float = nil
        try model.write(toFileAt: world.model)
        try world.motionq.run("quantize", world.model, "-o", world.model).expectRefusal(65, says: "no float network")
    }

    @Test("recordings shorter than a window: 65; none: 66; neither touches the model")
    func badRecordings() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let output = world.motionq.path("out.safetensors")
        let short = try world.recording("a.csv", sessions: [9])
        try world.motionq.run("quantize", world.model, "-o", output, "--data", short).expectRefusal(65, says: "10 samples")
        let gone = world.motionq.path("gone.csv")
        try world.motionq.run("quantize", world.model, "-o", output, "--data", gone).expectRefusal(66, says: "gone.csv")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("an output that would overwrite a recording, even through its folder: 64, and the recording is not touched")
    func overwriting() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100])
        let before = try Data(contentsOf: URL(filePath: recording))
        let result = try world.motionq.run("quantize", world.model, "-o", recording, "--data", world.motionq.folder.path)
        result.expectRefusal(64, says: "a.csv")
        #expect(try Data(contentsOf: URL(filePath: recording)) == before)
    }
}
