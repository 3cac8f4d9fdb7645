import CBoard
import CMotionCore
import WireProtocol

/// Gestures that the board is taught by its button, with no host: the last layer's rows of the places that the network's export
/// left free (ARITHMETIC.md §16), and the light that says whether an example was heard. Where the export left none, all of this
/// falls away.
enum Teaching {
    /// The firmware's own network with a last layer that can be taught, and what is kept of it; nil: it cannot be.
    static func network() -> UnsafePointer<mq_network>? {
        guard let teaching = board_teaching_there(), board_teaching_begin() else { return nil }
        return mq_teach_network(&teaching.pointee.learner)
    }

    /// Reads the button, and does what it says.
    ///
    /// - Returns: what the light is to say.
    @inline(never)
    static func poll(_ isPressed: Bool, over link: inout DeviceLink, now: UInt64) -> mq_teach_light {
        guard let teaching = board_teaching_there() else { return MQ_TEACH_DARK }
        let milliseconds = UInt32(truncatingIfNeeded: now / 1000)
        let event = mq_teach_button_poll(&teaching.pointee.button, isPressed, milliseconds)
        switch event {
        case MQ_TEACH_ARMED: tell("show it now", over: &link, now: now)
        case MQ_TEACH_NEXT: tell("is taught from now on", over: &link, now: now)
        case MQ_TEACH_GIVEN_UP: tell("saw no stroke", over: &link, now: now)
        case MQ_TEACH_FORGET:
            mq_teach_forget(&teaching.pointee.learner, Int(teaching.pointee.button.place))
            tell(board_teaching_keep() ? "forgotten" : "forgotten until the next start", over: &link, now: now)
        default: break
        }
        return mq_teach_button_light(&teaching.pointee.button, milliseconds)
    }

    /// Counts a sample.
    static func countSample() {
        guard let teaching = board_teaching_there() else { return }
        mq_teach_button_sample(&teaching.pointee.button)
    }

    /// Takes a stroke that was read for an example, if it is one.
    ///
    /// - Parameters:
    ///   - hidden: the last layer's state at its end.
    ///   - age: samples since its first one.
    /// - Returns: whether it was an example; no window is told of it.
    @inline(never)
    static func takes(_ hidden: UnsafePointer<Int16>?, age: Int, over link: inout DeviceLink, now: UInt64) -> Bool {
        guard let teaching = board_teaching_there(), let hidden, age > 0,
            mq_teach_button_takes(&teaching.pointee.button, UInt32(truncatingIfNeeded: age))
        else { return false }
        let place = Int(teaching.pointee.button.place)
        let isHeard = mq_teach_show(&teaching.pointee.learner, place, hidden)
        let isKept = isHeard && board_teaching_keep()
        mq_teach_button_answer(&teaching.pointee.button, isHeard, UInt32(truncatingIfNeeded: now / 1000))
        let count = mq_teach_count(&teaching.pointee.learner, place)
        if isHeard {
            tell(isKept ? "examples:" : "examples, until the next start:", count, over: &link, now: now)
        } else {
            tell("too far from all that strokes are like", over: &link, now: now)
        }
        return true
    }

    /// Tells the host, if one listens: the place's name and some words.
    @inline(never)
    private static func tell(_ words: StaticString, _ number: UInt32? = nil, over link: inout DeviceLink, now: UInt64) {
        guard let teaching = board_teaching_there() else { return }
        var text = LogText()
        text.append(cString: board_teaching_name(teaching.pointee.button.place))
        text.append(": ")
        text.append(words)
        if let number {
            text.append(" ")
            text.append(decimal: number)
        }
        link.send(log: .information, text.bytes.span.extracting(0..<text.count), now: now)
    }
}
