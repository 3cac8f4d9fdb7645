import GuidedSessions

extension Speaker {
    /// Says what to do.
    ///
    /// - Parameter isListening: whether each is made when it is listened for, which a beep tells at once.
    func say(_ event: RecorderEvent, isListening: Bool) {
        switch event {
        case .guide(.next(let prompt, _, _)) where isListening: say(Self.words(prompt.label))
        case .guide(.begin) where isListening: break
        case .guide(.end) where isListening: say("heard")
        case .guide(.next(let prompt, _, _)): say("next: " + Self.words(prompt.label))
        // The name of what comes takes the first of the three seconds.
        case .guide(.countdown(let seconds)): if seconds < 3 { say("\(seconds)") }
        case .guide(.begin): say("go")
        case .guide(.end): say("stop")
        case .guide(.done): say("done")
        case .doubted(_, .motionless): say("no motion")
        case .doubted(_, .long): say("too long")
        case .discarded: say("again")
        case .paused: say("pause")
        case .guide(.unheard): say("not heard")
        case .begun, .guide(.lastRest), .resumed, .lost, .newSession, .failed: break
        }
    }
}
