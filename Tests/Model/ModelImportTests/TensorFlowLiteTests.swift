import Formatting
import Foundation
import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

/// Files of TensorFlow Lite's converter, with the probabilities that its interpreter gave for windows of input.
@Suite("TensorFlow Lite files")
struct TensorFlowLiteTests {
    private static let ours = Repository.path("Tests/Support/ImportedNetworks")

    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(ours)/\(name).tflite")))
    }

    private static let overrides = ImportOverrides(
        labels: ["a", "b", "c"], inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) })

    @Test(
        "give the interpreter's probabilities within 0.00001, and those that it computed of 8-bit numbers within 0.01",
        arguments: [
            ("lite_float", 1e-5), ("lite_half", 1e-5), ("lite_loop", 1e-5), ("lite_loop_half", 1e-5), ("lite_loop_dynamic", 0.01),
            ("lite_int8", 0.01), ("lite_16x8", 0.01),
        ])
    func probabilities(_ name: String, _ bound: Double) throws {
        let cases = try NetworkCases("\(Self.ours)/\(name).cases.csv")
        let model = try Importer.model(fromFileAt: "\(Self.ours)/\(name).tflite", overrides: cases.overrides)
        #expect(cases.largestDifference(model) <= bound)
        #expect(model.description.window == 10 && model.description.statePolicy == .reset)
    }

    @Test("whose LSTM is written as single steps are refused with the way to the file that has it")
    func unrolled() throws {
        let error = try #require(throws: ImportError.self) {
            try TensorFlowLiteImporter.model(from: Self.fixture("lite_unrolled"), file: "a.tflite", overrides: Self.overrides)
        }
        #expect(error.code == .unsupported && error.layer != nil)
        #expect(error.problem.description.contains(".keras") && error.problem.description.contains("tf_keras"), "\(error)")
    }

    /// The same small loop with something in it changed that makes it no LSTM, or another one.
    @Test(
        "whose loop computes anything else are refused",
        arguments: [
            "begins_late", "ends_early", "counts_by_two", "relu_inside", "other_axis", "doubled", "one_product", "newest_first",
            "state_not_zero", "gates_swapped",
        ])
    func otherLoops(_ change: String) throws {
        let intact = try TensorFlowLiteImporter.model(
            from: Self.fixture("variants/loop_intact"), file: "a", overrides: Self.overrides)
        #expect(intact.network.lstm.map(\.units) == [2, 2] && intact.description.window == 4)
        let error = try #require(throws: ImportError.self) {
            try TensorFlowLiteImporter.model(from: Self.fixture("variants/loop_\(change)"), file: "a", overrides: Self.overrides)
        }
        #expect(error.code == .unsupported, "\(error)")
    }

    /// The same small LSTM with an option or an input changed.
    @Test(
        "whose LSTM is another one are refused by what it has",
        arguments: [
            ("clipped", "cell_clip"), ("peepholes", "peepholes"), ("projection", "projection"), ("relu", "tanh"),
            ("temperature", "beta"), ("relu6", "relu"), ("turned", "in this order"), ("sparse", "sparse"), ("strided", "last step"),
        ])
    func otherLSTMs(_ change: String, _ says: String) throws {
        let intact = try TensorFlowLiteImporter.model(
            from: Self.fixture("variants/fused_intact"), file: "a", overrides: Self.overrides)
        #expect(intact.network.lstm.map(\.units) == [2] && intact.description.window == 4)
        let error = try #require(throws: ImportError.self) {
            try TensorFlowLiteImporter.model(from: Self.fixture("variants/fused_\(change)"), file: "a", overrides: Self.overrides)
        }
        #expect(error.code == .unsupported && error.problem.description.contains(says), "\(error)")
    }

    @Test("say what they leave open, and what is no such file says so")
    func open() throws {
        let missing = #expect(throws: ImportError.self) {
            try TensorFlowLiteImporter.model(from: Self.fixture("lite_float"), file: "a")
        }
        #expect(missing?.code == .missing && missing?.problem.description.contains("“window”") == false)
        let none = #expect(throws: ImportError.self) { try TensorFlowLiteImporter.model(from: Array("nothing".utf8), file: "a") }
        #expect(none?.code == .malformed)
    }

    @Test(
        "in hundreds of damaged forms give a network or a sentence",
        arguments: ["lite_int8", "lite_16x8", "lite_half", "variants/loop_intact"])
    func damaged(_ name: String) throws {
        var mutants = FileMutants(of: try Self.fixture(name))
        var refused = 0
        for _ in 0..<600 {
            do {
                _ = try TensorFlowLiteImporter.model(from: mutants.next(), file: "a", overrides: Self.overrides)
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
            }
        }
        #expect((1..<600).contains(refused))
    }
}
