import Evaluation
import Formatting
import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport

/// A model, a recording, and the windows that the engine finds in it: what a folder of the oracle's holds.
struct OracleNetwork {
    let name: String
    var model: Model
    let recording: String
    var windows: [(session: String, window: OfflineClassifier.Window)]

    /// - Parameters:
    ///   - windows: how many, about; they are spread over several sessions.
    ///   - kernels: whose engine computes them.
    init(_ name: String, _ model: Model, windows count: Int, kernels: Kernels) throws {
        self.name = name
        self.model = model
        let about = model.description
        // The last session is too short for a window, those before end within one.
        let each = about.window + about.hop * (count / Self.sessions) + about.hop / 2
        let motion = RandomMotion(
            sessions: Array(repeating: each, count: Self.sessions) + (about.window > 1 ? [about.window - 1] : []),
            seed: UInt64(count + about.window), amplitudes: [0.3, 6, 1.5, 24])
        recording = motion.text
        let network = try model.requireQuantized(in: name)
        let classifier = try OfflineClassifier(
            NetworkWeights(network, for: about, kernels: kernels), features: about.inputs, fractionBits: network.inputFractionBits)
        windows = try RecordingReader().parse(recording, path: name).sessions.flatMap { session in
            classifier.windows(of: session).map { (session.name, $0) }
        }
    }

    private static let sessions = 12

    /// Windows without those whose probabilities another one has as well.
    var differentWindows: Int { Set(windows.map(\.window.probabilities)).count }

    /// Makes one probability wrong by one step.
    mutating func raise(label: Int, ofWindow number: Int) {
        windows[number].window.probabilities[label] += 1 / 32768
    }

    /// Writes the three files into a new folder below `place`.
    func write(to place: URL) throws {
        let folder = place.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try model.write(toFileAt: folder.appending(path: "model.safetensors").path)
        try Data(recording.utf8).write(to: folder.appending(path: "recording.csv"))
        let lines = windows.map { line($0.session, $0.window) + "\n" }.joined()
        try Data(lines.utf8).write(to: folder.appending(path: "windows.jsonl"))
    }

    /// As `classify --json` prints it.
    private func line(_ session: String, _ window: OfflineClassifier.Window) -> String {
        var probabilities = JSONLine()
        for (label, value) in zip(model.description.labels, window.probabilities) { probabilities.add(label, value, digits: 9) }
        var line = JSONLine()
        line.add("session", session)
        line.add("end_sample", window.endSample)
        line.add("slot", window.slot)
        line.add("label", model.description.labels[window.label])
        line.add("probability", window.probabilities[window.label], digits: 9)
        if window.isUnknown { line.add("unknown", true) }
        line.add("probabilities", probabilities)
        return line.line
    }
}

extension Model {
    /// A random integer network with weights as large as the proof against overflow allows. Its inputs saturate now and then.
    static func random(
        _ shape: NetworkDimensions, carriesState: Bool = false, seed: UInt64, detects: Bool = false
    ) -> Model {
        let plain = randomQuantizedNetwork(shape, carriesState: carriesState, seed: seed)
        let network = detects ? plain.detecting(seed: seed) : plain
        var generator = SeededGenerator(seed: seed, stream: 1)
        let names = RecordedSession.channelNames
        let description = ModelDescription(
            labels: (0..<network.numbers.labels).map { "class\($0)" }, restLabel: nil, schedule: network.schedule,
            statePolicy: network.statePolicy, rate: nil,
            inputs: (0..<shape.inputs).map { index in
                InputFeature(
                    name: names[index % names.count], offset: Float.random(in: -0.3...0.3, using: &generator),
                    scale: Float.random(in: 4...16, using: &generator))
            })
        return Model(description, float: nil, quantized: network.numbers, provenance: [:])
    }

    /// A random float network, quantized by what it saw of calmer motion than it will read.
    static func calibrated(_ source: FloatModel) throws -> Model {
        let motion = RandomMotion(sessions: [400, 400], seed: 5, amplitudes: [0.5, 1])
        let sessions = try RecordingReader().parse(motion.text, path: "calibration").sessions
        return try Conversion(of: source, sessions: sessions).model()
    }

    /// The demo's model, as the repository has it.
    static func demo() throws -> Model {
        try Model(readingFileAt: Repository.demoModel)
    }
}
