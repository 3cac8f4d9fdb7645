import Foundation
import Recorder

/// Says what to do, where espeak-ng is installed. By the system's own calls: Foundation's make every verb larger by half.
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

    deinit { if let speaking { waitpid(speaking, nil, 0) } }

    func say(_ event: RecorderEvent) {
        switch event {
        case .guide(.next(let prompt, _, _)): speak("next: " + String(prompt.label.map { $0 == "_" ? " " : $0 }))
        // The name of what comes takes the first of the three seconds.
        case .guide(.countdown(let seconds)): if seconds < 3 { speak("\(seconds)") }
        case .guide(.begin): speak("go")
        case .guide(.end): speak("stop")
        case .guide(.done): speak("done")
        case .discarded: speak("again")
        case .paused: speak("pause")
        case .begun, .guide(.lastRest), .resumed, .lost, .newSession, .failed: break
        }
    }

    /// What is still being said is cut off: the moment counts. A voice that fails is silence.
    private func speak(_ words: String) {
        if let speaking {
            kill(speaking, SIGTERM)
            waitpid(speaking, nil, 0)
        }
        speaking = nil
        // The shell keeps its hands off the terminal.
        let command = "exec \"$0\" -s 180 -- \"$1\" </dev/null >/dev/null 2>&1"
        let arguments = (["sh", "-c", command, program, words] as [String]).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        if posix_spawn(&child, "/bin/sh", nil, nil, arguments, environ) == 0 { speaking = child }
    }
}
