import Formatting
import Foundation
import Models
import MotionCore
import Randomness
import Testing

@Suite("A file is refused as a model")
struct ModelRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What the sentence says after the file's name.
        let sentence: String
        let change: @Sendable (inout SafetensorsFile) -> Void
    }

    private static func metadata(_ description: String, _ key: String, _ value: String?, _ sentence: String) -> Case {
        Case(testDescription: description, sentence: sentence) { $0.metadata[key] = value }
    }

    static let cases = [
        Case(
            testDescription: "if it is foreign",
            sentence: " lacks the metadata “format”; only files that motionq wrote are models, import others first."
        ) { $0.metadata = [:] },
        metadata("if another program's format is named", "format", "pt", " is no MotionQ15 model."),
        metadata(
            "with another version", "version", "6", " has format version 6, this program reads 2 to 5; use a matching motionq."),
        metadata("with a label too few", "labels", #"["rest","class1"]"#, " has 2 labels but 3 outputs."),
        metadata("with a label twice", "labels", #"["rest","a","a"]"#, " needs 1 … 255 different labels."),
        metadata("with labels that are no list", "labels", "rest", " has metadata “labels” that cannot be understood."),
        metadata(
            "with labels nested without end", "labels", String(repeating: "[", count: 100_000),
            " has metadata “labels” that cannot be understood."),
        metadata("with a rest label of its own", "rest", "pause", " names the rest label “pause”, which is not among its labels."),
        metadata("with an unknown state policy", "state", "keep", " has a state policy that is not known."),
        metadata("with a rate of 0", "rate", "0", " has a rate outside 0 … 10,000 Hz."),
        metadata("with a rate that is no number", "rate", "nan", " has a rate outside 0 … 10,000 Hz."),
        metadata(
            "with a share of evidence that there is not", "decision",
            #"{"threshold":9,"smoothing":1,"enter_ratio":4096,"exit_ratio":4096,"refractory":0,"evidence":9,"evidence_leak":9,"#
                + #""evidence_limit":99,"evidence_shares":[0,4]}"#,
            " has metadata “decision” out of range: evidence_shares are at most 32 numbers between 0 and 3."),
        metadata("with no window", "window", "0", " has metadata “window” outside 1 … 65536."),
        metadata("with an endless window", "window", "99999999999999999999", " has metadata “window” outside 1 … 65536."),
        metadata("with a negative hop", "hop", "-1", " has metadata “hop” outside 1 … 65536."),
        metadata("with no inputs", "inputs", "[]", " needs 1 … 64 inputs with finite offset and scale."),
        metadata(
            "without its layers", "layers", nil,
            " lacks the metadata “layers”; only files that motionq wrote are models, import others first."),
        metadata(
            "with no LSTM layer", "layers", #"{"lstm":[],"dense":[{"units":3,"rectified":false}]}"#,
            " needs 1 … 64 LSTM and dense layers."),
        Case(
            testDescription: "with a state to carry and no LSTM",
            sentence: " has no LSTM and so no state to carry; its state must be reset."
        ) {
            $0.metadata["layers"] = #"{"convolution":6,"lstm":[],"dense":[{"units":3,"rectified":false}]}"#
            $0.metadata["state"] = "carry"
        },
        metadata(
            "with a layer of no units", "layers", #"{"lstm":[0],"dense":[{"units":3,"rectified":false}]}"#,
            " has a layer with fewer than 1 or more than 16384 units."),
        metadata(
            "with a layer of absurd size", "layers",
            #"{"lstm":[9223372036854775807],"dense":[{"units":3,"rectified":false}]}"#,
            " has a layer with fewer than 1 or more than 16384 units."),
        metadata(
            "without its Q-formats", "q15.formats", nil,
            " lacks the metadata “q15.formats”; only files that motionq wrote are models, import others first."),
        metadata(
            "with Q-formats of other layers", "q15.formats", #"{"input":9,"dense":[12]}"#,
            " has Q-formats that do not match its layers."),
        metadata(
            "with a Q-format out of range", "q15.formats", #"{"input":16,"dense":[12,12]}"#,
            " cannot run: the network has a Q-format or a shift outside the range this version knows."),
        Case(testDescription: "without any network", sentence: " holds no network; import or train it again.") { $0.tensors = [:] },
        Case(
            testDescription: "with a shift out of range",
            sentence: " cannot run: recurrent layer 1 has a Q-format or a shift outside the range this version knows."
        ) {
            $0.tensors["q15.lstm.0.output_shift"] = .init(integers: [UInt8(25)], shape: [1])
        },
    ]

    @Test("with one sentence", arguments: cases)
    func sentence(_ example: Case) throws {
        let model = try SmallModel.both()
        let error = try #require(throws: ModelFileError.self) { try SmallModel.reread(model, change: example.change) }
        #expect(error.description == error.file + example.sentence)
    }

    @Test("if any one tensor is missing, by its name")
    func missingTensor() throws {
        let model = try SmallModel.both(convolution: 6)
        var names: [String] = []
        try SmallModel.reread(model) { names = $0.tensors.keys.sorted() }
        #expect(names.count == 36)
        for name in names {
            let error = try #require(throws: ModelFileError.self) { try SmallModel.reread(model) { $0.tensors[name] = nil } }
            #expect(error.part == name)
        }
    }

    @Test("if any one tensor has another shape, by its name")
    func otherShape() throws {
        let model = try SmallModel.both(convolution: 6)
        var names: [String] = []
        try SmallModel.reread(model) { names = $0.tensors.keys.sorted() }
        for name in names {
            let error = try #require(throws: ModelFileError.self) {
                try SmallModel.reread(model) { file in
                    let tensor = try #require(file.tensors[name])
                    let bytes = tensor.bytes + [UInt8](repeating: 0, count: tensor.elementType.size)
                    let count = bytes.count / tensor.elementType.size
                    file.tensors[name] = .init(elementType: tensor.elementType, shape: [count], bytes: bytes)
                }
            }
            #expect(error.part == name)
        }
    }

    @Test("if a weight is no finite number")
    func infiniteWeight() throws {
        let model = try SmallModel.both()
        let error = try #require(throws: ModelFileError.self) {
            try SmallModel.reread(model) { $0.tensors["float.dense.1.bias"] = .init(floats: [0, .nan, 0], shape: [3]) }
        }
        #expect(error.part == "float.dense.1.bias")
    }

    @Test("if its shifts were altered so that a sum could overflow: the proof refuses it")
    func alteredShifts() throws {
        let model = try SmallModel.both(convolution: 6)
        let error = try #require(throws: ModelFileError.self) {
            try SmallModel.reread(model) { file in
                // Weights at full scale whose sums are no longer shifted down.
                file.tensors["q15.lstm.0.input.weight"] = .init(integers: [Int16](repeating: 10_922, count: 72), shape: [12, 6])
                file.tensors["q15.lstm.0.hidden.weight"] = .init(integers: [Int16](repeating: 21_845, count: 36), shape: [12, 3])
                file.tensors["q15.lstm.0.input.shift"] = .init(integers: [UInt8(0)], shape: [1, 1])
                file.tensors["q15.lstm.0.hidden.shift"] = .init(integers: [UInt8(0)], shape: [1, 1])
            }
        }
        #expect(
            error.description
                == "\(error.file) cannot run: recurrent layer 1, row 0, could overflow its 32-bit accumulator; quantize the network again."
        )
    }

    @Test("if a bias was altered so that a sum could overflow: the proof refuses it", arguments: [Int32.max, .min])
    func alteredBias(_ bias: Int32) throws {
        let model = try SmallModel.both()
        let error = try #require(throws: ModelFileError.self) {
            try SmallModel.reread(model) { $0.tensors["q15.dense.1.bias"] = .init(integers: [0, 0, bias], shape: [3]) }
        }
        #expect(error.problem.description.hasPrefix("cannot run: dense layer 2, row 2, could overflow"))
    }

    @Test("or read, but never crashes, with bytes of a sound one changed")
    func flippedBytes() throws {
        var generator = SeededGenerator(seed: 12)
        try SmallModel.withFolder { folder in
            let place = folder.appending(path: "m.safetensors")
            for convolution in [nil, 6] {
                try SmallModel.both(convolution: convolution).write(toFileAt: place.path)
                let sound = try Data(contentsOf: place)
                for round in 0..<1_000 {
                    var bytes = sound
                    // Every other round aims at the header, where most can go wrong.
                    let bound = round % 2 == 0 ? bytes.count : min(3_000, bytes.count)
                    for _ in 0...Int.random(in: 0...2, using: &generator) {
                        bytes[Int.random(in: 0..<bound, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                    }
                    try bytes.write(to: place)
                    do {
                        let model = try Model(readingFileAt: place.path)
                        if let quantized = model.quantized {
                            let about = model.description
                            _ = try NetworkWeights(quantized, for: about)
                        }
                    } catch let error as ModelFileError {
                        #expect(error.description.hasPrefix(place.path) && !error.problem.isEmpty)
                    }
                }
            }
        }
    }
}
