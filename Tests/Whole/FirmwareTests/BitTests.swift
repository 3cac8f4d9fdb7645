import Foundation
import Models
import TestSupport
import Testing

/// The device's windows against the host's, over whole recordings that are played at 200 Hz: nobody sees light, everybody sees
/// bits. One after the other, and with no other test beside them (Makefile): a board that gets no processor for seconds tells of
/// windows whose samples the host no longer has.
@Suite("On-device inference", .serialized, .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct BitTests {
    /// Of each kind that is trained or imported.
    enum Network: String, CaseIterable {
        case demo, gestureClassifier, createML, keras, tensorFlowLite, kerasConvolutions, kerasMean, tensorFlowLiteConvolutions
        case kerasGRU, torchMixed, kerasBytes

        /// - Parameter recording: on which what others made is calibrated.
        func image(_ recording: String) throws -> FirmwareImage {
            let files = Repository.path("Tests/Support/ImportedNetworks")
            let words = ["--labels", "a,b,c", "--inputs", "ax,ay,az", "--hop", "2"]
            return switch self {
            case .demo: try FirmwareImage("demo-bits", of: Repository.demoModel, rate: 200)
            case .gestureClassifier: try FirmwareImage("gestures-200", of: GestureFirmware.image().model, rate: 200)
            case .createML: try imported("\(SharedData.folder)/strangers/11-turi-names/turi5.mlmodel", [], recording)
            case .keras: try imported("\(files)/keras_stacked.keras", words, recording)
            case .tensorFlowLite: try imported("\(files)/lite_int8.tflite", words, recording)
            case .kerasConvolutions: try imported("\(files)/front_lstm.keras", words, recording)
            case .kerasGRU: try imported("\(files)/gru_stacked.keras", words, recording)
            case .kerasBytes: try imported("\(files)/keras_stacked.keras", words + ["--weights", "8"], recording)
            case .torchMixed: try imported("\(files)/torch_mixed_dynamo.onnx", words, recording)
            case .kerasMean: try imported("\(files)/front_mean.keras", words, recording)
            case .tensorFlowLiteConvolutions: try imported("\(files)/lite_front_dilated.tflite", words, recording)
            }
        }

        private func imported(_ file: String, _ words: [String], _ recording: String) throws -> FirmwareImage {
            let motionq = try Motionq()
            defer { motionq.remove() }
            let model = motionq.path("imported.safetensors")
            let result = try motionq.start(["import", file, "-o", model, "--data", recording] + words).wait()
            try #require(result.status == 0, "\(result.errors)")
            return try FirmwareImage("bits-\(rawValue)", of: model, rate: 200)
        }
    }

    @Test(
        "gives the host's bits for every window of a person's recording",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)), arguments: Network.allCases)
    func bits(_ network: Network) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        let recording = "\(SharedData.folder)/gestureit/u_04-chop-it.csv.gz"
        #expect(try motionq.run("dataset", "counts", "--data", recording, "--output", counts).status == 0)
        let samples = try Data(contentsOf: URL(filePath: counts)).count / 12
        let image = try network.image(recording)
        let description = try Model(readingFileAt: image.model).description
        let (length, hop) = (description.window, description.hop)
        let windows = (samples - length) / hop + 1

        // Its time is that of its instructions, 16 ns each: on a busy machine it is late, and misses nothing;
        // by this machine's clock its rate is then another than it says.
        let board = try Emulator(image, counts: counts, arguments: ["-icount", "shift=4"])
        let host = try motionq.start(["run", "--port", board.line, "--model", image.model, "--shadow", "--trust-rate", "--json"])
        #expect(host.waits(for: "\"end_sample\":\(windows * hop - hop + length),", seconds: 300))
        Thread.sleep(forTimeInterval: 0.5)
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect(summary["samples"] as? Int == samples)
        #expect(summary["lost_samples"] as? Int == 0)
        #expect(summary["windows"] as? Int == windows)
        #expect(summary["shadow_compared"] as? Int == windows)
        #expect(summary["shadow_decisions"] as? Int == windows)
        #expect(summary["shadow_differing"] as? Int == 0)
    }

    @Test("is found to differ if the host has other decision options, and `run` says so")
    func otherOptions() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        let image = try FirmwareImage.demo()
        let board = try Emulator(image, counts: counts)
        let host = try motionq.start(
            ["run", "--port", board.line, "--model", image.model, "--shadow", "--json", "--smoothing", "1"])
        #expect(host.waits(for: "decision differs"))
        let result = host.end()
        #expect(result.status == 65)
        #expect(result.errors.contains("was exported with other decision options"))
    }
}
