import Foundation
import Recordings
import Simulation
import TestSupport

/// Recordings of made-up people at 25 Hz, for a test of training: a few seconds of rest and gestures each.
struct MadeUpPeople {
    let motionq: Motionq

    init() throws { motionq = try Motionq() }

    func remove() { motionq.remove() }

    /// Where the model goes.
    var model: String { motionq.path("model.safetensors") }

    /// Whether nothing but what the test wrote is in the folder.
    var isWithoutModel: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: motionq.folder.path)) ?? []
        return names.allSatisfy { !$0.contains("safetensors") && !$0.contains("partial") }
    }

    /// Writes a session each of people named 01, 02 …
    ///
    /// - Parameter change: what is done to each row after the header.
    func recording(
        _ name: String = "people.csv", people: Range<Int> = 0..<3, rate: Double = 25, gestures: Int = 3,
        change: (_ person: Int, _ row: Int, _ fields: inout [String]) -> Void = { _, _, _ in }
    ) throws -> String {
        var text = "\(RecordedText.header)\n"
        let generator = MotionGenerator(seed: 5, rate: rate)
        for person in people {
            let session = generator.session(subject: person, gestures: gestures)
            for index in 0..<session.count {
                let values = session.sample(index).map { String(format: "%.4f", $0) }
                var fields = ["s\(person + 1)", "0\(person + 1)", session.labels[index], "\(session.timestamps[index])"] + values
                change(person, index, &fields)
                text += fields.joined(separator: ",") + "\n"
            }
        }
        let path = motionq.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Trains a small network for a moment.
    ///
    /// - Parameter madeUpBackground: also with the hour of made-up daily life that is learned as rest by default; it takes ten
    ///   seconds.
    func train(_ arguments: [String], madeUpBackground: Bool = false) throws -> Motionq.Result {
        try start(arguments, madeUpBackground: madeUpBackground).wait()
    }

    /// Begins to train a small network.
    ///
    /// - Parameter madeUpBackground: as `train` has it.
    func start(_ arguments: [String], epochs: Int = 3, madeUpBackground: Bool = false) throws -> Motionq.Running {
        let small = ["--hidden", "8", "--window", "20", "--hop", "5", "--batch", "32", "--epochs", "\(epochs)"]
        let background = madeUpBackground ? [] : ["--no-made-up-background"]
        return try motionq.start(["train", "-o", model, "--state", "reset"] + small + background + arguments)
    }
}
