import ArgumentParser
import Formatting
import LiveLoop
import Models
import MotionQWorkshop

struct RunVerb: FollowsADevice {
    static let configuration = CommandConfiguration(
        commandName: "run",
        // Its own parser does not look for a request for completions, which are the whole program's: a twentieth of a start.
        _superCommandName: "motionq",
        abstract: "Recognise live: overlapping windows over a device's motion, events and feedback back to it.",
        discussion: """
            Ends with Ctrl-C, or with --until-disconnected when the device goes away; otherwise it waits for the device to come back. \
            Without --feedback, LED n lights while the n-th label that is not the rest label is held.
            """)

    @OptionGroup var choice: PortChoice
    @Option(help: "The model file.") var model: InputPath
    @Option(help: "Feedback map (YAML): label → LEDs, RGB, buzzer.") var feedback: InputPath?
    @OptionGroup var decision: DecisionChoice
    @Flag(help: "Recompute every window that the device classified by itself, and report any bit that differs.") var shadow = false
    @Flag(help: "A device that is asked for the model's rate shall keep it over its resets, if it can; without, it forgets one.")
    var keepRate = false
    @Flag(help: "Use samples at whatever rate they come, also if it is not the announced one.") var trustRate = false
    @Flag(help: "Cut motion at its pauses, and say once what each segment was, when it closes.") var segments = false
    @Option(help: "With --segments: how, as segment --save wrote it.") var segmentSettings: InputPath?
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        guard !shadow || choice.manner.axes == nil else {
            throw ValidationError("a device that classifies by itself knows of no other axes: leave --axes or --shadow out")
        }
        guard segments || segmentSettings == nil else { throw ValidationError("--segment-settings are for --segments") }
    }

    func run() throws {
        try reportingRefusals {
            let setup = try LiveSetup(readingModelAt: model.path, feedbackMap: feedback?.path)
            if setup.model.description.rate == nil {
                Output.note("\(printable(model.path)) names no sampling rate; the device's is not checked")
            }
            var chosen = choice.chosen
            if chosen.manner.findsAxes { chosen.axes = try FoundAxes.find(chosen) }
            var options = chosen.liveOptions
            options.decision = decision.parameters(over: setup.decision)
            options.feedback = setup.feedback
            options.shadows = shadow
            options.trustsRate = trustRate
            options.keepsRate = keepRate
            try LiveCommand(
                choice: chosen, model: setup.model, options: options, untilDisconnected: untilDisconnected, json: json,
                segments: try segments ? setup.segmentSettings(readingFileAt: segmentSettings?.path) : nil,
                knownMotion: setup.knownMotion
            ).run()
            if !json { Output.next("motionq export --model \(path: model.path) -o device", "for the board itself") }
        }
    }
}
