import Foundation
import Models
import MotionCore
import TestSupport
import Testing

@Suite("A model whose samples pass layers before the LSTM")
struct FrontModelTests {
    private static let front: [FrontDimensions] = [
        .convolution(7, over: 3, apart: 2, causal: true), .maximum(of: 2), .convolution(5, over: 2, rectified: false), .mean(of: 2),
    ]

    @Test("is read as the same model, as a file of version 4, with a float network and with an integer one")
    func roundTrip() throws {
        let float = randomFloatModel(seed: 3, window: 12, front: Self.front)
        let shape = NetworkDimensions(12, 4, 6, nil, [5], [3], front: Self.front)
        let integers = randomQuantizedNetwork(shape, carriesState: false, seed: 4).numbers
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            for model in [
                Model(float, quantized: nil, provenance: [:]), Model(float, quantized: integers, provenance: [:]),
                Model(float.description, float: nil, quantized: integers, provenance: [:]),
            ] {
                try model.write(toFileAt: path)
                #expect(try Model(readingFileAt: path) == model)
                #expect(
                    try String(decoding: Data(contentsOf: URL(filePath: path)).prefix(4_000), as: UTF8.self).contains(
                        #""version":"4""#))
            }
        }
    }

    @Test("and one with a GRU, of version 4, too")
    func gru() throws {
        let float = randomFloatModel(seed: 3, lstm: [5, 4], cell: .gru)
        let integers = randomQuantizedNetwork(.init(8, 4, 6, nil, [5, 4], [3], gru: [0, 1]), carriesState: false, seed: 4).numbers
        try SmallModel.withFolder { folder in
            let path = folder.appending(path: "m.safetensors").path
            let model = Model(float, quantized: integers, provenance: [:])
            try model.write(toFileAt: path)
            #expect(try Model(readingFileAt: path) == model)
            #expect(
                try String(decoding: Data(contentsOf: URL(filePath: path)).prefix(4_000), as: UTF8.self).contains(#""version":"4""#)
            )
        }
    }

    private func problem(_ change: (inout FloatModel) -> Void) -> String? {
        var model = randomFloatModel(seed: 3, window: 12, front: Self.front)
        change(&model)
        do {
            try SmallModel.withFolder { folder in
                try Model(model, quantized: nil, provenance: [:]).write(toFileAt: folder.appending(path: "m.safetensors").path)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("is refused in a sentence where the layers do not fit the window, or the dense layers")
    func refusals() {
        #expect(problem { _ in } == nil)
        #expect(
            problem { $0.description.schedule = WindowSchedule(length: 4, hop: 4) }?
                .contains("over 5 steps, of which a window gives it 4") == true)
        #expect(problem { $0.network.front[1].field.taps = 16_385 }?.contains("whose numbers are out of range") == true)
        #expect(problem { $0.network.front[0].field.stride = 0 }?.contains("whose numbers are out of range") == true)
        #expect(
            problem {
                $0.network.lstm = []
                $0.network.dense = [
                    DenseLayer(
                        weights: FloatMatrix(rows: 3, columns: 5, values: [Float](repeating: 1, count: 15)), bias: [0, 0, 0],
                        rectified: false)
                ]
            }?.contains("give 2 outputs for a window and not one") == true)
    }

    @Test("gives in double precision what its layers say, number by number")
    func values() {
        let layer = FrontLayer(
            field: SampleField(taps: 2, isCausal: true), columns: 2,
            operation: .convolution(
                DenseLayer(weights: FloatMatrix(rows: 1, columns: 4, values: [1, 2, 3, 4]), bias: [0.5], rectified: true)))
        #expect(layer.outputs(of: [[1, 0], [0, 1], [-9, 0]]) == [[3.5], [5.5], [0]])
        let pool = { (operation: FrontOperation<DenseLayer>) in
            FrontLayer(field: SampleField(taps: 2, stride: 2), columns: 2, operation: operation)
        }
        #expect(pool(.maximum).outputs(of: [[1, -4], [3, -6], [9, 9]]) == [[3, -4]])
        #expect(pool(.average).outputs(of: [[1, -4], [3, -6], [9, 9]]) == [[2, -5]])
    }
}
