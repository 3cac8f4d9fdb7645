import DeviceTools
import MotionCore
import TestSupport
import WireProtocol

extension Lie {
    static let block =
        answers(at: .block, step: .block) + statuses(at: .block, step: .block, [2, 4, 5, 7, 8], ofNetwork: []) + [
            Lie(.block, "finds each image damaged", .damaged) { $0.status(3, at: .block) },
            Lie(.block, "says each time that none is begun", .resets) { $0.status(6, at: .block) },
            Lie(.block, "answers each one after three seconds", isTooSlow) {
                $0.lie(at: .block) { device, _, honest in device.say(honest, after: 3_000_000) }
            },
            Lie(.block, "resets at each one", .resets) { $0.lie(at: .block) { device, _, _ in device.reset() } },
            Lie(.block, "resets at the tenth, without a word", .resets) {
                $0.lie(at: .block) { device, message, honest in
                    if message.step == .block(offset: 9 * 224) { return device.reset(isSaid: false) }
                    device.say(honest)
                }
            },
            Lie(.block, "begins a session every millisecond", .resets) { $0.whenever = { if $0.blocks > 2 { $0.reset() } } },
            Lie(.block, "restarts without a word, and greets no more", .unanswered(nil)) {
                $0.lie(at: .block) { device, _, _ in
                    device.whenGreeted = { _ in }
                    device.put(frameBytes(FrameHeader(.log, sessionTag: 5)) { $0.u8(0) })
                }
            },
        ]

    /// Where it wants to be gone on with.
    static let progress = [
        Lie(.block, "wants the same again, without end", .standsStill(at: 0)) { $0.next(at: .block) { _, _ in 0 } },
        Lie(.block, "says that each is out of order", .standsStill(at: 0)) { $0.status(1, next: 0, at: .block) },
        Lie(.block, "wants the fourth again, without end", .standsStill(at: 672)) {
            $0.next(at: .block) { _, next in min(next, 672) }
        },
        Lie(.block, "goes back to the beginning after each", goesBack) {
            $0.next(at: .block) { device, _ in device.blocks % 2 == 0 ? 0 : 448 }
        },
        Lie(.block, "goes back by a block after each", goesBack) {
            $0.next(at: .block) { device, _ in [224, 448, 224, 0][device.blocks % 4] }
        },
        Lie(.block, "goes on by a byte", standsStill) { $0.next(at: .block) { device, _ in UInt32(device.blocks) } },
        Lie(.block, "goes on by half a block", standsStill) {
            $0.next(at: .block) { device, _ in UInt32(min(2999, 112 * device.blocks)) }
        },
        Lie(.block, "jumps to the end, and boasts of the commit", isNotRunning) {
            $0.obeys = { !$0.isAt(.commit) }
            $0.next(at: .block) { device, _ in device.length }
        },
        Lie(.block, "jumps to the end and back", goesBack) {
            $0.next(at: .block) { device, _ in device.length }
            let answer = $0.whenAsked
            $0.whenAsked = { device, message, honest in
                guard message.step == .commit else { return answer(device, message, honest) }
                device.say(InstalledMessage(answering: message, .outOfOrder, next: 0))
            }
        },
        Lie(.block, "jumps at random", { goesBack($0) || standsStill($0) }) {
            $0.next(at: .block) { device, _ in UInt32(device.blocks) &* 2_654_435_761 % (device.length - 1) }
        },
        Lie(.block, "jumps forwards and backwards by turns", goesBack) {
            $0.next(at: .block) { device, _ in device.blocks % 2 == 0 ? 224 : 2688 }
        },
        Lie(.block, "wants a byte beyond the end", .wantsBeyond(3001)) { $0.next(at: .block) { device, _ in device.length + 1 } },
        Lie(.block, "wants a byte a gigabyte beyond", .wantsBeyond(1 << 30)) { $0.next(at: .block) { _, _ in 1 << 30 } },
        Lie(.block, "is out of order beyond the end", .wantsBeyond(4000)) { $0.status(1, next: 4000, at: .block) },
    ]

    /// Another board takes the place of the one that greeted.
    static let boards = [
        Lie(.block, "is another board in the middle, which greets", isOtherBoard) {
            $0.boards { $0.uniqueID = LyingDevice.text("B") }
        },
        Lie(.block, "is another board of the same session", isOtherBoard) {
            $0.boards(keepsSession: true) { $0.uniqueID = LyingDevice.text("B") }
        },
        Lie(.block, "is another board in the middle, which has no id", isOtherBoard) { $0.boards { $0.uniqueID = ShortText() } },
        Lie(.block, "is another board, of two without ids", isOtherBoard) {
            $0.identity.uniqueID = ShortText()
            $0.boards { $0.name = LyingDevice.text("board B") }
        },
        Lie(.block, "is another board, and the first had no id", isOtherBoard) {
            $0.identity.uniqueID = ShortText()
            $0.boards { $0.uniqueID = LyingDevice.text("B") }
        },
        Lie(.block, "is another board in the middle, which does not greet by itself", isOtherBoard) {
            $0.boards(isSaid: false) { $0.uniqueID = LyingDevice.text("B") }
        },
        Lie(.block, "is another board at the end, which has the whole image", isOtherBoard) {
            $0.lie(at: .block) { device, _, honest in
                device.say(honest)
                if honest.next == device.length { device.identity.uniqueID = LyingDevice.text("B") }
            }
        },
    ]
}

extension LyingDevice {
    /// Another board stands here after the third block, an honest one.
    func boards(isSaid: Bool = true, keepsSession: Bool = false, _ change: @escaping (inout HelloMessage) -> Void) {
        lie(at: .block) { device, message, honest in
            guard message.step == .block(offset: 448), !device.isOther else { return device.say(honest) }
            if keepsSession { device.identity.session &-= 1 }
            device.becomeOther(isSaid: isSaid, change)
        }
    }
}
