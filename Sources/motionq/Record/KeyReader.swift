import Foundation
import GuidedSessions

/// Single keys from a terminal, as they are pressed. It is as it was when `stop` is back.
final class KeyReader {
    /// What a key means here.
    enum Key {
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

    private var before = termios()

    /// Nil without a terminal to read from.
    init?() {
        guard isatty(0) == 1, tcgetattr(0, &before) == 0 else { return nil }
        var keys = before
        // Keys at once and unseen; Ctrl-C stays a signal.
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(0, TCSANOW, &keys)
    }

    /// The next key that was pressed, if any; waits for none.
    func next() -> Key? {
        var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        while poll(&request, 1, 0) == 1, read(0, &byte, 1) == 1 {
            if let key = Key(byte) { return key }
        }
        return nil
    }

    func stop() { tcsetattr(0, TCSANOW, &before) }
}
