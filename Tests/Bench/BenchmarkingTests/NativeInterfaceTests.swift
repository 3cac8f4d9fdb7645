import Foundation
import ModelImport
import Models
import MotionQBench
import Quantization
import TestSupport
import Testing

/// A folder with a state dict of shape S, and what the library makes of it.
private struct NativeWorld {
    let networks: PreparedNetworks
    /// The same network for the oracle.
    let float: FloatNetwork
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var weights = SmallStateDict(inputs: 6, units: 32, linear: [5])
        for (name, tensor) in weights.tensors where name.hasPrefix("lstm") {
            weights.tensors[name] = .init(tensor.shape, tensor.values.map { $0 / 4 })
        }
        let path = folder.appending(path: "S.safetensors").path
        try weights.file.write(toFileAt: path)
        networks = PreparedNetworks(folder: folder.path)
        let shape = BenchmarkShape.all[0]
        float = try PyTorchImporter.model(
            fromFileAt: path,
            overrides: ImportOverrides(
                labels: shape.labels, window: 20, hop: 5, inputs: shape.featureNames.map { InputFeature(name: $0) })
        ).network
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// What a C program gets from `win` and `steps`.
@Suite("The library for comparisons")
struct NativeInterfaceTests {
    /// Four windows that the formats are fitted to, as the peers' program has it.
    private static let first = MotionNoise.windows(4, window: 20, inputs: 6, seed: 3)
    private static let windows = MotionNoise.windows(50, window: 20, inputs: 6, seed: 4)

    @Test("answers windows within 0.001 of float64")
    func answersWindows() throws {
        let world = try NativeWorld()
        defer { world.remove() }
        var probabilities = [Float](repeating: -1, count: 50 * 5)
        _ = try world.networks.windows(shape: "S", first: Self.first, count: 4)
            .run(Self.windows, count: 50, into: &probabilities)
        var largest = 0.0
        for window in 0..<50 {
            var state = FloatState(zeroFor: world.float)
            let values = Self.windows[window * 120..<(window + 1) * 120].map(Double.init)
            for (label, expected) in world.float.predict(window: values, state: &state).enumerated() {
                largest = max(largest, abs(expected - Double(probabilities[window * 5 + label])))
            }
        }
        #expect(largest <= 0.001)
    }

    @Test("carries steps on from sample to sample and from call to call, within 0.001 of float64")
    func carriesStepsOn() throws {
        let world = try NativeWorld()
        defer { world.remove() }
        let steps = try world.networks.steps(shape: "S", first: Self.first, count: 4)
        var output = [Float](repeating: -1, count: 100 * 8)
        output.withUnsafeMutableBufferPointer { output in
            guard let base = output.baseAddress else { return }
            _ = steps.run(Self.windows, count: 40, into: base)
            Self.windows.withUnsafeBufferPointer { windows in
                _ = windows.baseAddress.map { steps.run($0 + 40 * 6, count: 60, into: base + 40 * 8) }
            }
        }
        var hidden = [Double](repeating: 0, count: 32)
        var cell = hidden
        var largest = 0.0
        for index in 0..<100 {
            let sample = Self.windows[index * 6..<(index + 1) * 6].map(Double.init)
            world.float.lstm[0].step(sample, hidden: &hidden, cell: &cell)
            for (unit, expected) in softmax(Array(hidden.prefix(8))).enumerated() {
                largest = max(largest, abs(expected - Double(output[index * 8 + unit])))
            }
        }
        #expect(largest < 0.001)
    }

    @Test("tells how long it took")
    func times() throws {
        let world = try NativeWorld()
        defer { world.remove() }
        var probabilities = [Float](repeating: -1, count: 50 * 5)
        let windows = try world.networks.windows(shape: "S", first: Self.first, count: 4)
        #expect(windows.run(Self.windows, count: 50, into: &probabilities) > 0)
    }

    @Test(
        "refuses every shape without a folder, or with an empty name for it, and names the variable that gives it",
        arguments: [nil, ""])
    func noFolder(folder: String?) {
        let refusal = #expect(throws: (any Error).self) {
            try PreparedNetworks(folder: folder).windows(shape: "S", first: Self.first, count: 4)
        }
        #expect("\(String(describing: refusal))".contains("MOTIONQ_BENCH_MODELS"))
    }

    @Test("refuses a shape whose model is not in the folder")
    func noModel() throws {
        let world = try NativeWorld()
        defer { world.remove() }
        #expect(throws: (any Error).self) { try world.networks.windows(shape: "M", first: Self.first, count: 4) }
    }

    @Test("has C symbols that answer an unknown shape with NaN")
    func unknownShape() {
        let letter = CChar(bitPattern: UInt8(ascii: "Q"))
        var room = [Float](repeating: 0, count: 8)
        #expect(timeWindows(shape: letter, windows: Self.first, count: 1, probabilities: &room).isNaN)
        #expect(timeSteps(shape: letter, samples: Self.first, count: 1, output: &room).isNaN)
    }

    @Test("has C symbols that answer no pointer with NaN")
    func noPointer() {
        let letter = CChar(bitPattern: UInt8(ascii: "S"))
        #expect(timeWindows(shape: letter, windows: nil, count: 1, probabilities: nil).isNaN)
        #expect(timeSteps(shape: letter, samples: nil, count: 1, output: nil).isNaN)
    }
}
