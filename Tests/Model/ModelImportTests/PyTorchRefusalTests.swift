import ModelImport
import Models
import TestSupport
import Testing

@Suite("A PyTorch state dict that cannot be imported is refused in one sentence")
struct PyTorchRefusalTests {
    typealias Refusal = ImportRefusal<SmallStateDict>

    static let refusals = [
        Refusal("a bidirectional LSTM", .unsupported, "layer “lstm”", "bidirectional") {
            $0.add("lstm.weight_ih_l0_reverse", [20, 6])
        },
        Refusal("a projection", .unsupported, "layer “lstm”", "proj_size") { $0.add("lstm.weight_hr_l0", [2, 5]) },
        Refusal("a GRU with the biases of an LSTM", .malformed, "bias_ih_l0") {
            $0.add("lstm.weight_ih_l0", [15, 6])
            $0.add("lstm.weight_hh_l0", [15, 5])
        },
        Refusal("a plain RNN", .unsupported, "plain RNN") { $0.add("lstm.weight_hh_l0", [5, 5]) },
        Refusal("no LSTM at all", .wrongKind, "no LSTM", "weight_ih_l0") { dict in
            for name in dict.tensors.keys where name.hasPrefix("lstm") { dict.tensors[name] = nil }
        },
        Refusal("an unknown tensor", .unsupported, "“conv.weight”", "[8, 6, 3]") { $0.add("conv.weight", [8, 6, 3]) },
        Refusal("a layer normalisation", .unsupported, "“norm.bias”", "1 more") {
            $0.add("norm.weight", [5])
            $0.add("norm.bias", [5])
        },
        Refusal("a batch normalisation", .unsupported, "layer “bn”", "fold") {
            for name in ["weight", "bias", "running_mean", "running_var"] { $0.add("bn.\(name)", [5]) }
        },
        Refusal("a bias of nothing", .unsupported, "“head.bias”") { $0.add("head.bias", [3]) },
        Refusal("a linear layer in front of the LSTM", .unsupported, "no chain", "front (9 → 6)") { $0.addLinear("front", 9, 6) },
        Refusal("two linear layers side by side", .unsupported, "no chain", "5 units") { $0.addLinear("other", 5, 2) },
        Refusal("linear layers in no certain order", .unsupported, "several orders", "body (5 → 5), fc.0") {
            $0.addLinear("body", 5, 5)
            $0.addLinear("mind", 5, 5)
        },
        Refusal("no linear layer", .unsupported, "no linear layer", "nn.Linear") {
            $0.tensors["fc.0.weight"] = nil
            $0.tensors["fc.0.bias"] = nil
        },
        Refusal("one of two biases", .malformed, "bias_hh_l0", "not both") { $0.tensors["lstm.bias_ih_l0"] = nil },
        Refusal("a missing layer", .malformed, "weight_ih_l1") {
            for name in ["weight_ih", "weight_hh", "bias_ih", "bias_hh"] { $0.rename("lstm.\(name)_l0", "lstm.\(name)_l2") }
            $0.add("lstm.weight_ih_l0", [20, 6])
            $0.add("lstm.weight_hh_l0", [20, 5])
        },
        Refusal("layers of one LSTM that do not fit", .malformed, "layer 1 that reads 4 numbers, but is given 5") {
            $0.add("lstm.weight_ih_l1", [20, 4])
            $0.add("lstm.weight_hh_l1", [20, 5])
        },
        Refusal("a bias of another length", .malformed, "“lstm.bias_hh_l0”", "[19]") { $0.add("lstm.bias_hh_l0", [19]) },
        Refusal("a size of 0", .unsupported, "size of 0") { $0.add("fc.0.weight", [0, 5]) },
        Refusal("a number that is none", .malformed, "“fc.0.weight”", "not finite") { $0.tensors["fc.0.weight"]?.values[3] = .nan },
        Refusal("means of another number", .malformed, "“mean”", "each of 6 inputs") { $0.add("mean", [5]) },
        Refusal("a standard deviation of 0", .malformed, "“std”", "divided") {
            $0.tensors["std"] = .init([6], [1, 1, 0, 1, 1, 1])
        },
        Refusal("too many layers", .unsupported, "more than 64") { dict in
            for number in 0..<70 { dict.addLinear("deep.\(number)", 5, 5) }
        },
    ]

    private static let overrides = ImportOverrides(
        labels: ["a", "b", "c"], window: 8, inputs: (0..<6).map { InputFeature(name: "x\($0)") })

    @Test("by what it is", arguments: refusals)
    func refusal(_ refusal: Refusal) throws {
        var dict = SmallStateDict()
        refusal.change(&dict)
        let error = try #require(throws: ImportError.self) {
            try PyTorchImporter.model(from: dict.file, path: "a.safetensors", overrides: Self.overrides)
        }
        #expect(error.code == refusal.code, "\(error)")
        for words in refusal.says { #expect(error.description.contains(words), "\(error)") }
    }

    @Test("many layers of equal width in no order end soon")
    func hostileOrder() {
        var dict = SmallStateDict()
        for name in "abcdefghijklmnopqrstuvwxyz" { dict.addLinear("\(name)", 5, name == "z" ? 9 : 5) }
        dict.addLinear("unreached", 77, 3)
        let error = #expect(throws: ImportError.self) {
            try PyTorchImporter.model(from: dict.file, path: "a.safetensors", overrides: Self.overrides)
        }
        #expect(error?.code == .unsupported)
    }

    @Test("what must be given is named, all of it at once")
    func missing() {
        let file = SmallStateDict().file
        let all = #expect(throws: ImportError.self) { try PyTorchImporter.model(from: file, path: "a") }
        #expect(all?.code == .missing)
        for words in ["“labels” (3", "“window”", "“inputs” (6"] {
            #expect(all?.description.contains(words) == true, "\(all as Any)")
        }
        var overrides = Self.overrides
        overrides.window = nil
        let one = #expect(throws: ImportError.self) {
            try PyTorchImporter.model(from: file, path: "a", overrides: overrides)
        }
        #expect(one?.description == "a is a PyTorch state dict, which holds weights only: give “window” (samples).")
    }

    @Test("both a buffer and a given scale normalise the inputs")
    func twoNormalisations() {
        var dict = SmallStateDict()
        dict.add("mean", [6])
        var overrides = Self.overrides
        overrides.inputs?[0].scale = 2
        let error = #expect(throws: ImportError.self) {
            try PyTorchImporter.model(from: dict.file, path: "a", overrides: overrides)
        }
        #expect(error?.code == .override)
    }

    @Test("a model of our own is one already")
    func ownModel() {
        var file = SmallStateDict().file
        file.metadata = ["format": "motionq15"]
        let error = #expect(throws: ImportError.self) { try PyTorchImporter.model(from: file, path: "a") }
        #expect(error?.code == .wrongKind && error?.description.contains("already") == true)
    }

    @Test("a file that is not there, and one that is no safetensors")
    func files() {
        let gone = #expect(throws: ImportError.self) { try PyTorchImporter.model(fromFileAt: "/nowhere/a.safetensors") }
        #expect(gone?.code == .unreadable)
        let other = #expect(throws: ImportError.self) { try PyTorchImporter.model(fromFileAt: #filePath) }
        #expect(other?.code == .malformed)
    }
}
