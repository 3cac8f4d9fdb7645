import BenchmarkNetworks
import Foundation
import ModelConversion
import ModelFile
import MotionQBench
import ReferenceModel
import TestSupport
import Testing

/// What a C program gets from `win` and `steps`.
@Suite("The library for comparisons", .serialized)
struct NativeInterfaceTests {
    private static let shape = BenchmarkShape.all[0]
    private static let letter = CChar(bitPattern: UInt8(ascii: "S"))

    /// A state dict of shape S where the library looks for it, and the network in it.
    private func network() throws -> FloatNetwork {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var weights = SmallStateDict(inputs: 6, units: 32, linear: [5])
        for (name, tensor) in weights.tensors where name.hasPrefix("lstm") {
            weights.tensors[name] = .init(tensor.shape, tensor.values.map { $0 / 4 })
        }
        let path = folder.appending(path: "S.safetensors").path
        try weights.file.write(toFileAt: path)
        setenv("MOTIONQ_BENCH_MODELS", folder.path, 1)
        defer { unsetenv("MOTIONQ_BENCH_MODELS") }
        // The first call reads the file and fits the formats, as the peers' program does, to four windows and to four samples.
        let windows = MotionNoise.windows(4, window: 20, inputs: 6, seed: 3)
        var room = [Float](repeating: 0, count: 4 * 8)
        #expect(timeWindows(shape: Self.letter, windows: windows, count: 4, probabilities: &room) > 0)
        #expect(timeSteps(shape: Self.letter, samples: windows, count: 4, output: &room) > 0)
        return try PyTorchImporter.network(
            fromFileAt: path,
            overrides: ImportOverrides(
                labels: Self.shape.labels, window: 20, hop: 5, inputs: Self.shape.featureNames.map { InputFeature(name: $0) }))
    }

    @Test("answers windows within 0.001 of float64, and carries steps on from call to call")
    func answers() throws {
        let network = try network()
        let windows = MotionNoise.windows(50, window: 20, inputs: 6, seed: 4)
        var probabilities = [Float](repeating: -1, count: 50 * 5)
        #expect(timeWindows(shape: Self.letter, windows: windows, count: 50, probabilities: &probabilities) > 0)
        var largest = 0.0
        for window in 0..<50 {
            var state = FloatState(zeroFor: network)
            let expected = network.predict(window: windows[window * 120..<(window + 1) * 120].map(Double.init), state: &state)
            for label in 0..<5 { largest = max(largest, abs(expected[label] - Double(probabilities[window * 5 + label]))) }
        }
        #expect(largest <= 0.001)

        // The state of the call above is that of these four samples.
        let before = MotionNoise.windows(4, window: 20, inputs: 6, seed: 3).prefix(4 * 6)
        var output = [Float](repeating: -1, count: 100 * 8)
        #expect(timeSteps(shape: Self.letter, samples: windows, count: 100, output: &output) > 0)
        var hidden = [Double](repeating: 0, count: 32)
        var cell = hidden
        for (index, sample) in stride(from: 0, to: 104 * 6, by: 6).enumerated() {
            let all = before + windows
            network.lstm[0].step(all[sample..<sample + 6].map(Double.init), hidden: &hidden, cell: &cell)
            guard index >= 4 else { continue }
            for (unit, expected) in softmax(Array(hidden.prefix(8))).enumerated() {
                #expect(abs(expected - Double(output[(index - 4) * 8 + unit])) < 0.001)
            }
        }
    }

    @Test("answers an unknown shape, no pointer and a missing model with NaN")
    func refusals() {
        var room = [Float](repeating: 0, count: 1000)
        let input = room
        #expect(timeWindows(shape: 81, windows: input, count: 1, probabilities: &room).isNaN)
        #expect(timeSteps(shape: 81, samples: input, count: 1, output: &room).isNaN)
        #expect(timeWindows(shape: Self.letter, windows: nil, count: 1, probabilities: &room).isNaN)
        #expect(timeWindows(shape: 77, windows: input, count: 1, probabilities: &room).isNaN)
    }
}
