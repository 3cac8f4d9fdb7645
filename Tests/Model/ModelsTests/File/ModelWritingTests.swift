import Foundation
import Models
import MotionCore
import Testing

/// Nothing is written that reading would refuse.
@Suite("A model is refused when it is written")
struct ModelWritingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What the sentence says after “FILE cannot be written: the model”.
        let sentence: String
        let change: @Sendable (inout Model) -> Void

        init(_ testDescription: String, _ sentence: String, _ change: @escaping @Sendable (inout Model) -> Void) {
            self.testDescription = testDescription
            self.sentence = sentence
            self.change = change
        }
    }

    static let cases = [
        Case("without labels", "needs 1 … 255 different labels") { $0.description.labels = [] },
        Case("with a label twice", "needs 1 … 255 different labels") { $0.description.labels = ["rest", "a", "a"] },
        Case("with 256 labels", "needs 1 … 255 different labels") { $0.description.labels = (0..<256).map { "\($0)" } },
        Case("with a label too few", "has 2 labels but 3 outputs") { $0.description.labels.removeLast() },
        Case("with a line feed in a label", "has the label “a\nb”, which holds a control character") {
            $0.description.labels[1] = "a\nb"
        },
        Case("with an escape in an input's name", "has the input “\u{1B}[2J”, whose name holds a control character") {
            $0.description.inputs[0].name = "\u{1B}[2J"
        },
        Case("with a rest label of its own", "names the rest label “pause”, which is not among its labels") {
            $0.description.restLabel = "pause"
        },
        Case("with a rate of 0", "has a rate outside 0 … 10,000 Hz") { $0.description.rate = 0 },
        Case("with a rate that is no number", "has a rate outside 0 … 10,000 Hz") { $0.description.rate = .nan },
        Case("with an endless rate", "has a rate outside 0 … 10,000 Hz") { $0.description.rate = .infinity },
        Case("with an offset that is no number", "needs 1 … 64 inputs with finite offset and scale") {
            $0.description.inputs[0].offset = .nan
        },
        Case("with an infinite scale", "needs 1 … 64 inputs with finite offset and scale") {
            $0.description.inputs[1].scale = -.infinity
        },
        Case("with no inputs", "needs 1 … 64 inputs with finite offset and scale") { $0.description.inputs = [] },
        Case("with 65 inputs", "needs 1 … 64 inputs with finite offset and scale") {
            $0.description.inputs = (0..<65).map { InputFeature(name: "x\($0)") }
        },
        Case("with an input more than its networks read", "describes 3 inputs but has a network of 2") {
            $0.description.inputs.append(InputFeature(name: "az"))
        },
        Case("with a window that its convolution does not read", "has windows of 5 samples but a convolution over 4") {
            $0.description.schedule = WindowSchedule(length: 5, hop: 2)
        },
        Case("with too many windows in flight", "would have more than 1024 windows in flight; choose a larger hop") {
            $0.description.schedule = WindowSchedule(length: 1025, hop: 1)
        },
        Case("with an endless hop", "has a window or a hop of more than 65536 samples") {
            $0.description.schedule = WindowSchedule(length: 4, hop: 65_537)
        },
        Case("with a ReLU at its end", "has a ReLU after its last layer, before the softmax; no network of this kind has one") {
            $0.float?.dense[1].rectified = true
        },
        Case("with networks of different layers", "holds a float and a Q15 network with different layers") {
            $0.float?.dense[0].rectified = false
        },
        Case("without LSTM layers or a convolution", "needs 1 … 64 LSTM and dense layers") {
            $0.float?.lstm = []
            $0.float?.convolution = nil
        },
        Case("with a state to carry and no LSTM", "has no LSTM and so no state to carry; its state must be reset") {
            $0.description.statePolicy = .carry
            $0.float?.lstm = []
        },
        Case("without any network", "holds no network") {
            $0.float = nil
            $0.quantized = nil
        },
    ]

    /// - Returns: the error; nothing stands at the path after it.
    private func refusal(_ change: (inout Model) -> Void) throws -> ModelFileError {
        var model = try SmallModel.both(convolution: 6)
        change(&model)
        var error: ModelFileError?
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            error = #expect(throws: ModelFileError.self) { try model.write(toFileAt: path) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        return try #require(error)
    }

    @Test("with the sentence of reading", arguments: cases)
    func sentence(_ example: Case) throws {
        let error = try refusal(example.change)
        #expect(error.code == .unwritable)
        #expect(error.description == "\(error.file) cannot be written: the model \(example.sentence).")
    }

    @Test("if a weight is no finite number, by its tensor's name")
    func infiniteWeight() throws {
        let error = try refusal { $0.float?.dense[1].bias[2] = .infinity }
        #expect(error.code == .unwritable && error.part == "float.dense.1.bias")
    }

    @Test("if float layers do not fit each other, by the tensor's name")
    func misfits() throws {
        let error = try refusal { $0.float?.lstm[1].bias.removeLast() }
        #expect(error.code == .unwritable && error.part == "float.lstm.1.bias")
        let other = try refusal {
            $0.float?.dense[0].weights = FloatMatrix(rows: 4, columns: 6, values: [Float](repeating: 0, count: 24))
        }
        #expect(other.part == "float.dense.0.weight")
    }
}
