import ArgumentParser
import Files
import Formatting
import LiveLoop
import Models
import MotionQWorkshop
import MotionRecognition

struct RunVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        // Its own parser does not look for a request for completions, which are the whole program's: a twentieth of a start.
        _superCommandName: "motionq",
        abstract: "Recognise live, and answer with lights and sound.",
        discussion: """
            Ends with Ctrl-C; a device that goes away is waited for. Without --feedback, LED n lights while the n-th label that is not the rest \
            label is held.

            \(allOptions(of: "run"))
            """)

    @OptionGroup var choice: PortsChoice
    @Option(help: .rare("A file (YAML) that names devices: port, name, model, feedback of each.")) var devices: InputPath?
    @OptionGroup var fleet: ShardOptions
    @Option(help: "The model file.") var model: InputPath
    @Option(help: "Feedback map (YAML): label → LEDs, RGB, buzzer.") var feedback: InputPath?
    @OptionGroup var decision: DecisionChoice
    @OptionGroup var wearer: WearerOption
    @Option(help: .rare("Seconds in which the wearer moves every channel through its range (train --normalise person)."))
    var rangeSeconds = LiveOptions().rangeSeconds
    @Flag(help: .rare("Recompute every window that the device classified by itself, and report any bit that differs.")) var shadow =
        false
    @Flag(help: .rare("A device that is asked for the model's rate keeps it over its resets, if it can.")) var keepRate = false
    @Flag(help: .rare("Use samples at whatever rate they come, also if it is not the announced one.")) var trustRate = false
    @Flag(help: "Cut motion at its pauses, and name each segment once.") var segments = false
    @Option(help: .rare("With --segments: how, as segment --save wrote it.")) var segmentSettings: InputPath?
    @OptionGroup var page: PageOption
    @OptionGroup var outlets: OutletOption
    @Flag(help: "End when the device goes away.") var untilDisconnected = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        if fleet.broker != nil {
            try requireFleetAlone()
        } else if devices == nil {
            try choice.requireNamed()
        } else if !choice.port.isEmpty || choice.manner.findsAxes || choice.captures.capture != nil {
            throw ValidationError(
                "--devices names the ports: leave --port out, and --axes auto and --capture, which are for one board")
        }
        guard fleet.models == nil || fleet.broker != nil || outlets.isBrokerNamed else {
            throw ValidationError("--models are those that a broker may ask for: it needs --to mqtt://… or --broker")
        }
        guard fleet.models == nil || fleet.broker != nil || (!shadow && wearer.wearer.isEmpty) else {
            throw ValidationError("--shadow and --wearer are for one model: leave --models out")
        }
        guard !shadow || choice.manner.axes == nil else {
            throw ValidationError("a device that classifies by itself knows of no other axes: leave --axes or --shadow out")
        }
        guard (0.1...600).contains(rangeSeconds) else { throw ValidationError("--range-seconds takes 0.1 to 600 seconds") }
        guard segments || segmentSettings == nil else { throw ValidationError("--segment-settings are for --segments") }
    }

    func run() throws {
        try reportingRefusals {
            let setup = try setup(model.path, feedback?.path)
            if let (address, shard) = try fleet.chosen {
                let shelf = try fleet.shelf(setup, feedbackMap: feedback?.path) { options(LiveOptions(), $0) }
                return try FleetRun(address: address, shard: shard, shelf: shelf, json: json).run()
            }
            try LiveCommand(
                tasks: try tasks(setup), untilDisconnected: untilDisconnected, json: json, page: page.page,
                outlets: outlets.addresses
            )
            .run()
            guard !json else { return }
            let who = setup.model.description.inputs.usual.isEmpty ? wearer.words : ["--wearer", "recording.csv"]
            Output.next("motionq export --model \(path: model.path)\(options: who) -o device", "for the board itself")
        }
    }

    /// A model as its wearer's own, with a map.
    private func setup(_ path: String, _ map: String?) throws -> LiveSetup {
        let worn = try wearer.worn(Model(readingQuantizedNetworkAt: path))
        guard !shadow || worn.description.inputs.usual.isEmpty else {
            throw Refusal(
                .badData, "a device knows no wearer's range, so that it cannot be compared; name the wearer: --wearer recording.csv"
            )
        }
        let setup = try LiveSetup(worn, named: path, feedbackMap: map)
        if setup.model.description.rate == nil {
            Output.note("\(printable(path)) names no sampling rate; the device's is not checked")
        }
        return setup
    }

    /// A model and a feedback map, by their paths.
    private struct ModelFiles: Hashable {
        let model: String
        let map: String?
    }

    /// How each device is followed, also with each other model that may be asked for. What several have is read once.
    private func tasks(_ usual: LiveSetup) throws -> [LiveTask] {
        var setups = [ModelFiles(model: model.path, map: feedback?.path): usual]
        var folders: [String?: OtherModels] = [:]
        return try followed().map { chosen, files in
            let setup = try setups[files] ?? setup(files.model, files.map)
            setups[files] = setup
            var task = try task(chosen, setup)
            guard let folder = fleet.models?.path else { return task }
            let others = try folders[files.map] ?? OtherModels(inFolder: folder, feedbackMap: files.map)
            folders[files.map] = others
            task.others = try others.beside(setup).map { [choice = task.choice] in try self.task(choice, $0) }
            return task
        }
    }

    /// The devices, with what they are followed with.
    private func followed() throws -> [(ChosenPort, ModelFiles)] {
        guard let devices else {
            return try choice.chosen(by: "run").map { ($0, ModelFiles(model: model.path, map: feedback?.path)) }
        }
        let list = try DeviceList(path: devices.path).read()
        return try list.map { device in
            let files = ModelFiles(model: device.model ?? model.path, map: device.feedback ?? feedback?.path)
            return (try choice.chosen(device, among: list.map(\.port)), files)
        }
    }

    /// How one device is followed with one model.
    private func task(_ chosen: ChosenPort, _ setup: LiveSetup) throws -> LiveTask {
        var chosen = chosen
        if chosen.manner.findsAxes, chosen.axes == nil {
            do { chosen.axes = try FoundAxes.find(chosen) } catch {
                // What went wrong there is worth keeping, too.
                try? chosen.scene.finish()
                throw error
            }
        }
        return LiveTask(
            choice: chosen, model: setup.model, options: options(chosen.liveOptions, setup),
            segments: try segments ? setup.segmentSettings(readingFileAt: segmentSettings?.path) : nil,
            knownMotion: setup.knownMotion, title: printable(Path.name(of: setup.name)))
    }

    /// How a device is followed with a model.
    private func options(_ options: LiveOptions, _ setup: LiveSetup) -> LiveOptions {
        var options = options
        options.decision = decision.parameters(over: setup.decision)
        options.feedback = setup.feedback
        options.shadows = shadow
        options.trustsRate = trustRate
        options.keepsRate = keepRate
        options.rangeSeconds = rangeSeconds
        return options
    }

    /// - Throws: that something is asked for that only a device at a port has.
    private func requireFleetAlone() throws {
        let others = [
            ("--port", !choice.port.isEmpty), ("--devices", devices != nil), ("--page", page.page != nil),
            ("--to", !outlets.words.isEmpty),
            ("--segments", segments), ("--shadow", shadow), ("--until-disconnected", untilDisconnected),
            ("--axes", choice.manner.axes != nil), ("--wait", choice.manner.wait), ("--timeout", choice.manner.timeout != nil),
            ("--baud", choice.manner.baud != 115_200), ("--dtr", choice.manner.dtr != .assert),
            ("--no-calibration", !choice.manner.calibration), ("--capture", choice.captures.capture != nil),
            ("what a device of another make sends", choice.manner.foreign.isSaid),
        ].filter(\.1).map(\.0)
        guard others.isEmpty else {
            throw ValidationError(
                "\(others.joined(separator: ", ")): for a device at a port, not for those that bridges bring to a broker")
        }
    }
}
