import ArgumentParser
import DeviceSimulator
import Foundation
import LivePipeline
import Recording
import Synchronization
import Transport

struct DemoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "See it work without hardware: a simulated device and `run` against it, in one terminal.",
        discussion: """
            Replays a stretch of each recording around its first gesture, over a real pseudo-terminal at true speed, recognises live, and \
            lights the simulated device's LEDs. Ends by itself with a summary against the recordings' own labels.
            """)

    @Option(help: "The model file.") var model: String
    @Option(parsing: .upToNextOption, help: "Recordings (CSV).") var replay: [String]
    @Option(help: "Feedback map (YAML).") var feedback: String?
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @Option(help: "Seconds of each recording.") var seconds = 12.0
    @Option(help: "How many times as fast as real.") var speed = 1.0

    func validate() throws {
        guard !replay.isEmpty else { throw ValidationError("--replay wants at least one recording") }
        guard (2...600).contains(seconds) else { throw ValidationError("--seconds lies between 2 and 600") }
        guard (0.001...100).contains(speed) else { throw ValidationError("--speed lies between 0.001 and 100") }
    }

    func run() throws {
        try reportingRefusals {
            let setup = try LiveSetup(modelPath: model, mapPath: feedback)
            let rest = setup.model.restLabel >= 0 ? setup.model.labels[setup.model.restLabel] : ""
            let recordings = try replay.map { try readRecording($0, userAcceleration: userAcceleration) }
            let excerpts = recordings.compactMap { Excerpt.aroundFirstGesture(of: $0, rest: rest, seconds: seconds) }
            guard !excerpts.isEmpty else { throw Refusal(.badData, "no recording holds a label other than rest") }
            Interrupt.install()
            let stage = DemoStage(setup: setup, excerpts: excerpts, speed: speed)
            let statistics = try stage.play()
            stage.summary.forEach { Output.text($0) }
            statistics.sentences.forEach { Output.text($0) }
        }
    }
}
