import Foundation
import MotionCore
import Randomness
import TestSupport
import Testing

/// More shapes: units around the widths of vector units, and matrices that end inside a group of blocks.
private let shapes =
    oddAndEvenShapes + [
        .init(4, 2, 6, nil, [15], [3]), .init(4, 2, 6, nil, [31], [3]), .init(4, 2, 6, nil, [33], [3]),
        .init(3, 3, 6, nil, [63, 1], [3]), .init(3, 3, 6, nil, [65], [3]), .init(2, 1, 6, nil, [97], [18, 5]),
    ] + byteShapes

@Suite("All kernels give the same bits")
struct KernelIdentityTests {
    private static let networks = 4
    /// 40 shapes × 4 networks × 100 windows.
    private static let windowsEach = 100

    @Test("10,000 random windows and more, over more than 20 shapes, whatever the kernel: scores and state", arguments: shapes)
    func randomWindows(_ shape: NetworkDimensions) throws {
        for seed in 0..<UInt64(Self.networks) {
            let network = randomQuantizedNetwork(shape, carriesState: true, seed: seed + 500)
            var generator = SeededGenerator(seed: seed)
            let reference = ScalarReference(network)
            var state = reference.zeroState
            let engines = try Kernels.available.map { kernels in
                let weights = try NetworkWeights(network, kernels: kernels)
                return (classifier: WindowClassifier(weights), state: SequenceState(for: weights), name: kernels.name)
            }
            for index in 0..<Self.windowsEach {
                let amplitude: Int16 = [.max, 3000, 40][index % 3]
                let window = (0..<shape.window * shape.inputs).map { _ in
                    Int16.random(in: -amplitude...amplitude, using: &generator)
                }
                let expected = reference.predict(window: window, state: &state)
                for engine in engines {
                    engine.classifier.predict(window: window.span, state: engine.state)
                    #expect(expected.indices.map { engine.classifier.probability(of: $0) } == expected, "\(engine.name)")
                }
            }
            for engine in engines {
                #expect(ScalarReference.State(engine.state, of: engine.classifier.weights) == state, "\(engine.name)")
            }
        }
    }

    @Test("a window from zero, whose first step leaves the hidden product out, gives the bits of a zero state handed in")
    func fromZero() throws {
        for shape in shapes {
            let weights = try NetworkWeights(randomQuantizedNetwork(shape, carriesState: true, seed: 77))
            let classifier = WindowClassifier(weights)
            var generator = SeededGenerator(seed: 78)
            let window = (0..<shape.window * shape.inputs).map { _ in Int16.random(in: -5000...5000, using: &generator) }
            classifier.predict(window: window.span)
            let bare = (0..<weights.shape.labels).map { classifier.probability(of: $0) }
            classifier.predict(window: window.span, state: SequenceState(for: weights))
            #expect((0..<weights.shape.labels).map { classifier.probability(of: $0) } == bare)
        }
    }
}

@Suite("The choice of kernels")
struct KernelChoiceTests {
    @Test("plain C is always there, and is the last resort")
    func scalar() {
        #expect(Kernels.available.last?.name == "scalar")
    }

    @Test("names are all different, and the fastest is preferred unless the environment names another")
    func preferred() throws {
        let names = Kernels.available.map(\.name)
        #expect(Set(names).count == names.count)
        let asked = ProcessInfo.processInfo.environment["MOTIONQ_KERNEL"] ?? ""
        #expect(try Kernels.preferred().name == (asked.isEmpty ? names[0] : asked))
    }

    #if arch(x86_64)
        @Test(
            "a machine with every vector unit of x86-64 prefers the widest",
            .enabled(
                if: Kernels.available.count == 4, "this machine runs \(Kernels.available.map(\.name)) only: no test runs the others"
            ))
        func widest() {
            #expect(Kernels.available.map(\.name) == ["avx512", "avx2", "sse2", "scalar"])
        }

        @Test("every x86-64 machine has SSE2")
        func sse2() {
            #expect(Kernels.available.contains { $0.name == "sse2" })
        }
    #endif
}
