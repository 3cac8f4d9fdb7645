import MotionCore

/// Leads through a plan: a value that the samples' own clock moves on, so that a label begins with a sample and not with whoever
/// was late to say so.
///
///     while let event = guide.advance(to: time) { tell(event) }
///     if let label = guide.label { keep(sample, as: label) }
public struct RecordingGuide: Sendable {
    /// What the person is told.
    public enum Event: Sendable, Equatable {
        /// Rest, and this comes next, `number` from 1 of all.
        case next(RecordingPlan.Prompt, number: Int, of: Int)
        /// So many seconds until it begins, 3 … 1.
        case countdown(Int)
        case begin(RecordingPlan.Prompt)
        case end(RecordingPlan.Prompt)
        /// It has been listened for in vain for a while.
        case unheard(RecordingPlan.Prompt)
        /// All prompts are done: the last rest.
        case lastRest
        case done
    }

    /// What a key does.
    public enum Key: Sendable, Equatable {
        /// Throw the last repetition away and make it once more.
        case again
        /// Pause, and go on.
        case pause
        /// Begin or end, where no clock does.
        case toggle
    }

    /// What a key led to.
    public enum Answer: Sendable, Equatable {
        /// What was recorded from this prompt on, by its place in the plan, is not wanted.
        case discard(from: Int)
        case paused
        case resumed
        case nothing
    }

    private enum Phase: Equatable {
        /// Before the prompt at `next`, or after the last one, from a sample on; nil: from the one that comes. `told` is what the
        /// countdown said last.
        case resting(next: Int, since: UInt64?, told: Int)
        /// For the one at `next` to be made, since somebody was last told so.
        case listening(next: Int, since: UInt64)
        case moving(Int, since: UInt64)
        case paused(next: Int)
        case done
    }

    public let plan: RecordingPlan
    private var phase: Phase
    /// Somebody wants the label to begin or end now.
    private var isToggled = false
    /// Seconds from which on it counts down.
    private static let countdown = 3
    /// Seconds after which it is said that nothing was heard.
    private static let patience = 6.0

    public init(_ plan: RecordingPlan) {
        self.plan = plan
        phase = Self.rest(before: 0)
    }

    /// What a sample of now is called; nil if it is not wanted.
    public var label: String? {
        switch phase {
        case .resting, .listening: plan.restLabel
        case .moving(let prompt, _): plan.prompts[prompt].label
        case .paused, .done: nil
        }
    }

    /// The prompt that goes on, by its place in the plan.
    public var current: Int? { if case .moving(let prompt, _) = phase { prompt } else { nil } }
    public var isPaused: Bool { if case .paused = phase { true } else { false } }
    public var isDone: Bool { phase == .done }

    /// What has happened by now, one thing a call; nil if no more has.
    ///
    /// - Parameter time: of the sample at hand, in microseconds of any clock that does not go back.
    public mutating func advance(to time: UInt64) -> Event? {
        switch phase {
        case .resting(let next, nil, let told):
            phase = .resting(next: next, since: time, told: told)
            guard next < plan.prompts.count else { return .lastRest }
            return .next(plan.prompts[next], number: next + 1, of: plan.prompts.count)
        case .resting(let next, let since?, let told): return advanceRest(before: next, since, told, to: time)
        case .moving(let prompt, let since):
            guard plan.seconds.map({ time >= since + Self.microseconds($0) }) ?? isToggled else { return nil }
            isToggled = false
            phase = Self.rest(before: prompt + 1)
            return .end(plan.prompts[prompt])
        case .listening(let next, let since):
            guard time >= since + Self.microseconds(Self.patience) else { return nil }
            phase = .listening(next: next, since: time)
            return .unheard(plan.prompts[next])
        case .paused, .done: return nil
        }
    }

    private mutating func advanceRest(before next: Int, _ since: UInt64, _ told: Int, to time: UInt64) -> Event? {
        let end = since + Self.microseconds(plan.rest)
        guard next < plan.prompts.count else {
            guard time >= end else { return nil }
            phase = .done
            return .done
        }
        if let settle = plan.settle {
            guard time >= since + Self.microseconds(settle) else { return nil }
            phase = .listening(next: next, since: time)
            return .begin(plan.prompts[next])
        }
        if plan.seconds == nil ? isToggled : time >= end {
            isToggled = false
            phase = .moving(next, since: time)
            return .begin(plan.prompts[next])
        }
        guard plan.seconds != nil else { return nil }
        let left = Int((end - time + 999_999) / 1_000_000)
        guard left < told else { return nil }
        phase = .resting(next: next, since: since, told: left)
        return .countdown(left)
    }

    /// Does what a key asks for. What comes of it for the person, `advance` tells.
    public mutating func press(_ key: Key) -> Answer {
        switch (key, phase) {
        case (.toggle, .resting), (.toggle, .moving): isToggled = plan.isKeyed
        case (.pause, .paused(let next)):
            phase = Self.rest(before: next)
            return .resumed
        case (.pause, .moving(let prompt, _)):
            phase = .paused(next: prompt)
            return .discard(from: prompt)
        case (.pause, .resting(let next, _, _)), (.pause, .listening(let next, _)):
            phase = .paused(next: next)
            return .paused
        case (.again, .moving(let prompt, _)): return discard(from: prompt)
        case (.again, .resting(let next, _, _)) where next > 0, (.again, .listening(let next, _)) where next > 0,
            (.again, .paused(let next)) where next > 0:
            return discard(from: next - 1)
        default: break
        }
        return .nothing
    }

    /// The prompt that is waited for, by its place in the plan, where repetitions are cut out of the motion.
    public var awaited: Int? {
        switch phase {
        case .listening(let next, _): next
        case .resting(let next, _, _) where plan.cut != nil && plan.settle == nil && next < plan.prompts.count: next
        default: nil
        }
    }

    /// It was made.
    public mutating func made() {
        if let awaited { phase = Self.rest(before: awaited + 1) }
    }

    /// The samples that come do not follow those before: what goes on is made once more.
    ///
    /// - Returns: the prompt from which on nothing is wanted, if one was going on.
    public mutating func interrupt() -> Int? {
        switch phase {
        case .moving(let prompt, _):
            phase = Self.rest(before: prompt)
            return prompt
        case .resting(let next, _, _), .listening(let next, _): phase = Self.rest(before: next)
        case .paused, .done: break
        }
        return nil
    }

    private mutating func discard(from prompt: Int) -> Answer {
        phase = Self.rest(before: prompt)
        return .discard(from: prompt)
    }

    private static func rest(before next: Int) -> Phase { .resting(next: next, since: nil, told: countdown + 1) }

    private static func microseconds(_ seconds: Double) -> UInt64 { UInt64(saturating: seconds * 1_000_000) }
}
