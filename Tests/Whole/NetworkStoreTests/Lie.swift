import DeviceTools
import TestSupport
import Testing
import WireProtocol

/// A way in which a device lies to an installation, and how that must end.
struct Lie: Sendable, CustomTestStringConvertible {
    /// When it lies.
    enum Moment: Sendable, CaseIterable { case greeting, begin, block, commit, after, forget }

    let moment: Moment
    let name: String
    /// What is expected of the program.
    let exit: Int32
    let ends: @Sendable (InstallFailure.Reason) -> Bool
    let teach: @Sendable (LyingDevice) -> Void

    var testDescription: String { "\(moment): \(name)" }
    var goal: InstallGoal { moment == .forget ? .forget : .install(image: Self.image, imageHash: Self.hash, network: Self.network) }

    init(
        _ moment: Moment, _ name: String, exit: Int32 = 69, _ ends: @escaping @Sendable (InstallFailure.Reason) -> Bool,
        _ teach: @escaping @Sendable (LyingDevice) -> Void
    ) {
        (self.moment, self.name, self.exit, self.ends, self.teach) = (moment, name, exit, ends, teach)
    }

    init(
        _ moment: Moment, _ name: String, exit: Int32 = 69, _ reason: InstallFailure.Reason,
        _ teach: @escaping @Sendable (LyingDevice) -> Void
    ) {
        self.init(moment, name, exit: exit, { $0 == reason }, teach)
    }

    /// Fourteen blocks of anything: no device here reads it.
    static let image = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
    static let hash = image.imageHash
    static let network = Array(image.dropFirst(64)).imageHash

    static let all = greeting + begin + block + progress + boards + commit + after + forget
}

extension Lie {
    static func isOtherBoard(_ reason: InstallFailure.Reason) -> Bool { if case .otherBoard = reason { true } else { false } }
    static func isNotRunning(_ reason: InstallFailure.Reason) -> Bool { if case .notRunning = reason { true } else { false } }
    static func isOtherOptions(_ reason: InstallFailure.Reason) -> Bool { if case .otherOptions = reason { true } else { false } }
    static func goesBack(_ reason: InstallFailure.Reason) -> Bool { if case .goesBack = reason { true } else { false } }
    static func standsStill(_ reason: InstallFailure.Reason) -> Bool { if case .standsStill = reason { true } else { false } }
    static func isTooSlow(_ reason: InstallFailure.Reason) -> Bool { if case .tooSlow = reason { true } else { false } }
}

extension InstallMessage {
    /// Whether it is the step that a lie is about.
    func isAt(_ moment: Lie.Moment) -> Bool {
        switch (step, moment) {
        case (.begin, .begin), (.block, .block), (.commit, .commit), (.commit, .after), (.forget, .forget): true
        default: false
        }
    }
}

extension LyingDevice {
    /// Answers the steps of one kind in another way than an honest device does.
    func lie(at moment: Lie.Moment, _ answer: @escaping (LyingDevice, InstallMessage, InstalledMessage) -> Void) {
        whenAsked = { device, message, honest in
            message.isAt(moment) ? answer(device, message, honest) : device.say(honest)
        }
    }

    func status(_ status: UInt8, next: UInt32? = nil, at moment: Lie.Moment) {
        obeys = { !$0.isAt(moment) }
        lie(at: moment) { device, _, honest in
            var answer = honest
            answer.status = status
            if let next { answer.next = next }
            device.say(answer)
        }
    }

    /// Wants to be gone on with somewhere else.
    func next(at moment: Lie.Moment, _ next: @escaping (LyingDevice, UInt32) -> UInt32) {
        lie(at: moment) { device, _, honest in
            var answer = honest
            answer.next = next(device, honest.next)
            device.say(answer)
        }
    }

    /// Says that it does what it is told, and does not.
    func boast(at moment: Lie.Moment) { status(0, at: moment) }

    /// Speaks of another major version: a whole frame otherwise.
    func sayOtherMajor(_ kind: MessageKind) {
        var header = FrameHeader(kind)
        // The upper four bits hold the major version; 1 and 2 make 3.
        header.flags = 0x20
        put(frameBytes(header) { for _ in 0..<16 { $0.u8(0) } })
    }

    /// Says what no frame is, in place of answers at a step.
    func mumble(at moment: Lie.Moment, _ change: @escaping ([UInt8]) -> [UInt8]) {
        lie(at: moment) { device, _, honest in
            device.put(change(device.frame(.installed, isReply: true) { honest.write(to: &$0) }))
        }
    }
}
