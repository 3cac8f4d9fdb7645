import Formatting
import ModelImport
import Models
import MotionCore
import TestSupport

extension FuzzTarget {
    /// A model of our own: what was read runs, and can be written and read again.
    static let model = FuzzTarget(
        "model", reads: "models of our own",
        sources: ["Sources/Model/Models/File", "Sources/Core/MotionCore/LSTM/QuantizedNetwork"],
        longest: 16_384, words: ModelSeeds.safetensorsWords, seeds: { try ModelSeeds.safetensors() }, mend: SafetensorsMending.mend
    ) { bytes throws(FuzzFault) in
        let model: Model
        do throws(ModelFileError) { model = try Model(bytes: bytes, file: "f") } catch { return try requireShort("\(error)") }
        let again: Model
        do throws(ModelFileError) {
            again = try Model(bytes: model.checkedFile(named: "f").serialized(file: "f"), file: "f")
        } catch {
            throw FuzzFault("a model that was read cannot be written and read again: \(error)")
        }
        try require(again == model, "a model that was written is read otherwise")
        guard let network = model.quantized else { return }
        let about = model.description
        let weights: NetworkWeights
        do throws(NetworkError) {
            weights = try NetworkWeights(network, schedule: about.schedule, statePolicy: about.statePolicy)
        } catch {
            // Windows that are longer than any memory are refused here alone.
            return
        }
        try NetworkRun.run(weights, inputs: network.inputs, length: about.schedule.length)
    }

    /// PyTorch's state dicts.
    static let torch = importer(
        "torch", reads: "state dicts of PyTorch", folder: "PyTorch", words: ModelSeeds.safetensorsWords,
        seeds: {
            try [SmallStateDict(inputs: 2, units: 2), SmallStateDict(inputs: 2, units: 2, layers: 2, linear: [2, 2])].map {
                try $0.file.serialized(file: "seed")
            }
        }, mend: SafetensorsMending.mend
    ) { bytes throws(ImportError) in
        guard let file = try? SafetensorsFile(bytes: bytes, file: "f") else { return nil }
        return try PyTorchImporter.model(from: file, path: "f", overrides: overrides)
    }

    /// Core ML's neural networks.
    static let coreML = importer(
        "coreml", reads: "neural networks of Core ML", folder: "CoreML",
        words: ["features", "prediction_window", "stateIn", "REST"],
        seeds: {
            [SmallCoreMLFile().bytes, SmallCoreMLFile.withoutConvolution.bytes, SmallCoreMLFile.ofCreateML.bytes]
        }, mend: ProtobufMending.mend
    ) { bytes throws(ImportError) in
        try CoreMLImporter.model(from: bytes, file: "f")
    }

    /// Graphs of ONNX.
    static let onnx = importer(
        "onnx", reads: "graphs of ONNX", folder: "ONNX", words: ModelSeeds.onnxWords,
        seeds: {
            try [SmallONNXFile().bytes] + ModelSeeds.fixtures(ending: ".onnx", most: 16_000)
        }, mend: ProtobufMending.mend
    ) { bytes throws(ImportError) in
        try ONNXImporter.model(from: bytes, file: "f", overrides: overrides)
    }

    /// Keras' archives and HDF5 files.
    static let keras = importer(
        "keras", reads: "models of Keras, .keras and .h5", folder: "Keras", longest: 65_536, words: ModelSeeds.kerasWords,
        seeds: {
            try ModelSeeds.fixtures(ending: ".h5") + ModelSeeds.fixtures(ending: ".keras", most: 30_000)
        }, mend: ZipMending.mend
    ) { bytes throws(ImportError) in
        try KerasImporter.model(from: bytes, file: "f", overrides: overrides)
    }

    /// TensorFlow Lite's flat buffers.
    static let tensorFlowLite = importer(
        "tflite", reads: "models of TensorFlow Lite", folder: "TensorFlowLite", longest: 32_768,
        seeds: {
            try ModelSeeds.fixtures(ending: ".tflite", most: 20_000)
        }
    ) { bytes throws(ImportError) in
        try TensorFlowLiteImporter.model(from: bytes, file: "f", overrides: overrides)
    }

    private static let overrides = ImportOverrides(labels: ["rest", "shake"], window: 4)

    private static func importer(
        _ name: String, reads: String, folder: String, longest: Int = 16_384, words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]], mend: (@Sendable (inout [UInt8]) -> Void)? = nil,
        model: @escaping @Sendable ([UInt8]) throws(ImportError) -> FloatModel?
    ) -> FuzzTarget {
        FuzzTarget(
            name, reads: reads,
            sources: ["Sources/Model/ModelImport/\(folder)"], longest: longest, words: words, seeds: seeds, mend: mend
        ) { bytes throws(FuzzFault) in
            let imported: FloatModel?
            do throws(ImportError) { imported = try model(bytes) } catch { return try requireShort("\(error)") }
            guard var imported else { return }
            // What names hold is looked at when a model is written.
            for label in imported.description.labels.indices { imported.description.labels[label] = "label \(label)" }
            for input in imported.description.inputs.indices { imported.description.inputs[input].name = "x\(input)" }
            if imported.description.restLabel != nil { imported.description.restLabel = "label 0" }
            do throws(ModelFileError) {
                _ = try Model(imported, quantized: nil, provenance: [:]).checkedFile(named: "f")
            } catch {
                throw FuzzFault("a network that was imported is no model: \(error)")
            }
        }
    }
}
