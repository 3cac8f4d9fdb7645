package import Formatting
import WireProtocol

extension InstallFailure: ExplainedError {
    package var kind: FailureKind {
        switch fault {
        case .device, .interruption: .unavailable
        case .network: .badData
        case .line: .inputOutput
        }
    }

    /// The sentence as a program shows it.
    package var description: String { sentence.description }

    /// What happened, what the device runs, and what to do about it.
    package var sentence: Sentence {
        switch reason {
        case .interrupted: "interrupted; \(outcome)"
        case .lost(let error): "\(error); \(outcome)"
        case .noDevice: "no device greets\(remedy: "\(code: .diagnose) says what the port sends")"
        case .otherVersion:
            "the device speaks another major version of the protocol\(remedy: "flash firmware of this version")"
                + (device == nil ? "" : "; \(outcome)")
        case .takesNone:
            "this device takes no network over its line (capability 10 of HELLO): its firmware was built without, or its flash "
                + "cannot be written by a program\(remedy: "export the model, and flash the board")"
        case .otherBoard(let other): sentence(of: other)
        case .refused(let step, let status): "\(refusal(of: step, status)); \(outcome)"
        case .damaged: "the image did not arrive whole, five times over: the line or the flash damages it; \(outcome)"
        case .resets: "the device resets while the image is on its way, again and again; \(outcome)"
        case .wantsBeyond(let next):
            "the device wants to go on at byte \(Numbers.count(Int(next))) of an image of \(Numbers.count(goal.length)): its "
                + "firmware does not keep the protocol, see \(code: .checkFirmware); \(outcome)"
        case .goesBack(let from, let to):
            "the device goes back in the image, as from byte \(Numbers.count(from)) to byte \(Numbers.count(to)), and does not get "
                + "on; \(outcome)"
        case .standsStill(let place):
            "the device answers, and does not get on at byte \(Numbers.count(place)) of \(Numbers.count(goal.length)); \(outcome)"
        case .unanswered(let step?): "the device does not answer \(step.name); \(outcome)"
        case .unanswered(nil): "the device greets no more; \(outcome)"
        case .tooSlow(let sent, let seconds):
            "after \(seconds) s \(Numbers.count(sent)) of \(Numbers.count(goal.length)) bytes are there: the device or the line is "
                + "too slow, or loses too much (\(code: .diagnose)); \(outcome)"
        case .notRunning(let device): notRunning(device)
        case .otherOptions(let device):
            "the device has the network with other decision options than were sent (image \(device.image.told))\(remedy: "install it again")"
        case .untold:
            "not verified: the device says that it is done, and its HELLO does not tell which network it runs (tag 0x0C)"
                + "\(remedy: "flash firmware that tells it, or compare with \(code: .run, .setting(.shadow))")"
        case .silentAfterwards:
            "not verified: the device says that it runs \(wanted), and greets no more\(remedy: "see \(code: .diagnose)")"
        }
    }

    /// The network that it shall run.
    private var wanted: String {
        switch goal {
        case .install(_, _, let network): "the new one (\(network.hexadecimal))"
        case .forget: "that of its firmware"
        }
    }

    /// What it runs, as far as is known.
    private var outcome: Sentence {
        device.map { "the device \(runs($0))" as Sentence } ?? "nothing was sent to a device"
    }

    private func runs(_ device: Board) -> Sentence {
        let old =
            switch device.network {
            case nil: "what it ran"
            case 0?: "no network, as before"
            case let network?: "the network that it ran (\(network.hexadecimal))"
            }
        return switch order {
        case .none: "runs \(old)"
        case .given: "runs \(old) or \(wanted): \(code: .monitor, .setting(.json)) tells which"
        case .acknowledged: "says that it runs \(wanted); that was not verified"
        }
    }

    private func sentence(of other: Board) -> Sentence {
        let now =
            switch other.network {
            case nil: "does not tell what it runs"
            case 0?: "runs none"
            case let network?: "runs network \(network.hexadecimal)"
            }
        let first = device.map { "\($0.shown) \(runs($0))" as Sentence } ?? "nothing was sent"
        return "another board is on the line now: \(first); \(other.shown) was not given the network and \(now)"
    }

    private func notRunning(_ device: Board) -> Sentence {
        switch goal {
        case .install:
            let other = device.network == 0 ? "no network" : "another network (\(device.network.told))"
            return "the device says that it has taken the image, and announces \(other)\(remedy: "flash its firmware anew")"
        case .forget:
            return "the device says that it runs the network of its firmware, and announces one that came over the line (image "
                + "\(device.image.told))\(remedy: "flash its firmware anew")"
        }
    }
}

// MARK: - Status codes

extension InstallFailure {
    /// What a status means at the step that it came at.
    private func refusal(of step: Step, _ code: UInt8) -> Sentence {
        guard let status = InstalledMessage.Status(code: code) else {
            return "the device answers \(step.name) with status \(code), which this version does not know"
        }
        switch (step, status) {
        case (.begin, .tooLarge):
            return "the image, \(Numbers.bytes(goal.length)), is larger than a slot of the device's flash: a smaller network fits"
        case (.block, .tooLarge): return "the device takes the image for shorter than it was told"
        case (.commit, .invalid):
            return "the device does not take it for a network that could run: its firmware is of another version, flash it anew"
        case (.begin, .flash), (.block, .flash), (.commit, .flash), (.forget, .flash):
            return "the device's flash could not be erased or written"
        case (.begin, .unsupported), (.block, .unsupported):
            return "the device takes no networks, although its HELLO has capability 10: flash firmware that takes them"
        case (.commit, .unsupported):
            return "the network does not fit this device: it needs other channels, another rate or more memory than the firmware "
                + "has room for, or the firmware takes no networks after all"
        case (.forget, .unsupported):
            return "the device cannot return to a network of its firmware: it takes none over its line, or has none of its own"
        default:
            return "the device answers \(step.name) with status \(code) (\(status.name)), which means nothing there: its firmware "
                + "does not keep the protocol, see \(code: .checkFirmware)"
        }
    }
}

extension InstallFailure.Step {
    fileprivate var name: String {
        switch self {
        case .begin: "the beginning of the image"
        case .block: "a block of the image"
        case .commit: "the commit"
        case .forget: "the wish for its own network"
        }
    }
}

extension InstalledMessage.Status {
    fileprivate var name: String {
        switch self {
        case .ok: "ok"
        case .outOfOrder: "out of order"
        case .tooLarge: "too large"
        case .damaged: "damaged"
        case .invalid: "invalid"
        case .flash: "flash"
        case .notBegun: "not begun"
        case .unsupported: "unsupported"
        }
    }
}

extension Board {
    /// By its name and its id.
    fileprivate var shown: String {
        let name = name.isEmpty ? "a board" : "board “\(String(decoding: name, as: UTF8.self))”"
        return id.isEmpty ? "\(name) (no id)" : "\(name) (id \(id.map(\.hexadecimal).joined()))"
    }
}

extension UInt64? {
    /// A hash, or that there is none.
    fileprivate var told: String { self?.hexadecimal ?? "not told" }
}
