import Formatting
import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

/// Files that Keras saved, with the probabilities that it gave for windows of input.
@Suite("Keras files")
struct KerasCasesTests {
    private static let ours = Repository.path("Tests/Support/ImportedNetworks")

    private func imported(_ file: String, _ cases: String) throws -> (cases: NetworkCases, model: FloatModel) {
        let cases = try NetworkCases("\(Self.ours)/\(cases).cases.csv")
        return (cases, try Importer.model(fromFileAt: "\(Self.ours)/\(file)", overrides: cases.overrides))
    }

    @Test(
        "give Keras' probabilities within 0.00001: stacked and functional, with normalisations, dropout, one sigmoid or no LSTM",
        arguments: [
            ("keras_stacked.keras", "keras_stacked"), ("keras_stacked.h5", "keras_stacked"),
            ("keras2_stacked.h5", "keras_stacked"),
            ("keras2_stacked.keras", "keras_stacked"),
            ("keras_functional.keras", "keras_functional"), ("keras_binary.h5", "keras_binary"), ("keras_flat.keras", "keras_flat"),
        ])
    func probabilities(_ file: String, _ cases: String) throws {
        let (cases, model) = try imported(file, cases)
        #expect(cases.largestDifference(model) <= 1e-5)
        #expect(model.description.statePolicy == .reset)
    }

    @Test("of a stateful model carry the state, and the hop divides the window")
    func stateful() throws {
        let (cases, model) = try imported("keras_stateful.keras", "keras_stateful")
        #expect(cases.largestDifference(model, carriesState: true) <= 1e-5)
        #expect(model.description.statePolicy == .carry && model.description.window == 6)
        var overrides = cases.overrides
        overrides.hop = 4
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(fromFileAt: "\(Self.ours)/keras_stateful.keras", overrides: overrides)
        }
        #expect(error?.problem.description.contains("give 1, 2, 3, 6") == true, "\(error?.description ?? "")")
        overrides.statePolicy = .reset
        let reset = try KerasImporter.model(fromFileAt: "\(Self.ours)/keras_stateful.keras", overrides: overrides)
        #expect(reset.description.statePolicy == .reset && reset.description.hop == 4)
    }

    @Test("of one model say the same in both forms, and what they leave open has to be given, all at once")
    func forms() throws {
        let (cases, archive) = try imported("keras_stacked.keras", "keras_stacked")
        #expect(try imported("keras_stacked.h5", "keras_stacked").model == archive)
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(fromFileAt: "\(Self.ours)/keras_functional.keras", overrides: ImportOverrides())
        }
        #expect(error?.code == .missing)
        for words in ["“labels” (3", "“window”", "“inputs” (3"] {
            #expect(error?.problem.description.contains(words) == true, "\(error?.description ?? "")")
        }
        #expect(cases.samples == 6 && archive.description.window == 6)
    }
}
