import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import Simulation
import TestSupport
import Testing

/// Somebody made up who teaches a board: three shapes that the host has taught it, a fourth that the board is taught itself, and
/// then fifty of that one among thirty of the others, pauses between them.
struct TaughtWorld {
    static let names = ["k0", "k1", "k2", "taught 1", "taught 2"]
    static let shown = 5
    let motionq: Motionq
    /// Taught on the host, and said to be made for four times its rate: the same strokes, in a quarter of the time.
    let image: FirmwareImage
    /// What the sensor senses.
    var counts: String { motionq.path("counts") }
    /// What is done, in that order, the examples first: its label, and its first sample.
    let done: [(label: Int, start: Int)]
    /// Samples of all of it.
    let samples: Int

    private static let rate = 100.0
    private static let header = "\(RecordedText.header)\n"
    private static let person = MadeUpStrokes(seed: 9, rate: 25, hasGravity: false)

    init() throws {
        motionq = try Motionq()
        var generator = SeededGenerator(seed: 12)
        var examples = Self.header
        for shape in 0..<3 {
            for repetition in 0..<Self.shown {
                for (sample, values) in Self.samples(shape, repetition).enumerated() {
                    examples += "k\(shape) \(repetition),v7,k\(shape),\(sample * 40),\(Self.text(values))\n"
                }
            }
        }
        var (stream, time) = (Self.header, 0)
        func add(_ samples: [[Float]]) {
            for values in samples {
                stream += "s,v7,none,\(time),\(Self.text(values))\n"
                time += 10
            }
        }
        var done: [(label: Int, start: Int)] = []
        func stroke(_ shape: Int, _ repetition: Int) {
            done.append((shape, time / 10))
            add(Self.samples(shape, repetition))
        }
        func pause(_ samples: Int) {
            add((0..<samples).map { _ in (0..<6).map { _ in Float.random(in: -0.003...0.003, using: &generator) } })
        }
        // Long enough for a press, by this machine's clock.
        pause(400)
        for repetition in 0..<Self.shown {
            stroke(3, repetition)
            pause(300)
        }
        let later = (0..<50).map { (3, Self.shown + $0) } + (0..<3).flatMap { shape in (0..<10).map { (shape, Self.shown + $0) } }
        let mixed = later.shuffled(using: &generator)
        for (shape, repetition) in mixed {
            stroke(shape, repetition)
            pause(40)
        }
        pause(60)
        (self.done, samples) = (done, time / 10)
        try examples.write(toFile: motionq.path("examples.csv"), atomically: true, encoding: .utf8)
        try stream.write(toFile: motionq.path("stream.csv"), atomically: true, encoding: .utf8)
        let model = motionq.path("taught.safetensors")
        let taught = try motionq.run("teach", "--head-alone", "--data", motionq.path("examples.csv"), "-o", model)
        try #require(taught.status == 0, "\(taught.errors)")
        let counted = try motionq.run(
            "dataset", "counts", "--data", motionq.path("stream.csv"), "--user-acceleration", "--output", motionq.path("counts"))
        try #require(counted.status == 0, "\(counted.errors)")
        image = try FirmwareImage("taught", of: model, rate: Self.rate, places: 2)
    }

    func remove() { motionq.remove() }

    private static func samples(_ shape: Int, _ repetition: Int) -> [[Float]] {
        let session = person.session(shape: shape, writer: 7, repetition: repetition)
        return (0..<session.count).map { Array(session.sample($0)) }
    }

    private static func text(_ values: [Float]) -> String {
        values.map { String(format: "%.4f", $0) }.joined(separator: ",")
    }

    /// The stroke during or after which a sample comes, a number in `done`.
    func stroke(before sample: Int) -> Int { (done.firstIndex { $0.start > sample } ?? done.count) - 1 }

    /// What this machine makes of the sensor's strokes that it finds, by the network that the host taught: of each the label, and
    /// the last hidden state.
    func host() throws -> [Int: (label: Int, hidden: [Int16])] {
        let model = try Model(readingFileAt: image.model)
        let about = model.description
        let features = try about.inputs.map { input in
            NetworkFeature(
                kind: try #require(ChannelKind(feature: input.name)).rawValue, offset: input.offset, scale: input.scale)
        }
        let weights = try NetworkWeights(
            #require(model.quantized), schedule: about.schedule, statePolicy: about.statePolicy, strokes: about.strokes,
            cut: about.cut, features: features)
        let owned = OwnedRecogniser(weights, features: features, rate: Float(Self.rate), decision: DecisionParameters())
        var sensor = SensorDescription(rate: Float(Self.rate))
        for axis in 0..<UInt8(6) {
            let fullScale: Float = axis < 3 ? 16 : 2000 * (.pi / 180)
            sensor.addChannel(
                ChannelDescription(
                    kind: (axis < 3 ? 0x10 : 0x20) + axis % 3, unit: axis < 3 ? .g : .radiansPerSecond, scale: fullScale / 32768,
                    offset: 0, fullScale: fullScale))
        }
        try owned.bind(sensor)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: counts)))
        var found: [Int: (label: Int, hidden: [Int16])] = [:]
        for start in stride(from: 0, to: bytes.count, by: 12) {
            let sample = (0..<6).map { Int16(bitPattern: UInt16(bytes[start + 2 * $0]) | UInt16(bytes[start + 2 * $0 + 1]) << 8) }
            guard let recognised = owned.recogniser.push(sample, at: UInt64(start / 12) * 10_000) else { continue }
            guard let hidden = owned.recogniser.hidden(of: recognised.window) else { continue }
            found[stroke(before: start / 12)] = (recognised.window.label, Array(UnsafeBufferPointer(start: hidden, count: 64)))
        }
        return found
    }

    /// The last layer that `teach --head-alone` sets, by the host's examples and these of the fourth label.
    func head(_ examples: [[Int16]]) throws -> QuantizedAffine {
        var exemplars = try #require(try Model(readingFileAt: image.model).exemplars)
        for hidden in examples {
            exemplars.labels.append(3)
            exemplars.states += hidden
        }
        return try #require(IntegerHead(exemplars, labels: 4)).affine
    }
}
