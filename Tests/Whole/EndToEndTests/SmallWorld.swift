import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import Simulation
import TestSupport
import Testing

/// A small model and recordings made for a test, so that nothing from outside is needed.
struct SmallWorld {
    let motionq: Motionq
    let model: String

    init(rate: Double = 50) throws {
        motionq = try Motionq()
        model = motionq.path("model.safetensors")
        var source = randomFloatModel(seed: 4, window: 10, hop: 5, lstm: [6], dense: [3], policy: .reset, weightScale: 0.8)
        source.description.rate = rate
        let quantized = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        try Model(source, quantized: quantized, provenance: [:]).write(toFileAt: model)
    }

    func remove() { motionq.remove() }

    /// A simulated device that replays a recording, ready to be opened at `link`.
    func device(_ recording: String, _ arguments: String...) throws -> Motionq.Running {
        let device = try motionq.start(["simulate", "--data", recording, "--link", link, "--json"] + arguments)
        #expect(device.waits(for: "ready"))
        return device
    }

    /// A device that does so in a thread of this test's, and keeps its own time.
    func patientDevice(
        _ recording: String, speed: SimulatorOptions.Speed = .times(1), loops: Bool = true
    ) throws -> PatientDevice {
        var options = SimulatorOptions()
        (options.speed, options.loops, options.linkPath) = (speed, loops, link)
        return PatientDevice(try RecordingReader().read(recording), options)
    }

    /// The device goes without a word, and its name with it, as a board's does. A name that stayed would soon be another test's:
    /// the number of a pseudo-terminal is given again, and whoever waits for this device would open that one.
    func unplug(_ device: Motionq.Running) {
        try? FileManager.default.removeItem(atPath: link)
        device.kill()
    }

    /// A map of what each label does as it is entered, as `{led: 1}`.
    func feedback(class1: String, class2: String, rest: String) throws -> String {
        let path = motionq.path("map.yml")
        try "labels:\n  class1: {enter: [\(class1)]}\n  class2: {enter: [\(class2)]}\n  rest: {enter: [\(rest)]}\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// `run` whose very first window enters a label; on the port of `device` if not on another one.
    func run(_ arguments: String..., port: String? = nil) -> [String] {
        ["run", "--port", port ?? link, "--model", model, "--threshold", "0", "--enter-ratio", "1"] + arguments
    }

    /// Where `device` appears.
    var link: String { motionq.path("device") }

    /// Writes a recording of sessions with so many samples each.
    func recording(_ name: String, sessions: [Int], rate: Double = 50, seed: UInt64 = 1) throws -> String {
        var generator = SeededGenerator(seed: seed)
        var text = "\(RecordedText.header)\n"
        for (session, samples) in sessions.enumerated() {
            for index in 0..<samples {
                let values = randomValues(count: 6, bound: 3, using: &generator).map { String(format: "%.4f", $0) }
                text += "s\(session),me,class1,\(Double(index) * 1000 / rate),\(values.joined(separator: ","))\n"
            }
        }
        let path = motionq.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
