import Foundation
import Recorder
import Synchronization

/// Single keys from a terminal, as they are pressed. It is as it was when `stop` is back.
final class KeyReader: Sendable {
    /// What a key means here.
    enum Key: Sendable {
        case guide(RecordingGuide.Key)
        case end

        init?(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "r"), UInt8(ascii: "R"), 0x7F, 0x08: self = .guide(.again)
            case UInt8(ascii: "p"), UInt8(ascii: "P"): self = .guide(.pause)
            case UInt8(ascii: " "), 0x0A, 0x0D: self = .guide(.toggle)
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: self = .end
            default: return nil
            }
        }
    }

    private let before: Mutex<termios>
    private let isStopped = Mutex(false)

    /// Nil without a terminal to read from.
    init?(_ pressed: @escaping @Sendable (Key) -> Void) {
        var found = termios()
        guard isatty(0) == 1, tcgetattr(0, &found) == 0 else { return nil }
        before = Mutex(found)
        // Keys at once and unseen; Ctrl-C stays a signal.
        found.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(0, TCSANOW, &found)
        Thread.detachNewThread { [self] in
            while !isStopped.withLock({ $0 }) {
                var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 100) == 1, !isStopped.withLock({ $0 }) else { continue }
                var byte: UInt8 = 0
                guard read(0, &byte, 1) == 1 else { return }
                if let key = Key(byte) { pressed(key) }
            }
        }
    }

    func stop() {
        isStopped.withLock { $0 = true }
        before.withLock { _ = tcsetattr(0, TCSANOW, &$0) }
    }
}
