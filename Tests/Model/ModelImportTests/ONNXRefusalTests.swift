import Formatting
import ModelImport
import Models
import TestSupport
import Testing

@Suite("An ONNX file that cannot be imported is refused in one sentence")
struct ONNXRefusalTests {
    typealias Node = SmallONNXFile.Node
    typealias Numbers = SmallONNXFile.Numbers

    typealias Refusal = ImportRefusal<SmallONNXFile>

    static let overrides = ImportOverrides(
        labels: ["rest", "b"], inputs: [InputFeature(name: "ax"), InputFeature(name: "ay")])

    static let refusals: [Refusal] = [
        Refusal("a GRU of another kind", .unsupported, "linear_before_reset", layer: "steps") { $0["state"].kind = "GRU" },
        Refusal("an operator nobody knows", .unsupported, "(Frobnicate)", layer: "relu") { $0["relu"].kind = "Frobnicate" },
        Refusal("an operator of another domain", .unsupported, "of com.example", layer: "relu") {
            $0["relu"].domain = "com.example"
        },
        Refusal("an LSTM that is a loop", .unsupported, "(Loop) is a recurrent layer", "set_weights", layer: "steps") {
            $0["state"].kind = "Loop"
        },
        Refusal("a loop whose condition cannot be told either", .unsupported, "(Scan) is a recurrent layer", layer: "steps") {
            $0["state"].kind = "Scan"
            $0["state"].inputs[0] = "going"
            $0.nodes.insert(Node("Less", ["input", "input"], ["going"]), at: 0)
        },
        Refusal("a GRU beside a loop that nothing reads", .unsupported, "linear_before_reset", layer: "steps") {
            $0["state"].kind = "GRU"
            $0.nodes.append(Node("Loop", ["x"], ["elsewhere"]))
        },
        Refusal("a tanh between dense layers", .unsupported, "Tanh activation", layer: "relu") { $0["relu"].kind = "Tanh" },
        Refusal("a mean over time", .unsupported, "last step", layer: "last") {
            $0["last"] = Node("ReduceMean", ["steps"], ["last"])
        },
        Refusal("two directions", .unsupported, "bidirectional", layer: "steps") {
            $0["state"].attributes["direction"] = .text("bidirectional")
        },
        Refusal("the other direction", .unsupported, "backwards", layer: "steps") {
            $0["state"].attributes["direction"] = .text("reverse")
        },
        Refusal("other activations", .unsupported, "Sigmoid, Relu, Tanh", layer: "steps") {
            $0["state"].attributes["activations"] = .texts(["Sigmoid", "Relu", "Tanh"])
        },
        Refusal("a clip", .unsupported, "clip", layer: "steps") { $0["state"].attributes["clip"] = .float(3) },
        Refusal("coupled gates", .unsupported, "input_forget", layer: "steps") {
            $0["state"].attributes["input_forget"] = .integer(1)
        },
        Refusal("peepholes", .unsupported, "peepholes", layer: "steps") {
            $0.numbers["P"] = Numbers([1, 0, 0, 0, 0, 0], [1, 6])
            $0["state"].inputs += ["", "", "", "P"]
        },
        Refusal("a state that is not zero", .unsupported, "state that is not zero", layer: "steps") {
            $0.numbers["h"] = Numbers([0, 1], [1, 1, 2])
            $0["state"].inputs += ["", "h"]
        },
        Refusal("lengths of sequences", .unsupported, "length of each sequence", layer: "steps") {
            $0.numbers["n"] = Numbers(integers: [3])
            $0["state"].inputs += ["n"]
        },
        Refusal("an LSTM whose weights are another's", .malformed, "no LSTM's", layer: "steps") {
            $0.numbers["W"]?.shape = [1, 4, 4]
        },
        Refusal("an LSTM of another width", .malformed, "reads 1 numbers a step, but is given 2", layer: "steps") {
            $0.numbers["W"] = Numbers([1, 2, 3, 4, 5, 6, 7, 8], [1, 8, 1])
        },
        Refusal("a dense layer of another width", .malformed, "reads 1 numbers, but is given 2", layer: "product") {
            $0.numbers["w1"] = Numbers([1, 2], [1, 2])
        },
        Refusal("a weight that is no number", .malformed, "not finite", layer: "dense0") { $0.numbers["w0"]?.floats[1] = .nan },
        Refusal("too few weights", .malformed, "has 3 numbers where its shape needs 4", layer: "w0") {
            $0.numbers["w0"]?.floats.removeLast()
        },
        Refusal("absurdly large weights", .malformed, "larger than any motion model", layer: "w0") {
            $0.numbers["w0"]?.shape = [1 << 40, 1 << 40]
        },
        Refusal("weights of a negative size", .malformed, "larger than any", layer: "w0") { $0.numbers["w0"]?.shape = [.max, 2] },
        Refusal("weights in another file", .unsupported, "another file", layer: "w0") { $0.numbers["w0"]?.isElsewhere = true },
        Refusal("quantized weights", .unsupported, "ONNX type 3", layer: "w0") { $0.numbers["w0"]?.type = 3 },
        Refusal("weights that are computed", .unsupported, "matrix of stored weights", layer: "product") {
            $0["product"].inputs[1] = "absent"
            $0["product"].inputs.removeLast()
        },
        Refusal("a name that nothing writes", .malformed, "reads “absent”", layer: "product") {
            $0["product"].inputs[1] = "absent"
        },
        Refusal("a name that is written twice", .malformed, "writes “relu” twice") { $0["product"].outputs = ["relu"] },
        Refusal("a dense layer before the LSTM", .unsupported, "before any LSTM", layer: "new") {
            $0.insert([Node("MatMul", ["x", "w0"], ["new"])], after: "x")
        },
        Refusal("a ReLU after the LSTM", .unsupported, "ReLU that does not stand after a dense layer", layer: "new") {
            $0.insert([Node("Relu", ["last"], ["new"])], after: "last")
        },
        Refusal("a ReLU before the softmax", .unsupported, "last dense layer") {
            $0.insert([Node("Relu", ["dense1"], ["new"])], after: "dense1")
        },
        Refusal("a softmax over windows", .unsupported, "softmax over something else", layer: "p") {
            $0["p"].attributes["axis"] = .integer(0)
        },
        Refusal("two softmaxes", .unsupported, "softmax over something else", layer: "q") {
            $0.nodes.append(Node("Softmax", ["p"], ["q"]))
            $0.outputs = ["q"]
        },
        Refusal("dense layers that read every step", .unsupported, "softmax over something else than the classes", layer: "p") {
            $0["last"] = Node("Squeeze", ["steps", "one"], ["last"])
            $0["dense0"] = Node("MatMul", ["last", "w0"], ["dense0"])
        },
        Refusal("dense layers that read the first step", .unsupported, "another step than the last", layer: "picked") {
            $0["last"] = Node("Squeeze", ["steps", "one"], ["last"])
            $0.insert(
                [Node("Gather", ["last", "zero"], ["picked"]), Node("Squeeze", ["picked", "zero"], ["new"])], after: "last")
        },
        Refusal("the cell state", .unsupported, "gives “cell”", layer: "steps") { $0["last"].inputs[0] = "cell" },
        Refusal("two LSTM layers of which the first gives its last step", .unsupported, "whole sequence", layer: "b") {
            $0["last"].inputs[0] = "again"
            $0.nodes.insert(Node("LSTM", ["state", "W", "R", "B"], ["b", "again"]), at: 2)
        },
        Refusal("samples and windows changed round by a reshape", .unsupported, "mixes", layer: "turned") {
            $0.inputs[0].sizes = [5, 3, 2]
            $0.numbers["shape"] = Numbers(integers: [3, 5, 2])
            $0["turned"] = Node("Reshape", ["x", "shape"], ["turned"])
        },
        Refusal("division by zero", .malformed, "zero or not finite", layer: "new") {
            $0.numbers["std"] = Numbers([1, 0], [2])
            $0.insert([Node("Div", ["x", "std"], ["new"])], after: "x")
        },
        Refusal("features subtracted from numbers", .unsupported, "wrong way round", layer: "new") {
            $0.insert([Node("Sub", ["b0", "x"], ["new"])], after: "x")
        },
        Refusal("two inputs that are added", .unsupported, "weights that are an input of the model", layer: "new") {
            $0.insert([Node("Add", ["x", "x"], ["new"])], after: "x")
        },
        Refusal("an input of four axes", .unsupported, "of 4 axes") { $0.inputs[0].sizes = [nil, 3, 2, 1] },
        Refusal("an open number of features", .unsupported, "leaves open") { $0.inputs[0].sizes = [nil, 3, nil] },
        Refusal("an input without end", .unsupported, "leaves open") { $0.inputs[0].sizes = [nil, 3, .max] },
        Refusal("an output that nothing writes", .malformed, "“q” that nothing writes") { $0.outputs = ["q"] },
        Refusal("old operators", .unsupported, "version 6") { $0.version = 6 },
        Refusal("no nodes", .malformed, "no ONNX model") { $0.nodes = [] },
        Refusal("labels alone in the metadata", .malformed, "lacks the metadata") { $0.metadata["motionq.labels"] = "many" },
    ]

    @Test("names the fault", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        var file = SmallONNXFile()
        refusal.change(&file)
        let error = try #require(throws: ImportError.self) {
            try ONNXImporter.model(from: file.bytes, file: "small.onnx", overrides: Self.overrides)
        }
        refusal.expect(error, file: "small.onnx")
    }

    /// Other ways to write the same network.
    static let ways: [Refusal] = [
        Refusal("as it is", .malformed, "") { _ in },
        Refusal("without a softmax", .malformed, "") { $0.outputs = ["dense1"] },
        Refusal("with the logarithm of the softmax", .malformed, "") { $0["p"].kind = "LogSoftmax" },
        Refusal("with logits beside it", .malformed, "") { $0.outputs = ["dense1", "p", "state"] },
        Refusal("with layout 1", .malformed, "") {
            $0["state"].inputs[0] = "x"
            $0["state"].attributes["layout"] = .integer(1)
            $0["last"].inputs[1] = "one"
        },
        Refusal("with samples before windows", .malformed, "") {
            $0.inputs[0].sizes = [3, nil, 2]
            $0["turned"] = Node("Identity", ["x"], ["turned"])
        },
        Refusal("with the last of all steps", .malformed, "") {
            $0.numbers["last place"] = Numbers(integers: [-1])
            $0["last"] = Node("Squeeze", ["steps", "one"], ["sequence"])
            $0.nodes.insert(Node("Gather", ["sequence", "last place"], ["kept"]), at: 3)
            $0.nodes.insert(Node("Squeeze", ["kept", "zero"], ["last"]), at: 4)
        },
        Refusal("with a slice of the last step", .malformed, "") {
            $0.numbers["start"] = Numbers(integers: [-1])
            $0.numbers["end"] = Numbers(integers: [.max])
            $0["last"] = Node("Squeeze", ["steps", "one"], ["sequence"])
            $0.nodes.insert(Node("Slice", ["sequence", "start", "end", "zero"], ["kept"]), at: 3)
            $0.nodes.insert(Node("Squeeze", ["kept", "zero"], ["last"]), at: 4)
        },
        Refusal("with weights as bytes", .malformed, "") {
            let bytes = ($0.numbers["w0"]?.floats ?? []).flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
            }
            $0.numbers["w0"]?.bytes = bytes
        },
        Refusal("with operators that would be refused, but have no part in it", .malformed, "") {
            $0.nodes.insert(Node("Tanh", ["state"], ["aside"]), at: 3)
            $0.outputs.append("aside")
        },
    ]

    @Test("but the same network is read however it is written", arguments: ways)
    func same(_ way: Refusal) throws {
        let expected = try ONNXImporter.model(from: SmallONNXFile().bytes, file: "a", overrides: Self.overrides)
        var file = SmallONNXFile()
        way.change(&file)
        let found = try ONNXImporter.model(from: file.bytes, file: "a", overrides: Self.overrides)
        #expect(found == expected)
        #expect(
            found.description.window == 3 && found.network.lstm[0].units == 2
                && found.network.dense.map(\.rectified) == [true, false])
    }

    @Test(
        "files of kinds that are not read are refused by name, with the way that there is",
        arguments: [
            ("a.pth", "torch.onnx.export"), ("A.CKPT", "pickle"), ("saved_model.pb", "model.keras"), ("a.txt", ".onnx"),
        ])
    func otherKinds(_ name: String, _ says: String) {
        let error = #expect(throws: ImportError.self) { try Importer.model(fromFileAt: "/nowhere/\(name)") }
        #expect(error?.code == .unknownFormat && error?.problem.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test("millions of empty nodes are refused before they are decoded")
    func nodeBomb() throws {
        var inner = WireWriter()
        for _ in 0..<400_000 { inner.bytes(1, []) }
        var outer = WireWriter()
        outer.number(1, 8)
        outer.bytes(7, inner.bytes)
        let error = try #require(throws: ImportError.self) { try ONNXImporter.model(from: outer.bytes, file: "small.onnx") }
        #expect(error.problem.description.contains("fields"))
    }

    @Test("constants that double over and over are refused before they fill the memory")
    func constantBomb() throws {
        var file = SmallONNXFile()
        file.numbers["big"] = Numbers([Float](repeating: 1, count: 1_000), [1_000])
        file.nodes.insert(Node("Concat", ["big", "big"], ["c0"], ["axis": .integer(0)]), at: 0)
        for step in 1..<40 {
            file.nodes.insert(Node("Concat", ["c\(step - 1)", "c\(step - 1)"], ["c\(step)"], ["axis": .integer(0)]), at: step)
        }
        file.outputs = ["c39"]
        #expect(throws: ImportError.self) { try ONNXImporter.model(from: file.bytes, file: "a", overrides: Self.overrides) }
    }

    @Test("a file cut short at any length gives a clear error, or the network without what stood last")
    func truncation() throws {
        let bytes = SmallONNXFile().bytes
        var refused = 0
        for length in 0..<bytes.count {
            do {
                _ = try ONNXImporter.model(from: Array(bytes[..<length]), file: "a", overrides: Self.overrides)
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
            }
        }
        #expect(refused == bytes.count)
    }

    @Test("a flipped bit anywhere gives a network or a clear error, never a crash")
    func flippedBits() {
        var bytes = SmallONNXFile().bytes
        var refused = 0
        for bit in 0..<8 * bytes.count {
            bytes[bit / 8] ^= 1 << (bit % 8)
            if (try? ONNXImporter.model(from: bytes, file: "a", overrides: Self.overrides)) == nil { refused += 1 }
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
        #expect((1..<8 * bytes.count).contains(refused))
    }

    @Test("flipped bytes give a network or a clear error, never a crash")
    func flippedBytes() {
        let intact = SmallONNXFile().bytes
        var generator = SmallGenerator(state: 15)
        var refused = 0
        for _ in 0..<6_000 {
            var bytes = intact
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                let model = try ONNXImporter.model(from: bytes, file: "a", overrides: Self.overrides)
                #expect(model.description.labels.count == model.network.labels)
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
            }
        }
        #expect(refused > 100)
    }
}
