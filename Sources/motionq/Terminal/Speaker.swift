import Foundation
import MotionCore

/// A voice, where espeak-ng is installed. By the system's own calls: Foundation's make every verb larger by half.
final class Speaker {
    private let program: String
    /// The voice that may still speak; the next one waits for nobody.
    private var speaking: pid_t?

    /// Nil where nothing can speak.
    init?() {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        guard let found = folders.map({ "\($0)/espeak-ng" as String }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        program = found
    }

    /// Seconds in which the last words are said; a voice that takes longer, for want of a free sound card, is cut off.
    private static let patience = 5.0

    deinit {
        guard let speaking else { return }
        for _ in 0..<Int(saturating: Self.patience / 0.02) {
            if waitpid(speaking, nil, WNOHANG) != 0 { return }
            usleep(20_000)
        }
        Self.end(speaking)
    }

    /// By the signal that no program can keep off, so that the wait for its end is short.
    private static func end(_ voice: pid_t) {
        kill(voice, SIGKILL)
        waitpid(voice, nil, 0)
    }

    /// A label as a voice may say it.
    static func words(_ label: String) -> String { String(label.map { $0 == "_" ? " " : $0 }) }

    /// What is still being said is cut off: the moment counts. A voice that fails is silence.
    func say(_ words: String) {
        if let speaking { Self.end(speaking) }
        speaking = nil
        // The shell keeps its hands off the terminal.
        let command = "exec \"$0\" -s 180 -- \"$1\" </dev/null >/dev/null 2>&1"
        let arguments = (["sh", "-c", command, program, words] as [String]).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        if posix_spawn(&child, "/bin/sh", nil, nil, arguments, environ) == 0 { speaking = child }
    }
}
