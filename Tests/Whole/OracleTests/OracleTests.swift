import Foundation
import Models
import MotionCore
import TestSupport
import Testing

/// `Tests/Programs/Oracle` was written from ARITHMETIC.md alone: where it and the engine differ, one of the two or the page is
/// wrong.
@Suite("The oracle in Python", .enabled(if: Python.hasNumpy, "needs python3 with numpy: make oracle-test installs them"))
struct OracleTests {
    /// Convolutions, carried and reset states, layers one upon another, several panels, sizes that fit nothing; the largest have
    /// fewer windows, because numpy takes its time with whole numbers.
    /// Random weights go to the limits of the proof against overflow, and saturate much; those of float networks do not.
    private static func networks() throws -> [OracleNetwork] {
        let random: [(String, Model, Int)] = [
            ("convolution", .random(.init(20, 5, 6, 16, [20], [12, 4]), seed: 1), 1200),
            ("convolution-panels-carried", .random(.init(7, 3, 9, 70, [13], [17, 3]), carriesState: true, seed: 2), 1200),
            ("convolution-of-one", .random(.init(3, 1, 1, 1, [1], [2]), seed: 3), 1200),
            ("one-sample", .random(.init(1, 1, 6, 17, [], [5]), seed: 14), 1200),
            ("window-without-lstm", .random(.init(9, 4, 5, 70, [], [33, 4]), seed: 15), 1200),
            ("carried-hop-not-dividing", .random(.init(25, 7, 6, nil, [24], [4]), carriesState: true, seed: 4), 1800),
            ("stacked", .random(.init(10, 3, 6, nil, [17, 9, 5], [6]), seed: 5), 1200),
            ("stacked-carried", .random(.init(9, 2, 9, nil, [8, 8], [5]), carriesState: true, seed: 6), 1800),
            ("panels", .random(.init(8, 3, 6, nil, [70], [3]), seed: 7), 960),
            ("three-panels", .random(.init(5, 2, 64, nil, [130], [66, 5]), carriesState: true, seed: 8), 360),
            ("hop-beyond-window", .random(.init(6, 9, 6, nil, [17], [5]), seed: 9), 1800),
            ("hop-beyond-window-carried", .random(.init(6, 11, 5, nil, [15], [7]), carriesState: true, seed: 10), 1800),
            ("many-dense", .random(.init(6, 3, 6, nil, [10], [70, 33, 19, 3]), seed: 11), 1200),
            ("one-label", .random(.init(5, 2, 3, nil, [3], [1]), seed: 12), 600),
            ("detector", .random(.init(20, 5, 6, nil, [32], [4]), seed: 31, detects: true), 1200),
            (
                "detector-carried", .random(.init(8, 3, 6, nil, [9, 21], [7, 5]), carriesState: true, seed: 32, detects: true), 1200
            ),
            ("detector-convolution", .random(.init(6, 3, 6, 10, [70], [3]), seed: 33, detects: true), 600),
            ("front", .random(frontShapes[5], seed: 41), 600),
            ("front-causal-carried", .random(frontShapes[4], carriesState: true, seed: 42), 600),
            ("front-means", .random(frontShapes[6], seed: 43), 600),
            ("front-without-lstm", .random(frontShapes[10], seed: 44), 600),
            ("gru", .random(gruShapes[4], seed: 45), 1200),
            ("gru-stacked-carried", .random(gruShapes[2], carriesState: true, seed: 46), 1200),
            ("gru-front", .random(gruShapes[8], seed: 47), 600),
            ("bytes", .random(byteShapes[4], seed: 48), 1200),
            ("bytes-stacked-carried", .random(byteShapes[2], carriesState: true, seed: 49), 1200),
            ("bytes-convolution", .random(byteShapes[7], seed: 50), 600),
            ("all-labels", .random(.init(4, 2, 6, nil, [24], [255]), seed: 13), 240),
        ]
        var manyDense = randomFloatModel(seed: 24, window: 6, hop: 5, lstm: [10], dense: [70, 33, 19, 3])
        manyDense.network.dense[1].rectified = false
        // Weights as a training leaves them, on which every window's probabilities are its own.
        let lifelike: [(String, FloatModel, Int)] = [
            ("calibrated-stacked", randomFloatModel(seed: 21, window: 10, hop: 3, lstm: [17, 9, 5], dense: [9, 4]), 1800),
            ("calibrated-carried", randomFloatModel(seed: 22, window: 9, hop: 4, lstm: [20, 11], policy: .carry), 1800),
            ("calibrated-many-dense", manyDense, 1800),
            (
                "calibrated-panels",
                randomFloatModel(seed: 23, window: 7, hop: 2, lstm: [70], dense: [66, 6], policy: .carry, weightScale: 0.2), 1200
            ),
            (
                "calibrated-convolution",
                randomFloatModel(seed: 25, window: 12, hop: 3, convolution: 24, lstm: [18], dense: [5], weightScale: 0.3), 1800
            ),
            (
                "calibrated-front",
                randomFloatModel(
                    seed: 28, window: 20, hop: 5, front: [.convolution(24, over: 5), .maximum(of: 2), .convolution(20, over: 3)],
                    lstm: [18], dense: [5], weightScale: 0.3), 1800
            ),
            (
                "calibrated-front-without-lstm",
                randomFloatModel(
                    seed: 29, window: 16, hop: 4, front: [.convolution(12, over: 3, causal: true), .mean(of: 16)], lstm: [],
                    dense: [9, 4]), 1800
            ),
            ("calibrated-one-sample", randomFloatModel(seed: 27, window: 1, hop: 1, convolution: 16, lstm: [], dense: [3]), 1800),
            (
                "calibrated-convolution-carried",
                randomFloatModel(
                    seed: 26, window: 7, hop: 3, inputs: 5, convolution: 70, lstm: [13], dense: [17, 3], policy: .carry), 1200
            ),
        ]
        let models = try random + lifelike.map { ($0.0, try Model.calibrated($0.1), $0.2) } + [("demo", .demo(), 1800)]
        let kernels = Kernels.available
        return try models.enumerated().map { number, entry in
            try OracleNetwork(entry.0, entry.1, windows: entry.2, kernels: kernels[number % kernels.count])
        }
    }

    private static func parameters(
        rest: Int?, smoothing: Int, threshold: Double = 0.9, ratios: (Double, Double) = (1.2, 1.4), refractory: Double = 0.3,
        evidence: Double = 0, shares: [Double] = []
    ) -> DecisionParameters {
        var parameters = DecisionParameters(
            threshold: threshold, smoothing: smoothing, enterRatio: ratios.0, exitRatio: ratios.1, refractorySeconds: refractory,
            evidence: evidence)
        parameters.restLabel = rest
        parameters.evidenceShares = EvidenceShares(factors: shares)
        return parameters
    }

    private static func decisions() -> [OracleDecisions] {
        [
            .init(labels: 4, parameters(rest: 0, smoothing: 3), windows: 3000, seed: 1),
            .init(labels: 5, parameters(rest: nil, smoothing: 1), windows: 3000, seed: 2),
            .init(labels: 6, parameters(rest: 2, smoothing: 50, threshold: 0.6), windows: 3000, seed: 3),
            .init(labels: 3, parameters(rest: 0, smoothing: 1000, threshold: 0.5), windows: 4000, seed: 4),
            .init(labels: 1, parameters(rest: nil, smoothing: 3), windows: 300, seed: 5),
            .init(
                labels: 2, parameters(rest: nil, smoothing: 1, threshold: 0, ratios: (1, 1), refractory: 0.1), windows: 2000,
                seed: 6
            ),
            .init(labels: 4, parameters(rest: 0, smoothing: 3, evidence: 4), windows: 3000, seed: 9),
            .init(labels: 3, parameters(rest: nil, smoothing: 1, refractory: 1, evidence: 20), windows: 3000, seed: 10),
            .init(labels: 4, parameters(rest: 3, smoothing: 2, evidence: 12, shares: [0.5, 2, 0.25]), windows: 3000, seed: 11),
            .init(
                labels: 40, parameters(rest: 9, smoothing: 2, evidence: 9, shares: (0..<40).map { [1, 0.25, 2, 0.5][$0 % 4] }),
                windows: 3000, seed: 12),
            .init(labels: 255, parameters(rest: 254, smoothing: 7, ratios: (1000, 2), refractory: 2), windows: 400, seed: 7),
        ]
    }

    @Test("gives the engine's windows and decisions, bit for bit")
    func same() throws {
        let scratch = try Motionq()
        defer { scratch.remove() }
        let networks = try Self.networks()
        let decisions = Self.decisions()
        for network in networks { try network.write(to: scratch.folder) }
        for (number, stream) in decisions.enumerated() {
            try stream.write("decisions-\(number)", to: scratch.folder)
            let phases = Set(stream.windows.map(\.phase))
            #expect(phases.count == (stream.labels == 1 ? 3 : 4) || stream.threshold == 0, "\(stream.smoothing): \(phases)")
        }
        let windows = networks.reduce(0) { $0 + $1.windows.count }
        let judged = decisions.reduce(0) { $0 + $1.windows.count }
        for network in networks where network.name.hasPrefix("calibrated") {
            let different = network.differentWindows
            #expect(different > network.windows.count * 9 / 10, "\(network.name): \(different)")
        }
        #expect(windows >= 20_000)
        #expect(judged >= 10_000)

        let names = networks.map(\.name) + decisions.indices.map { "decisions-\($0)" }
        let result = try Python.oracle(names, in: scratch)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let last = result.output.split(separator: "\n").last.map { $0.filter { $0 != "," } } ?? ""
        #expect(last.hasPrefix("\(names.count) folders \(windows) windows \(judged) decisions"), "\(last)")
    }

    @Test("notices one probability, one weight and one decision that is changed, and says where")
    func different() throws {
        let scratch = try Motionq()
        defer { scratch.remove() }
        let model = try Model.demo()
        let good = try OracleNetwork("good", model, windows: 600, kernels: .preferred())
        try good.write(to: scratch.folder)
        #expect(try Python.oracle(["good"], in: scratch).status == 0)

        var probability = good
        probability.raise(label: 1, ofWindow: 7)
        try probability.write(to: scratch.folder)
        var result = try Python.oracle(["good"], in: scratch)
        #expect(result.status == 1)
        #expect(result.output.contains("good: 1 of \(good.windows.count) windows differ; the first is line 8 "), "\(result.output)")
        #expect(result.output.contains("p of \(model.description.labels[1])"), "\(result.output)")

        var weight = good
        var parts = NetworkParts(try model.requireQuantized(in: "good"))
        parts.lstm[0].terms[0].weights[40] ^= 1
        weight.model.quantized = try parts.network()
        try weight.write(to: scratch.folder)
        result = try Python.oracle(["good"], in: scratch)
        #expect(result.status == 1)
        #expect(result.output.contains(" windows differ; the first is line "), "\(result.output)")

        var decisions = OracleDecisions(labels: 3, Self.parameters(rest: 0, smoothing: 3), windows: 40, seed: 8)
        decisions.windows[20].confidence += 1
        try decisions.write("decisions", to: scratch.folder)
        result = try Python.oracle(["decisions"], in: scratch)
        #expect(result.status == 1)
        #expect(result.output.contains("1 of 40 decisions differ; the first is line 21 "), "\(result.output)")
    }

    @Test("refuses a page that is not of the file's version")
    func otherVersion() throws {
        let scratch = try Motionq()
        defer { scratch.remove() }
        try OracleNetwork("good", .random(.init(6, 4, 6, nil, [4], [3]), seed: 32), windows: 12, kernels: .preferred())
            .write(to: scratch.folder)
        let page = try String(contentsOf: Python.page, encoding: .utf8)
        try page.replacing("MotionQ15, version 2", with: "MotionQ15, version 3").write(
            toFile: scratch.path("page.md"), atomically: true, encoding: .utf8)
        let result = try Python.oracle(["--page", "page.md", "good"], in: scratch)
        #expect(result.status == 1)
        #expect(result.output.contains("version 2"), "\(result.output)")
    }
}
