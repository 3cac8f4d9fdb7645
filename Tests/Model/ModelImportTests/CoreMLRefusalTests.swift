import Formatting
import ModelImport
import Models
import TestSupport
import Testing

@Suite("A Core ML file that cannot be imported is refused in one sentence")
struct CoreMLRefusalTests {
    typealias Small = SmallCoreMLFile

    typealias Refusal = ImportRefusal<SmallCoreMLFile>

    static let refusals: [Refusal] = [
        Refusal("a tree ensemble", .wrongKind, "tree ensemble classifier") { $0.kindField = 402 },
        Refusal("an ML program", .wrongKind, "ML program") { $0.kindField = 502 },
        Refusal("no kind at all", .wrongKind, "no Core ML model") { $0.kindField = 42 },
        Refusal("a layer of another kind", .unsupported, "GRU, Core ML field 410", layer: "lstm") {
            $0.replace("lstm") { $0.bytes(410, []) }
        },
        Refusal("a layer of an unknown kind", .unsupported, "unknown kind, Core ML field 999", layer: "relu1") {
            $0.replace("relu1") { $0.bytes(999, []) }
        },
        Refusal("another activation", .unsupported, "another activation", layer: "relu0") {
            $0.replace("relu0") { $0.message(130) { $0.bytes(15, []) } }
        },
        Refusal("layers that do not connect", .unsupported, "reads “x”, which is neither an input nor written", layer: "dense0") {
            $0.layers[4].input = ["x"]
        },
        Refusal("a layer with two inputs", .unsupported, "2 inputs", layer: "dense0") { $0.layers[4].input = ["d", "a"] },
        Refusal("state from inside the network", .unsupported, "neither an input nor cut out of one", layer: "lstm") {
            $0.layers[3].input[1] = "a"
        },
        Refusal("motion as hidden state", .malformed, "as motion and as state") { $0.layers[3].input[1] = "features" },
        Refusal("motion as cell state", .malformed, "as motion and as state") { $0.layers[3].input[2] = "features" },
        Refusal("one input as both states", .malformed, "as two states") { $0.layers[3].input[2] = "hiddenIn" },
        Refusal("a reshape that moves samples", .malformed, "another size or order", layer: "turn") {
            $0.replace("turn", Small.reshape([2, 1, 3]))
        },
        Refusal("a permutation that is none", .malformed, "no order of", layer: "turn") {
            $0.replace("turn") { $0.message(310) { $0.bytes(1, [0, 3, 1, 9]) } }
        },
        Refusal("a permutation that turns another axis", .malformed, "features × 3 samples", layer: "conv") {
            $0.replace("turn") { $0.message(310) { $0.bytes(1, [0, 1, 2, 3]) } }
        },
        Refusal("a kernel that is not the window", .malformed, "2 features × 2 samples", layer: "conv") {
            $0.replace("conv", Small.convolution(kernel: [1, 2]))
        },
        Refusal("a dilated convolution", .unsupported, "dilated", layer: "conv") {
            $0.replace("conv", Small.convolution { $0.bytes(40, [1, 2]) })
        },
        Refusal("a padded convolution", .unsupported, "pads", layer: "conv") {
            $0.replace("conv", Small.convolution { $0.message(50) { $0.message(1) { $0.message(10) { $0.number(1, 1) } } } })
        },
        Refusal("a convolution too few weights", .malformed, "11 weights where its shape needs 12", layer: "conv") {
            $0.replace("conv", Small.convolution(weights: Small.weights(1, 11)))
        },
        Refusal("a weight that is no number", .malformed, "number 3 is not finite", layer: "conv") {
            $0.replace("conv", Small.convolution(weights: Small.weights(1, 3) + [.nan] + Small.weights(1, 8)))
        },
        Refusal("absurdly many channels", .unsupported, "18446744073709551615 output channels", layer: "conv") {
            $0.replace("conv", Small.convolution(outputs: .max))
        },
        Refusal("no channels", .unsupported, "0 output channels", layer: "conv") {
            $0.replace("conv", Small.convolution(outputs: 0))
        },
        Refusal("a convolution without a ReLU", .unsupported, "the ReLU after", layer: "lstm") {
            $0.layers.remove(at: 2)
            $0.layers[2].input[0] = "b"
        },
        Refusal("absurdly many units", .unsupported, "4097 units", layer: "lstm") {
            $0.replace("lstm", Small.lstm(units: 4097))
        },
        Refusal("an LSTM of another width", .malformed, "reads 3 numbers a step, but is given 2", layer: "lstm") {
            $0.replace("lstm", Small.lstm(inputs: 3))
        },
        Refusal("other LSTM activations", .unsupported, "tanh activation, tanh activation", layer: "lstm") {
            $0.replace("lstm", Small.lstm(activations: [30, 30, 30]))
        },
        Refusal("a cell clip that acts", .unsupported, "clips its cell state at 50.0", layer: "lstm") {
            $0.replace("lstm", Small.lstm(clip: 50))
        },
        Refusal("peepholes", .unsupported, "peepholes", layer: "lstm") { $0.replace("lstm", Small.lstm(flags: [20, 40])) },
        Refusal("reversed input", .unsupported, "reversed", layer: "lstm") {
            $0.replace("lstm", Small.lstm { $0.number(100, 1) })
        },
        Refusal("a stacked LSTM that is given the last step only", .unsupported, "whole sequence", layer: "lstm") {
            $0 = .withoutConvolution
            $0.layers[0].output[0] = "between"
            $0.layers.insert(("lstm2", ["between"], ["d"], Small.lstm()), at: 1)
        },
        Refusal("quantized weights", .unsupported, "quantized", layer: "dense1") {
            $0.replace("dense1", Small.dense { $0.message(20) { $0.bytes(30, [1, 2, 3, 4]) } })
        },
        Refusal("half a 16-bit weight", .malformed, "half a number", layer: "dense1") {
            $0.replace("dense1", Small.dense { $0.message(20) { $0.bytes(2, [1, 2, 3]) } })
        },
        Refusal("normalisation by the window's own mean", .unsupported, "stored means", layer: "norm") {
            $0.replace("norm", Small.normalisation { $0.number(5, 1) })
        },
        Refusal("a negative variance", .malformed, "cannot be divided by", layer: "norm") {
            $0.replace("norm", Small.normalisation(variance: [3, -1]))
        },
        Refusal("normalisation after an LSTM", .unsupported, "batch normalisation", layer: "dense0") {
            $0.replace("dense0", Small.normalisation())
        },
        Refusal("a ReLU before the softmax", .unsupported, "without a ReLU", layer: "soft") {
            $0.layers.remove(at: 7); $0.layers[7].input = ["g"]
        },
        Refusal("no softmax", .unsupported, "ends after layer 8") {
            $0.layers.removeLast()
            $0.layers[7].output = ["probability"]
        },
        Refusal("a layer after the softmax", .unsupported, "the end after softmax", layer: "more") {
            $0.layers[8].output = ["x"]
            $0.layers.append(("more", ["x"], ["probability"], Small.rectifier))
        },
        Refusal("another name for the probabilities", .unsupported, "no layer that writes its probabilities") {
            $0.layers[8].output = ["x"]
        },
        Refusal("the state in place of the results", .unsupported, "not its first result", layer: "lstm") {
            $0.layers[4].input = ["hiddenOut"]
        },
        Refusal("labels that do not fit", .malformed, "2 outputs, but 3 labels") { $0.labels.append("third") },
        Refusal("no labels", .missing, "give them with “labels”") { $0.labels = [] },
        Refusal("features that do not fit", .malformed, "reads 2 features") { $0.metadata["features"] = "rotX" },
        Refusal("an unknown feature", .missing, "“heartRate”", "“inputs”") { $0.metadata["features"] = "rotX,heartRate" },
        Refusal("a height", .missing, "“altitude”, which no motion sensor measures") { $0.metadata["features"] = "rotX,altitude" },
        Refusal("a number of a person", .missing, "“user_id”") { $0.metadata["features"] = "user_id,rotX" },
        Refusal("an angle", .missing, "“motionPitch(rad)”, an angle", "“appleSign”") {
            $0.metadata["features"] = "motionPitch(rad),rotX"
        },
        Refusal("no features", .missing, "does not name its 2 features") { $0.metadata["features"] = nil },
        Refusal("a window that contradicts the kernel", .malformed, "prediction_window 4") {
            $0.metadata["prediction_window"] = "4"
        },
        Refusal("a window that is no number", .malformed, "“many”") { $0.metadata["prediction_window"] = "many" },
        Refusal("no window", .missing, "give “window”") {
            $0 = .withoutConvolution
            $0.metadata["prediction_window"] = nil
        },
        Refusal("an input of five axes", .unsupported, "declares its input") { $0.inputShape = [1, 1, 1, 3, 2] },
        Refusal("an input without end", .unsupported, "declares its input") { $0.inputShape = [1, .max, 2] },
    ]

    @Test("names the fault", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        var file = SmallCoreMLFile()
        refusal.change(&file)
        let error = try #require(throws: ImportError.self) {
            try CoreMLImporter.model(from: file.bytes, file: "small.mlmodel")
        }
        refusal.expect(error, file: "small.mlmodel")
    }

    static let wrongOverrides: [ImportOverrides] = [
        ImportOverrides(labels: ["one"]), ImportOverrides(labels: ["same", "same"]), ImportOverrides(window: 4),
        ImportOverrides(hop: 0), ImportOverrides(hop: 4), ImportOverrides(rate: 0), ImportOverrides(rate: .nan),
        ImportOverrides(inputs: []), ImportOverrides(restLabel: "absent"),
    ]

    @Test("an override that does not fit the model is refused", arguments: wrongOverrides)
    func override(_ overrides: ImportOverrides) throws {
        let error = try #require(throws: ImportError.self) {
            try CoreMLImporter.model(from: SmallCoreMLFile().bytes, file: "small.mlmodel", overrides: overrides)
        }
        #expect(error.code == .override)
    }

    @Test("a file that is absent or a folder is unreadable", arguments: ["/nonexistent/model.mlmodel", "/"])
    func unreadable(_ path: String) throws {
        let error = try #require(throws: ImportError.self) { try CoreMLImporter.model(fromFileAt: path) }
        #expect(error.code == .unreadable)
    }

    @Test("millions of empty layers are refused before they are decoded")
    func layerBomb() throws {
        var inner = WireWriter()
        for _ in 0..<200_000 { inner.bytes(1, []) }
        var outer = WireWriter()
        outer.number(1, 1)
        outer.bytes(403, inner.bytes)
        let error = try #require(throws: ImportError.self) {
            try CoreMLImporter.model(from: outer.bytes, file: "small.mlmodel")
        }
        #expect(error.problem.description.contains("fields"))
    }

    @Test("a file cut short at any length gives a clear error")
    func truncation() {
        let bytes = SmallCoreMLFile().bytes
        for length in 0..<bytes.count {
            #expect(throws: ImportError.self, "cut to \(length) bytes") {
                try CoreMLImporter.model(from: Array(bytes[..<length]), file: "small.mlmodel")
            }
        }
    }

    @Test("a flipped bit anywhere gives a network or a clear error, never a crash")
    func flippedBits() {
        var bytes = SmallCoreMLFile().bytes
        var refused = 0
        for bit in 0..<8 * bytes.count {
            bytes[bit / 8] ^= 1 << (bit % 8)
            if (try? CoreMLImporter.model(from: bytes, file: "small.mlmodel")) == nil { refused += 1 }
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
        #expect((1..<8 * bytes.count).contains(refused))
    }

    @Test("flipped bytes give a network or a clear error, never a crash")
    func flippedBytes() {
        let intact = SmallCoreMLFile().bytes
        var generator = SmallGenerator(state: 15)
        for _ in 0..<4_000 {
            var bytes = intact
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                let model = try CoreMLImporter.model(from: bytes, file: "small.mlmodel")
                #expect(model.description.labels.count == 2)
            } catch {
                #expect(!error.problem.isEmpty)
            }
        }
    }
}

/// A generator with a fixed seed (SeededGenerator), so that a failure can be repeated.
struct SmallGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
