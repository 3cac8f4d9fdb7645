import Foundation
import Models
import MotionCore
import Quantization
import TestSupport

/// Small files of networks, ours and others'.
enum ModelSeeds {
    /// Our models, with each part that a file may have, and state dicts.
    static func safetensors() throws -> [[UInt8]] {
        let float = randomFloatModel(seed: 1, window: 4, hop: 2, inputs: 2, lstm: [2], dense: [2])
        let front = randomFloatModel(
            seed: 2, window: 6, hop: 3, inputs: 2, front: [.convolution(2, over: 3), .maximum(of: 2)], lstm: [2], cell: .gru,
            dense: [2, 2])
        let whole = randomFloatModel(seed: 3, window: 3, hop: 3, inputs: 2, convolution: 2, lstm: [2], dense: [2], policy: .carry)
        var files: [SafetensorsFile] = []
        for source in [float, front, whole] {
            let quantized = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
            var model = Model(source, quantized: quantized, provenance: ["source": "a test"])
            files.append(try model.checkedFile(named: "seed"))
            model.decision = DecisionParameters()
            model.float = nil
            if source.network.lstm.last?.units == 2 {
                model.exemplars = Exemplars(
                    units: 2, within: [0.5, 0, 0, 0.5], between: [0.25, 0, 0, 0.25], labels: [0, 1, 1], states: [1, 2, 3, 4, 5, 6])
            }
            files.append(try model.checkedFile(named: "seed"))
        }
        files.append(SmallStateDict(inputs: 2, units: 2, layers: 2, linear: [2, 2]).file)
        return try files.map { try $0.serialized(file: "seed") } + [contents(of: Repository.demoModel)]
    }

    static let safetensorsWords = [
        "__metadata__", "\"F32\"", "\"F16\"", "\"BF16\"", "\"F64\"", "\"I8\"", "\"I16\"", "\"I32\"", "\"U8\"", "\"I64\"",
        "\"dtype\"", "\"shape\"",
        "\"data_offsets\"", "\\u0000", "\\ud800", "1e400", "-1", "9223372036854775807", "\"format\"", "\"strokes\"", "\"decision\"",
        "\"knownMotion\"",
        "q15.", "float.", "weight_ih_l0", "weight_hh_l0_reverse", "mean", "std", "null", "true",
    ]

    static func contents(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Fixtures of others' networks with this ending, of at most so many bytes.
    static func fixtures(ending: String, most: Int = 60_000) throws -> [[UInt8]] {
        let folders = ["Tests/Support/ImportedNetworks", "Tests/Support/ImportedNetworks/variants"].map(Repository.path)
        return try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted().map {
                try contents(of: "\(folder)/\($0)")
            }
        }.filter { $0.count <= most }
    }
}
