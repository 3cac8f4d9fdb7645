import JSONLines
import Foundation

/// Standard output and standard error, unbuffered by a line. A reader that went away ends the program quietly.
enum Output {
    /// For programs: one line on standard output.
    static func json(_ line: JSONLine) {
        text(line.line)
    }

    /// For people who asked for results.
    static func text(_ line: String) {
        write(line + "\n", to: 1)
    }

    /// For people: how it goes. Never mixes with results.
    static func note(_ line: String) {
        write(line + "\n", to: 2)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count < 0 && errno != EINTR { return }
                written += max(0, count)
            }
        }
    }
}
