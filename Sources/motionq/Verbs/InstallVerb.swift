import ArgumentParser
import DeviceTools
import Files
import Formatting
import LiveLoop
import Models
import MotionCore
import Quantization
import Transport
import WireProtocol

struct InstallVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Give a board another network over its serial line.",
        discussion: """
            Sends the model's Q15 network, with its decision options, to a device that takes one (capability 10 of its \
            HELLO). The device proves it and switches at once: whatever is cut, it runs the old network or the new one.
            Exit codes: 0 it runs; 65 the device takes no such network; 69 no device, or it does not show what it runs; 74 the \
            port failed; 130 Ctrl-C.

            \(allOptions(of: "install"))
            """)

    @OptionGroup var choice: TalkingPort
    @Option(help: "The model file.") var model: InputPath?
    @Flag(help: "Return to the network that the firmware was built with.") var builtIn = false
    @OptionGroup var decision: DecisionChoice
    @OptionGroup var wearer: WearerOption
    @Flag(help: "A JSON line on standard output.") var json = false

    func validate() throws {
        guard (model != nil) != builtIn else {
            throw ValidationError(builtIn ? "--built-in needs no --model" : "name the network: --model, or --built-in")
        }
        guard !builtIn || decision.options.isEmpty else {
            throw ValidationError(
                "the network of the firmware has its own options; leave out \(decision.options.joined(separator: " "))")
        }
    }

    func run() throws {
        try reportingRefusals {
            // Before the port: a model that cannot be sent is not worth a device's reset.
            let export = try model.map { try DeviceExport(installing: $0.path, wearer: wearer, decision: decision) }
            let line = try choice.open()
            defer { line.close() }
            let started = line.now
            let progress = InstallProgress(bytes: export?.image.count ?? 0)
            let installer = Installer(over: line, session: .random(in: 1...UInt32.max)) { progress.show($0) }
            do throws(InstallFailure) {
                let installed = try installer.run(export?.goal ?? .forget)
                conclude(installed, export, seconds: Double(line.now - started) / 1_000_000, installer.repetitions)
            } catch {
                throw ending(error)
            }
        }
    }

    private func ending(_ failure: InstallFailure) -> any Error {
        switch failure.fault {
        case .device, .network: return Refusal(failure)
        case .line where !Interrupt.isRaised: return Refusal(failure)
        case .line, .interruption:
            Output.note(failure.asCommand)
            return LineStop.interrupted.ending
        }
    }

    private func conclude(_ installed: Installed, _ export: DeviceExport?, seconds: Double, _ repetitions: Int) {
        guard json else {
            Output.text(sentence(installed) + ", after \(Numbers.decimal(seconds, 1, unit: "s"))" + reservation(installed.device))
            guard let model else { return }
            if case .word = installed.proof {
                Output.note(
                    "it ran this network before, and does not tell with which decision options: that these arrived, only its word says; "
                        + "firmware with tag 0x0E in its HELLO tells it")
            }
            return Output.next(
                "motionq run --port \(path: choice.port) --model \(path: model.path)\(options: decision.options) --shadow")
        }
        var line = JSONLine(type: "installed")
        line.add("device", installed.device.name.text)
        if let network = installed.device.network { line.add("network", network.hexadecimal) }
        if let image = installed.device.image { line.add("image", image.hexadecimal) }
        line.add("changed", installed.changed)
        if let export {
            line.add("shown_by", installed.proof.name)
            line.add("bytes", export.image.count)
        }
        line.add("seconds", seconds, digits: 3)
        line.add("repetitions", repetitions)
        Output.json(line)
    }

    private func sentence(_ installed: Installed) -> String {
        let device = installed.device
        let network = device.network.map { $0 == 0 ? " (it has none)" : " (network \($0.hexadecimal))" } ?? ""
        let what = model.map { printable(Path.name(of: $0.path)) } ?? "the network of its firmware"
        if model == nil, !installed.changed {
            return "\(device.shownName) says that it runs \(what)\(network), and told the same before: nothing has changed"
        }
        let before = !installed.changed && installed.proof == .image ? ", as it did before" : ""
        return "\(device.shownName) \(device.capabilities.contains(.predicts) ? "runs" : "has") \(what)\(network)\(before)"
    }

    private func reservation(_ device: HelloMessage) -> String {
        let isRunning = device.capabilities.contains(.predicts) || device.network == 0
        return isRunning ? "" : "; it does not predict now: reset it, or ask it for the network's rate"
    }
}

extension Installed.Proof {
    /// For programs.
    fileprivate var name: String {
        switch self {
        case .image: "image"
        case .network: "network"
        case .word: "word"
        }
    }
}

/// What a person sees meanwhile: who greets, and each quarter of the way.
private final class InstallProgress {
    private let bytes: Int
    private var quarters = 0
    private var hasGreeted = false

    init(bytes: Int) { self.bytes = bytes }

    func show(_ progress: Installer.Progress) {
        switch progress {
        case .greeted(let device):
            guard !hasGreeted else { return }
            hasGreeted = true
            let network = device.network.map { $0 == 0 ? ", running no network" : ", running network \($0.hexadecimal)" } ?? ""
            let library = device.library.count > 0 ? " (\(printable(device.library.text)))" : ""
            Output.note("\(device.shownName)\(library) greets\(network)")
        case .sent(let sent):
            guard bytes > 0, sent * 4 / bytes > quarters else { return }
            quarters = sent * 4 / bytes
            Output.note("\(Numbers.bytes(sent)) of \(Numbers.bytes(bytes)) are there")
        }
    }
}

extension HelloMessage {
    /// Its name, for people.
    fileprivate var shownName: String { name.count > 0 ? printable(name.text) : "a device" }
}
