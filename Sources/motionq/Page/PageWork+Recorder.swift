import GuidedSessions
import LivePage

extension PageWork {
    /// How recording or showing gestures goes.
    mutating func follow(_ event: RecorderEvent) {
        switch event {
        case .guide(.next(let next, let number, let all)):
            stage = .showing
            prompt = Prompt(label: next.label, made: number - 1, all: all)
        case .guide(.countdown(let seconds)): wait(isListening: false, remark: "in \(seconds) s")
        case .guide(.begin): wait(isListening: true)
        case .guide(.end):
            prompt?.made += 1
            wait(isListening: false)
        case .guide(.lastRest): wait(isListening: false, remark: "that was the last")
        case .guide(.done): break
        default: if let sentence = event.sentence { wait(isListening: prompt?.isListening ?? false, remark: sentence) }
        }
    }

    private mutating func wait(isListening: Bool, remark: String = "") {
        prompt?.isListening = isListening
        prompt?.remark = remark
    }
}
