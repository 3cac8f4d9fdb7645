import Foundation
import Recorder

/// Says what to do, where espeak-ng is installed.
final class Speaker {
    private let program: String

    /// Nil where nothing can speak.
    init?() {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard let found = folders.map({ "\($0)/espeak-ng" as String }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        program = found
    }

    func say(_ event: RecorderEvent) {
        switch event {
        case .guide(.next(let prompt, _, _)): speak("next: \(prompt.label.replacing("_", with: " "))")
        case .guide(.countdown(let seconds)): speak("\(seconds)")
        case .guide(.begin): speak("go")
        case .guide(.end): speak("stop")
        case .guide(.done): speak("done")
        case .discarded: speak("again")
        case .paused: speak("pause")
        case .begun, .guide(.lastRest), .resumed, .lost, .newSession, .failed: break
        }
    }

    /// Waits for nobody, and a voice that fails is silence.
    private func speak(_ words: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-s", "180", "--", words]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
