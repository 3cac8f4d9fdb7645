import Foundation
import Models
import TestSupport
import Testing

@Suite("motionq import and export of other tools' models")
struct ForeignModelTests {
    private static let elsewhere = Repository.path("Tests/Support/ImportedNetworks")

    @Test("what export --onnx and --state-dict write, import reads as the same float network, and nothing needs to be said")
    func roundTrip() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let (onnx, state) = (world.motionq.path("a.onnx"), world.motionq.path("b.safetensors"))
        // Import evens out the sizes of inputs and sorts units, which changes no answer, and nothing where that was done.
        let (first, evened) = (world.motionq.path("first.onnx"), world.motionq.path("evened.safetensors"))
        #expect(try world.motionq.run("export", "--model", world.model, "--onnx", first).status == 0)
        #expect(try world.motionq.run("import", first, "-o", evened).status == 0)
        let written = try world.motionq.run("export", "--model", evened, "--onnx", onnx, "--state-dict", state)
        #expect(written.status == 0 && written.errors.contains("a.onnx"), "\(written.errors)")
        let original = try Model(readingFileAt: evened)
        #expect(try original.description.labels == Model(readingFileAt: world.model).description.labels)
        for file in [onnx, state] {
            let copy = world.motionq.path("copy.safetensors")
            let result = try world.motionq.run("import", file, "-o", copy)
            #expect(result.status == 0, "\(result.errors)")
            let model = try Model(readingFileAt: copy)
            #expect(model.float == original.float && model.description == original.description)
        }
    }

    @Test("an ONNX file of PyTorch becomes a model that classify runs")
    func torch() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100])
        let result = try world.motionq.run(
            "import", "\(Self.elsewhere)/torch_script.onnx", "-o", world.motionq.path("m.safetensors"), "--labels", "rest,b,c",
            "--inputs", "ax,ay,az", "--window", "6", "--hop", "3", "--data", recording)
        #expect(result.status == 0, "\(result.errors)")
        let classified = try world.motionq.run(
            "classify", "--model", world.motionq.path("m.safetensors"), "--data", recording, "--json")
        #expect(try classified.objects().count == 32)
    }

    @Test(
        "files of Keras and TensorFlow Lite become models that classify runs",
        arguments: ["keras_stacked.keras", "keras_stacked.h5", "lite_int8.tflite"])
    func tensorFlow(_ file: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100])
        let window = file.hasPrefix("lite") ? 10 : 6
        let result = try world.motionq.run(
            "import", "\(Self.elsewhere)/\(file)", "-o", world.motionq.path("m.safetensors"), "--labels", "rest,b,c",
            "--inputs", "ax,ay,az", "--hop", "2", "--data", recording)
        #expect(
            result.status == 0 && result.output.contains("windows of \(window) samples every 2"),
            "\(result.errors) \(result.output)")
        let classified = try world.motionq.run(
            "classify", "--model", world.motionq.path("m.safetensors"), "--data", recording, "--json")
        #expect(try classified.objects().count == (100 - window) / 2 + 1)
    }

    @Test("import of a file that is no model of its name: 65; of one that is not there: 66; of a pickle: 64, and says the way")
    func refusals() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let broken = ["broken.onnx", "broken.keras", "broken.tflite"].map { world.motionq.path($0) }
        for file in broken { try "nothing".write(toFile: file, atomically: true, encoding: .utf8) }
        for (file, status, says) in [
            (broken[0], 65, "no ONNX model"), (broken[1], 65, "no HDF5 file"), (broken[2], 65, "no TensorFlow Lite model"),
            (world.motionq.path("gone.onnx"), 66, "gone.onnx"), ("a.pth", 64, "torch.onnx.export"),
        ] as [(String, Int32, String)] {
            try world.motionq.run("import", file, "-o", world.motionq.path("m.safetensors")).expectRefusal(status, says: says)
        }
        #expect(!FileManager.default.fileExists(atPath: world.motionq.path("m.safetensors")))
    }

    @Test("export with nothing to write, or over the model: 64")
    func nothing() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        #expect(try world.motionq.run("export", "--model", world.model).status == 64)
        let over = try world.motionq.run("export", "--model", world.model, "--state-dict", world.model)
        #expect(over.status == 64 && over.errors.contains("--state-dict"), "\(over.errors)")
        let twice = world.motionq.path("a")
        #expect(try world.motionq.run("export", "--model", world.model, "--onnx", twice, "--state-dict", twice).status == 64)
    }
}
