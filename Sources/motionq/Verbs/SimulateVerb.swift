import ArgumentParser
import Files
import Formatting
import Recordings
import Simulation

struct SimulateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Be a device on a pseudo-terminal: recordings or made-up motion.",
        discussion: """
            Speaks the whole protocol, with lights and a buzzer. The replay begins when a host says hello (`motionq run --port …`) and ends when \
            the host has everything. Without recordings made-up people shake, chop and drive, over and over; --output keeps their motion instead.

            \(allOptions(of: "simulate"))
            """)

    @Option(
        name: .customLong("data"), parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them to replay.") var replay: [InputPath] = []
    @Option(help: "How fast: a factor, or max.") var speed: Speed = Speed(value: .times(1))
    @Flag(help: "Start over at the end.") var loop = false
    @Option(help: "Also make a symbolic link to the port here.") var link: OutputPath?
    @Flag(help: .rare("The acceleration has gravity removed; made-up strokes and daily life leave it out.")) var userAcceleration =
        false
    @OptionGroup var recordedUnits: UnitsOption
    @Flag(help: "Be held by a made-up person who obeys the lights.") var followLights = false
    @Option(
        help: .rare(
            """
            With --follow-lights: in how many of all cases they do what the light says; else another gesture.
            """))
    var obedience: Double?
    @Option(help: .rare("Parts per million by which the device's clock runs fast, −60000 to 60000.")) var drift = 40.0
    @Option(help: .rare("Milliseconds by which samples are early or late.")) var jitter = 1.0
    @Option(help: .rare("Fraction of bytes damaged on the way to the host.")) var damage = 0.0
    @Option(help: .rare("Fraction of bytes lost on the way to the host.")) var drop = 0.0
    @Option(help: .rare("Fraction of bytes with a foreign byte in front.")) var insert = 0.0
    @OptionGroup(title: "Synthetic motion") var motion: SyntheticOptions
    @Option(name: .shortAndLong, help: "Write the made-up motion to this recording (CSV).") var output: OutputPath?
    @Option(help: "Write raw counts (int16) for firmware without a sensor.") var counts: OutputPath?
    @Flag(help: "JSON Lines on standard output.") var json = false

    struct Speed: ExpressibleByArgument {
        let value: SimulatorOptions.Speed

        init(value: SimulatorOptions.Speed) { self.value = value }

        init?(argument: String) {
            if argument == "max" {
                value = .max
            } else if let factor = Double(argument), factor >= 0.001, factor <= 1000 {
                value = .times(factor)
            } else {
                return nil
            }
        }

        var defaultValueDescription: String { "1" }
    }

    func validate() throws {
        try motion.check()
        guard motion.signal == .motion || !followLights else {
            throw ValidationError("--follow-lights is for --signal motion")
        }
        if counts != nil {
            let isDevice = link != nil || loop || json || speed.value != .times(1) || damage != 0 || drop != 0 || insert != 0
            guard !isDevice else { throw ValidationError("--counts writes a file; options of a device have no meaning with it") }
        }
        guard !followLights || (replay.isEmpty && output == nil && counts == nil) else {
            throw ValidationError("--follow-lights is made-up motion of a device; leave --data, --output and --counts out")
        }
        guard obedience.map({ (0...1).contains($0) && followLights }) ?? true else {
            throw ValidationError("--obedience lies between 0 and 1, and needs --follow-lights")
        }
        guard output == nil || counts == nil else { throw ValidationError("--output and --counts are two things; give one") }
        guard output == nil || replay.isEmpty else { throw ValidationError("--output keeps synthetic motion; leave --data out") }
        guard !userAcceleration || !replay.isEmpty || motion.canBeWithoutGravity else {
            throw ValidationError(
                "--user-acceleration is for recordings, --daily-life and --strokes; made-up gestures have gravity")
        }
        if let link { try requireText(link.path, "--link") }
        for (name, share) in [("--damage", damage), ("--drop", drop), ("--insert", insert)] where !(0...1).contains(share) {
            throw ValidationError("\(name) lies between 0 and 1")
        }
        guard drift.magnitude <= 60_000 else { throw ValidationError("--drift lies between −60000 and 60000") }
        guard (0...1000).contains(jitter) else { throw ValidationError("--jitter lies between 0 and 1000 ms") }
    }

    func run() throws {
        try reportingRefusals {
            if let output {
                let recording = motion.recording(hasGravity: !userAcceleration)
                try RecordingWriter().write(recording, to: output.path)
                Output.noteLink(output.path)
                Output.note(
                    "\(printable(output.path)): \(Set(recording.sessions.map(\.subject)).count) made-up people, \(recording.sampleCount) samples"
                )
                return
            }
            let recording = try replayed()
            if let counts {
                try writeCounts(recording ?? motion.recording(), to: counts.path)
                return
            }
            Interrupt.install()
            let asJSON = json
            let runner = SimulatorRunner(
                recording: recording
                    ?? (followLights ? motion.stillness() : motion.recording(hasGravity: !userAcceleration)), options: options,
                shouldStop: { Interrupt.isRaised }
            ) { event in
                if asJSON {
                    Output.json(event.jsonLine)
                } else if case .actuator(let change) = event {
                    Output.text(Lights.sentence(change))
                } else {
                    Output.text(event.plain)
                }
            }
            try runner.run()
        }
    }

    /// The counts, and where they are not six axes' what their channels are.
    private func writeCounts(_ recording: Recording, to path: String) throws {
        let counts = SensorCounts(of: recording)
        try WholeFile.replace(fileAt: path, with: counts.bytes)
        Output.noteLink(path)
        let rate =
            recording.sessions.first?.rate.map { String(printing: " at %.4g Hz, the rate that the firmware must have", $0) } ?? ""
        Output.note("\(printable(path)): \(recording.sampleCount) samples\(rate)")
        guard let header = counts.header else { return }
        let beside = path + ".h"
        try WholeFile.replace(fileAt: beside, with: Array(header.utf8))
        Output.noteLink(beside)
        Output.note("\(printable(beside)): what their \(counts.channels) channels are, in C")
    }

    /// All that is to be replayed as one recording; nil for synthetic motion.
    private func replayed() throws -> Recording? {
        let files = try recordingFiles(at: replay.paths)
        guard let first = files.first else { return nil }
        let reader = recordedUnits.reader(userAcceleration: userAcceleration)
        // What was recorded without gravity are six axes.
        let recordings = try (userAcceleration ? reader : reader.takingCommonChannels(of: files)).read(files)
        let recording = Recording(path: first, sessions: recordings.flatMap(\.sessions))
        if let problem = recording.sessions.first?.channels.deviceProblem {
            throw Refusal(.badData, "\(printable(first)) cannot be a device's: \(problem)")
        }
        return recording
    }

    private var options: SimulatorOptions {
        var options = SimulatorOptions()
        options.speed = speed.value
        options.loops = loop || replay.isEmpty
        if replay.isEmpty { options.name = SyntheticOptions.deviceName }
        options.linkPath = link?.path
        if followLights { options.watcher = motion.obedient(obedience ?? 1, hasGravity: !userAcceleration) }
        options.accelerationKind = userAcceleration ? .user : .withGravity
        options.driftPartsPerMillion = drift
        options.jitterMicroseconds = jitter * 1000
        options.seed = motion.seed
        options.faults.damagedFraction = damage
        options.faults.droppedFraction = drop
        options.faults.insertedFraction = insert
        return options
    }
}
