import Foundation
import Models
import MotionCore
import Quantization
import TestSupport

/// Small models to write and read, and folders to do it in.
enum SmallModel {
    static func float(convolution: Int? = nil, policy: StatePolicy = .reset) -> FloatModel {
        var model = randomFloatModel(
            seed: 11, window: 4, hop: 2, inputs: 2, convolution: convolution, lstm: [3, 5], dense: [4, 3], policy: policy)
        model.description.rate = 25
        model.description.inputs[1].offset = 0.5
        model.description.inputs[1].scale = 0.1
        return model
    }

    static func quantized(_ model: FloatModel) throws -> QuantizedNetwork {
        try Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model))
    }

    /// Float and Q15, with provenance.
    static func both(convolution: Int? = nil, policy: StatePolicy = .reset) throws -> Model {
        let float = float(convolution: convolution, policy: policy)
        return Model(
            float, quantized: try quantized(float), provenance: ["command": "motionq import", "source": "a “test”\n"])
    }

    /// The same with what tells windows that are unlike all that was learned.
    static func detecting() throws -> Model {
        var model = try both()
        let network = try model.requireQuantized(in: "a test")
        let schedule = WindowSchedule(length: 4, hop: 2)
        model.quantized = TestNetwork(network, schedule: schedule, statePolicy: .reset).detecting(seed: 3).numbers
        return model
    }

    /// A new folder that is removed again.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { try body(URL(filePath: $0)) }
    }

    /// The model as a file, changed, and read as a model again.
    static func reread(_ model: Model, change: (inout SafetensorsFile) throws -> Void) throws {
        try withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            try model.write(toFileAt: path)
            var file = try SafetensorsFile(readingFileAt: path)
            try change(&file)
            try file.write(toFileAt: path)
            _ = try Model(readingFileAt: path)
        }
    }
}
