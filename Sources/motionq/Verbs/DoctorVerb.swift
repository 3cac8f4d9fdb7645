import ArgumentParser
import Capture
import DeviceTools
import Formatting
import Foundation
import Transport

struct DoctorVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say why there is no device or why samples are lost.",
        discussion: """
            Looks in order at the USB device and its driver, permissions, other programs that have the port, \
            its speed, the device's HELLO, and for three seconds at rate, losses and clock. It changes nothing.
            Exit codes: 0 all is well, 65 something is not well, 69 no device is read.

            \(allOptions(of: "doctor"))
            """)

    @Option(help: "The device's port; auto: the only or last USB device.") var port = "auto"
    @Option(help: "Bits per second that are tried first.") var baud = 115_200
    @Option(help: .rare("What DTR does at opening; many boards reset when it changes.")) var dtr: PortManner.DTRChoice = .assert
    @OptionGroup var foreign: ForeignPort
    @Option(help: "Pack what a bug report needs into this new file.") var capture: OutputPath?
    @Flag(help: "JSON Lines on standard output, one for each finding.") var json = false

    func validate() throws {
        try requireText(port, "--port")
        if let capture { try CaptureOptions.requireNew(capture) }
        try foreign.sent.requireUnitsOfDevice()
    }

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            let options = PortOptions(baudRate: baud, dtr: dtr.policy)
            let path = try found(options)
            let scene =
                try capture.map {
                    try PortScene(keepingIn: $0.path, baud: baud, said: foreign.allWords, verb: "doctor")
                } ?? PortScene()
            var isExplained = false
            let outcome = checkup(options, in: scene).run(port: path) { finding in
                if finding.verdict == .notOK { isExplained = true }
                scene.note(finding.withoutNames.line)
                json ? Output.json(finding.line) : Output.text(finding.lines)
            }
            var lost: CaptureFileError?
            do throws(CaptureFileError) { try scene.finish() } catch { lost = error }
            if Interrupt.isRaised { throw ExitCode(128 + SIGINT) }
            if json { Output.json(summary(outcome, path)) } else { Output.text(sentence(outcome, isExplained: isExplained)) }
            if let lost { throw lost }
            switch outcome {
            case .healthy: break
            case .ailing: throw ExitCode(Refusal.Code.badData.rawValue)
            case .noDevice: throw ExitCode(Refusal.Code.unavailable.rawValue)
            }
        }
    }

    private func checkup(_ options: PortOptions, in scene: PortScene) -> Checkup {
        Checkup(
            options: options, clock: scene.clock, shouldStop: { Interrupt.isRaised },
            interpret: { [clock = scene.clock] in foreign.diagnosed($0, baud: $1, clock: clock) },
            open: { (path, options) throws(TransportError) in
                let known = (try? DeviceChoice(path))?.description
                return try scene.opening(known, baud: options.baudRate) { () throws(TransportError) in
                    try PortDirectory.open(path: path, options: options)
                }
            })
    }

    /// The port's path; nil if `auto` finds none, or cannot choose, which is what is to be explained.
    private func found(_ options: PortOptions) throws -> String? {
        do throws(TransportError) {
            return try DeviceChoice(port) { RememberedPort.among($0, options: options) }.path
        } catch {
            guard error.code == .notPluggedIn || error.code == .severalPluggedIn else { throw error.refusal }
            return nil
        }
    }

    private func sentence(_ outcome: Checkup.Outcome, isExplained: Bool) -> String {
        switch outcome {
        case .healthy: "All is well."
        case .ailing: "A device is there; what is not well stands above."
        case .noDevice where !isExplained: "No device was found."
        case .noDevice: "No device is read; the first “not ok” above is the likeliest reason."
        }
    }

    private func summary(_ outcome: Checkup.Outcome, _ path: String?) -> JSONLine {
        var line = JSONLine(type: "summary")
        if let path { line.add("port", path) }
        switch outcome {
        case .healthy: line.add("outcome", "healthy")
        case .ailing: line.add("outcome", "ailing")
        case .noDevice: line.add("outcome", "no_device")
        }
        return line
    }
}

extension Finding {
    /// For others' eyes: what the sentences of this subject say may hold names of people, programs and files.
    fileprivate var withoutNames: Finding {
        switch subject {
        case .usb, .permission, .users, .opening: Finding(subject, verdict, "not kept", figures: [])
        case .baudRate, .hello, .format, .units, .latency, .rate, .losses, .clock, .rules:
            Finding(subject, verdict, saw, mend: mend, figures: figures)
        }
    }

    /// For programs.
    fileprivate var line: JSONLine {
        var line = JSONLine(type: "finding")
        line.add("subject", subject.rawValue)
        line.add("verdict", verdict.rawValue)
        line.add("saw", saw.asCommand)
        if let mend { line.add("mend", mend.asCommand) }
        for figure in figures { line.add(figure.name, figure.value) }
        return line
    }

    /// For people: the verdict, what was seen, and below it what mends it.
    fileprivate var lines: String {
        let mark =
            switch verdict {
            case .ok: "ok    "
            case .notOK: "not ok"
            case .unseen: "–     "
            }
        return Output.verdict(mark, [(subject.title, 13)], saw: saw.asCommand, mend: mend?.asCommand)
    }
}

extension Finding.Subject {
    fileprivate var title: String {
        switch self {
        case .usb: "USB"
        case .permission: "permission"
        case .users: "in use"
        case .opening: "opening"
        case .baudRate: "baud rate"
        case .hello: "HELLO"
        case .format: "sends"
        case .units: "units"
        case .latency: "latency"
        case .rate: "rate"
        case .losses: "losses"
        case .clock: "clock"
        case .rules: "rules"
        }
    }
}
