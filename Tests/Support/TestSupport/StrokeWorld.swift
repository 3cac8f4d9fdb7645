import Foundation
import Randomness

/// Made-up strokes of a hand: a file of each to learn from, and a stream with pauses to find them in. At 25 Hz.
public struct StrokeWorld {
    public let motionq: Motionq
    /// A model that learned the strokes of four people.
    public var model: String { motionq.path("strokes.safetensors") }
    /// Strokes of a fifth, pauses between them.
    public var stream: String { motionq.path("stream.csv") }
    /// What the fifth did, in that order.
    public let done: [String]

    private static let kinds = ["swing", "circle", "twist"]
    private static let header = "\(RecordedText.header)\n"

    public init() throws {
        motionq = try Motionq()
        var generator = SeededGenerator(seed: 41)
        var learned = Self.header
        for person in 1...4 {
            for index in 0..<24 {
                let kind = Self.kinds[index % 3]
                for (sample, values) in Self.stroke(kind, using: &generator).enumerated() {
                    learned += "p\(person)-\(index),p\(person),\(kind),\(sample * 40),\(Self.text(values))\n"
                }
            }
        }
        var stream = Self.header
        var time = 0
        var done: [String] = []
        func add(_ samples: [[Double]], _ label: String) {
            for values in samples {
                stream += "s,p5,\(label),\(time),\(Self.text(values))\n"
                time += 40
            }
        }
        func pause(_ samples: Int) {
            let noise = (0..<samples).map { _ in (0..<6).map { _ in Double.random(in: -0.004...0.004, using: &generator) } }
            add(noise.map { [$0[0], $0[1], 1 + $0[2], $0[3], $0[4], $0[5]] }, "none")
        }
        pause(30)
        for index in 0..<18 {
            let kind = Self.kinds[index * 2 % 5 % 3]
            done.append(kind)
            add(Self.stroke(kind, using: &generator), kind)
            pause(20 + index % 3 * 10)
        }
        self.done = done
        try learned.write(toFile: motionq.path("learned.csv"), atomically: true, encoding: .utf8)
        try stream.write(toFile: motionq.path("stream.csv"), atomically: true, encoding: .utf8)
    }

    public func remove() { motionq.remove() }

    /// Learns, in some seconds.
    public func train() throws -> Motionq.Result {
        try motionq.run(
            "train", "--data", motionq.path("learned.csv"), "--strokes", "--stroke-form", "stretch", "--hidden", "8", "--steps",
            "400", "-o", model)
    }

    /// Each person's swings differ in strength, tempo and turns.
    private static func stroke(_ kind: String, using generator: inout SeededGenerator) -> [[Double]] {
        let samples = Int.random(in: 16...32, using: &generator)
        let strength = Double.random(in: 0.6...1.6, using: &generator)
        let turns = Double.random(in: 0.9...1.1, using: &generator)
        return (0..<samples).map { sample in
            let angle = 2 * .pi * turns * Double(sample) / Double(samples)
            let (sine, cosine) = (strength * sin(angle), strength * cos(angle))
            return switch kind {
            case "swing": [sine, 0.1 * cosine, 1, 0, 2 * sine, 0]
            case "circle": [sine, cosine, 1, 0, 0, 2 * strength]
            default: [0.2 * sine, 0, 1 + 0.2 * cosine, 3 * sine, 0, 3 * cosine]
            }
        }
    }

    private static func text(_ values: [Double]) -> String {
        values.map { String(format: "%.4f", $0) }.joined(separator: ",")
    }
}
