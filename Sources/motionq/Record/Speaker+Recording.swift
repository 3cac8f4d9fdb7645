import Recorder

extension Speaker {
    /// Says what to do.
    func say(_ event: RecorderEvent) {
        switch event {
        case .guide(.next(let prompt, _, _)): say("next: " + Self.words(prompt.label))
        // The name of what comes takes the first of the three seconds.
        case .guide(.countdown(let seconds)): if seconds < 3 { say("\(seconds)") }
        case .guide(.begin): say("go")
        case .guide(.end): say("stop")
        case .guide(.done): say("done")
        case .discarded: say("again")
        case .paused: say("pause")
        case .begun, .guide(.lastRest), .resumed, .lost, .newSession, .failed: break
        }
    }
}
