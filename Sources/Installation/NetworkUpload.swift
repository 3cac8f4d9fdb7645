import WireProtocol

/// The way of a network image to a device, step by step (PROTOCOL.md §6.13): one step is under way at a time, and is repeated until
/// it is answered. No I/O, and no clock of its own.
///
///     if let message = upload.due(now) { send(message, upload.bytes(of: message)) }
///     upload.take(answer)
struct NetworkUpload {
    /// What is to become of the device's network.
    enum Goal: Sendable {
        /// These bytes, an image with this hash, are to run; then HELLO tells this network.
        case install([UInt8], hash: UInt64, network: UInt64)
        /// The network that the firmware was built with is to run.
        case forget
    }

    /// Where it stands.
    enum State: Equatable {
        /// So many bytes of the image are there.
        case running(sent: Int)
        /// The device has done it.
        case done
        /// The device has refused, with this status code.
        case refused(UInt8)
        /// A step was repeated until nobody would wait any longer.
        case unanswered
    }

    private(set) var state = State.running(sent: 0)
    /// Steps that were sent again.
    private(set) var repetitions = 0

    private let goal: Goal
    private var step: InstallMessage.Step
    private var sequence: UInt16
    private var sendings = 0
    private var lastSent: UInt64 = 0
    /// Times that the image was begun; a device that resets in between asks for it again, and so does a damaged one.
    private var beginnings = 1
    /// Answers in a row that did not want more of the image than those before.
    private var stalls = 0
    /// What the device ran at the beginning, if it said so.
    private let before: UInt64?

    /// Microseconds for an answer, and sendings of a step, the first one included.
    static let patience: UInt64 = 500_000
    static let mostSendings = 21
    /// A device that resets again and again is given up.
    static let mostBeginnings = 5
    /// So is one that does not get on.
    static let mostStalls = 20
    /// Bytes of a block: whole words of any flash memory, so that most blocks need not be gathered.
    static let blockBytes = 224

    /// - Parameters:
    ///   - sequence: of the first step, drawn by the caller, so that it is none that the device remembers.
    ///   - before: the hash of the network that the device runs.
    init(_ goal: Goal, sequence: UInt16, before: UInt64?) {
        self.goal = goal
        self.before = before
        self.sequence = sequence
        step = goal.firstStep
    }

    /// The step that is to be sent now; nil if none is, or it is all over.
    mutating func due(_ now: UInt64) -> InstallMessage? {
        guard case .running = state, sendings == 0 || now >= lastSent + Self.patience else { return nil }
        guard sendings < Self.mostSendings else {
            state = .unanswered
            return nil
        }
        if sendings > 0 { repetitions += 1 }
        sendings += 1
        lastSent = now
        return InstallMessage(sequence: sequence, step: step)
    }

    /// The bytes that go with a block; none with another step.
    func bytes(of message: InstallMessage) -> ArraySlice<UInt8> {
        guard case .block(let offset) = message.step, case .install(let image, _, _) = goal else { return [] }
        return image[Int(offset)..<min(image.count, Int(offset) + Self.blockBytes)]
    }

    /// Takes an answer; one to another step than the present one is an old one, and passed over.
    mutating func take(_ answer: InstalledMessage) {
        let asked = InstallMessage(sequence: sequence, step: step)
        guard case .running = state, sendings > 0, answer.sequence == asked.sequence, answer.step == asked.code else { return }
        switch InstalledMessage.Status(code: answer.status) {
        case .ok, .outOfOrder: goOn(at: answer)
        case .notBegun, .damaged: beginAgain(answer.status)
        case .tooLarge, .invalid, .flash, .unsupported, nil: state = .refused(answer.status)
        }
    }

    /// The device has greeted anew. It has reset, and what it has of the image is asked for; or it has committed, and the answer
    /// was lost.
    ///
    /// - Parameter network: the hash of the network that it runs.
    mutating func deviceGreeted(runs network: UInt64?) {
        guard case .running = state else { return }
        if case .commit = step, case .install(_, _, let wanted) = goal, network == wanted, before != wanted {
            return state = .done
        }
        beginAgain(InstalledMessage.Status.notBegun.code)
    }

    private mutating func goOn(at answer: InstalledMessage) {
        switch (step, goal) {
        case (.forget, _): state = .done
        case (.commit, _) where answer.status == InstalledMessage.Status.ok.code: state = .done
        case (_, .install(let image, _, _)) where answer.next <= image.count:
            guard case .running(let sent) = state else { return }
            stalls = Int(answer.next) > sent ? 0 : stalls + 1
            guard stalls < Self.mostStalls else { return state = .refused(answer.status) }
            state = .running(sent: Int(answer.next))
            enter(Int(answer.next) == image.count ? .commit : .block(offset: answer.next))
        default: state = .refused(answer.status)
        }
    }

    private mutating func beginAgain(_ status: UInt8) {
        guard beginnings < Self.mostBeginnings else { return state = .refused(status) }
        beginnings += 1
        state = .running(sent: 0)
        enter(goal.firstStep)
    }

    private mutating func enter(_ step: InstallMessage.Step) {
        self.step = step
        sequence &+= 1
        sendings = 0
    }
}

extension NetworkUpload.Goal {
    fileprivate var firstStep: InstallMessage.Step {
        switch self {
        case .install(let image, let hash, _): .begin(length: UInt32(image.count), hash: hash)
        case .forget: .forget
        }
    }
}
