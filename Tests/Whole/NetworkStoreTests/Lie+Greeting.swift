import DeviceTools
import MotionCore
import TestSupport
import WireProtocol

extension Lie {
    static let greeting = [
        Lie(.greeting, "never says HELLO", .noDevice) { $0.whenGreeted = { _ in } },
        Lie(.greeting, "says HELLO after six seconds", .noDevice) { $0.whenGreeted = { $0.greet(after: 6_000_000) } },
        Lie(.greeting, "says HELLO of another major version", .otherVersion) { $0.whenGreeted = { $0.sayOtherMajor(.hello) } },
        Lie(.greeting, "says HELLO without channels", .noDevice) { $0.identity.sensor = .init(rate: 50) },
        Lie(.greeting, "says half a HELLO", .noDevice) {
            $0.whenGreeted = { device in
                let frame = device.frame(.hello, isReply: true) { device.identity.write(to: &$0) }
                device.put(Array(frame.prefix(frame.count / 2)))
            }
        },
        Lie(.greeting, "says a damaged HELLO", .noDevice) {
            $0.whenGreeted = { device in
                device.put(device.frame(.hello, isReply: true) { device.identity.write(to: &$0) }.damaged)
            }
        },
        Lie(.greeting, "echoes the host's HELLO", .noDevice) {
            $0.whenGreeted = { device in device.put(.hello) { HelloMessage(role: .host, session: 1).write(to: &$0) } }
        },
        Lie(.greeting, "takes no networks, as it says", .takesNone) {
            $0.identity.capabilities = .predicts
        },
        Lie(.greeting, "says noise without end", .noDevice) {
            $0.whenGreeted = { _ in }
            $0.whenever = { $0.put((0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }) }
        },
        Lie(.greeting, "answers what was not asked, without end", .noDevice) {
            $0.whenGreeted = { _ in }
            $0.whenever = { device in
                for sequence in 0..<20 as Range<UInt16> {
                    device.say(InstalledMessage(answering: InstallMessage(sequence: sequence, step: .commit), .ok, next: 0))
                }
            }
        },
        Lie(.greeting, "begins a session with each HELLO", .resets) { $0.whenGreeted = { $0.reset() } },
        Lie(.greeting, "is another board with each HELLO", isOtherBoard) {
            $0.whenGreeted = { device in
                device.greet()
                device.becomeOther(isSaid: false) { $0.uniqueID = LyingDevice.text("\(device.now)") }
            }
        },
    ]

    static let begin =
        answers(at: .begin, step: .begin)
        + statuses(at: .begin, step: .begin, [1, 2, 3, 4, 5, 6, 7, 8, 255], ofNetwork: [2]) + [
            Lie(.begin, "wants a byte beyond the end", .wantsBeyond(3001)) {
                $0.next(at: .begin) { device, _ in device.length + 1 }
            },
            Lie(.begin, "wants the last byte that there can be", .wantsBeyond(.max)) { $0.next(at: .begin) { _, _ in .max } },
            Lie(.begin, "boasts of the whole image, and of having committed", isNotRunning) {
                $0.obeys = { _ in false }
                $0.next(at: .begin) { _, _ in 3000 }
            },
            Lie(.begin, "resets at each beginning", .resets) { $0.lie(at: .begin) { device, _, _ in device.reset() } },
            Lie(.begin, "is another board by then", isOtherBoard) {
                $0.lie(at: .begin) { device, _, _ in device.becomeOther { $0.uniqueID = LyingDevice.text("B") } }
            },
        ]

    /// What can be wrong with any answer, at each step.
    static func answers(at moment: Moment, step: InstallFailure.Step) -> [Lie] {
        [
            Lie(moment, "never answers", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { _, _, _ in }
            },
            Lie(moment, "answers after eleven seconds", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { device, _, honest in device.say(honest, after: 11_000_000) }
            },
            Lie(moment, "answers another sequence", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { device, message, _ in
                    let other = InstallMessage(sequence: message.sequence &+ 1, step: message.step)
                    device.say(InstalledMessage(answering: other, .ok, next: 0))
                }
            },
            Lie(moment, "answers another step", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { device, _, honest in
                    var answer = honest
                    answer.step ^= 1
                    device.say(answer)
                }
            },
            Lie(moment, "answers halves of frames", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.mumble(at: moment) { Array($0.prefix($0.count / 2)) }
            },
            Lie(moment, "answers with damaged frames", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.mumble(at: moment) { $0.damaged }
            },
            Lie(moment, "answers in another major version", .otherVersion) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { device, _, _ in device.sayOtherMajor(.installed) }
            },
            Lie(moment, "answers what was asked before, a thousand times", .unanswered(step)) {
                $0.obeys = { !$0.isAt(moment) }
                $0.lie(at: moment) { device, message, _ in
                    let old = InstallMessage(sequence: message.sequence &- 1, step: message.step)
                    for _ in 0..<1000 { device.say(InstalledMessage(answering: old, .ok, next: 7)) }
                }
            },
        ]
    }

    /// Status codes that end it at once.
    static func statuses(at moment: Moment, step: InstallFailure.Step, _ codes: [UInt8], ofNetwork: Set<UInt8>) -> [Lie] {
        codes.map { code in
            Lie(moment, "answers with status \(code)", exit: ofNetwork.contains(code) ? 65 : 69, .refused(step, status: code)) {
                $0.status(code, at: moment)
            }
        }
    }
}

extension [UInt8] {
    /// With one bit changed in the middle.
    var damaged: [UInt8] {
        var bytes = self
        bytes[count / 2] ^= bytes[count / 2] == 1 ? 2 : 1
        return bytes
    }
}
