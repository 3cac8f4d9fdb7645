import Formatting
import ModelImport
import TestSupport
import Testing

@Suite("Numbers of an ONNX file that no exporter writes are refused, and end nothing")
struct ONNXNumbersTests {
    private typealias Node = SmallONNXFile.Node
    private typealias Numbers = SmallONNXFile.Numbers

    private func refusal(_ change: (inout SmallONNXFile) -> Void) throws -> ImportError {
        var file = SmallONNXFile()
        change(&file)
        return try #require(throws: ImportError.self) {
            try ONNXImporter.model(from: file.bytes, file: "small.onnx", overrides: ONNXRefusalTests.overrides)
        }
    }

    @Test("sizes beside a size of 0 whose product is beyond every integer")
    func emptyConstant() throws {
        let error = try refusal {
            $0.numbers["nothing"] = Numbers([], [0, 1 << 24, 1 << 24, 1 << 24])
            $0.nodes.insert(Node("Slice", ["nothing", "zero", "zero", "zero"], ["cut"]), at: 0)
            $0["product"].inputs[1] = "cut"
        }
        #expect(error.layer == "nothing" && error.problem.description.contains("larger than any motion model"), "\(error)")
    }

    @Test("a list of no numbers that is added to one number")
    func emptyList() throws {
        let error = try refusal {
            $0.numbers["none"] = Numbers(integers: [])
            $0.nodes.insert(Node("Add", ["none", "one"], ["sum"]), at: 0)
            $0["product"].inputs[1] = "sum"
        }
        #expect(error.layer == "product" && error.problem.description.contains("not stored as floats"), "\(error)")
    }

    @Test("a slice of several layers' states that begins at the largest integer")
    func largestPlace() throws {
        let error = try refusal {
            $0.numbers["largest"] = Numbers(integers: [.max])
            $0.nodes.insert(
                contentsOf: [
                    Node("LSTM", ["turned", "W", "R", "B"], ["more steps", "other"], ["hidden_size": .integer(2)]),
                    Node("Concat", ["state", "other"], ["both"], ["axis": .integer(0)]),
                    Node("Slice", ["both", "largest", "one", "zero"], ["cut"]),
                ], at: 2)
            $0["last"].inputs[0] = "cut"
        }
        #expect(error.layer == "cut" && error.problem.description.contains("not imported in this place"), "\(error)")
    }

    @Test("a window that takes more memory flattened than a computer may have")
    func flattened() throws {
        let error = try refusal {
            $0.inputs[0].sizes = [nil, 4096, 4096]
            $0.nodes.insert(Node("Flatten", ["x"], ["flat"]), at: 0)
            $0["dense0"].inputs[0] = "flat"
        }
        #expect(error.layer == "flat" && error.problem.description.contains("4096 × 4096 numbers"), "\(error)")
    }
}
