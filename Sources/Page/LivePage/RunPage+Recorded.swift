package import Formatting
import LiveLoop
import MotionCore
import MotionQWorkshop

/// What was recorded, in place of a board's motion.
extension RunPage {
    /// Tells pages what an evaluation or a survey found; it holds until it is told anew.
    package func show(study line: JSONLine) { locked { facts[.study] = line.line } }

    /// Events of a session that pages are told.
    private static var mostEvents: Int { 400 }
    /// From here on streams have numbers that no board's has.
    private static var firstRecorded: UInt32 { 1 << 31 }

    /// Shows a session from its first sample, its windows, and the events that the model's decision makes of them. The board's
    /// motion comes back with its next session.
    ///
    /// - Parameters:
    ///   - motion: of as many labels as the model has; of a session longer than a page remembers the last part is shown.
    ///   - line: what pages are told of it, its events behind it.
    package func show(_ motion: RecordedMotion, as line: JSONLine) {
        locked {
            recordings += 1
            var shown = PageStream(motion.device, labels: labels.count, epoch: Self.firstRecorded | recordings)
            let (channels, rate) = (shown.signal.channels, shown.rate)
            guard channels > 0, rate > 0 else { return }
            func time(_ sample: Int) -> UInt64 { UInt64(saturating: Double(sample) / rate * 1e6) }
            for sample in 0..<motion.counts.count / channels {
                shown.append(at: time(sample)) { motion.counts[sample * channels + $0] }
            }
            if let stream, stream.epoch < Self.firstRecorded { aside = stream }
            stream = shown
            // Without MotionQWorkshop this would be the empty one of every observer.
            lines?.linkChanged(.session(motion.device), statistics: LiveStatistics())
            reasons = model.reasons
            var events: [JSONLine] = []
            for window in motion.windows where window.probabilities.count == labels.count {
                events += append(window, at: time(window.endSample))
            }
            var line = line
            line.add("epoch", Int(shown.epoch))
            line.add("events", Array(events.suffix(Self.mostEvents)))
            facts[.shown] = line.line
        }
    }

    /// - Returns: the events that it makes.
    private func append(_ window: RecordedMotion.Window, at time: UInt64) -> [JSONLine] {
        guard let (decision, reason) = reasons?.judge(window.probabilities, isUnknown: window.isUnknown, at: time) else {
            return []
        }
        // The place of its last sample, as live.
        var entry = WindowHistory.Entry(end: window.endSample - 1)
        (entry.reason, entry.isUnknown, entry.isAfterEnd) = (reason, window.isUnknown, model.readsStrokes)
        window.probabilities.withUnsafeBufferPointer { stream?.append(entry, $0) }
        guard let label = decision.active, decision.phase == .enter || decision.phase == .exit else { return [] }
        let told = event(
            label, enters: decision.phase == .enter, at: time, sample: entry.end, confidence: decision.confidence.q15Value)
        guard model.readsStrokes, decision.phase == .enter else { return [told] }
        reasons?.abandon(at: time)
        return [told, event(label, enters: false, at: time, sample: entry.end, confidence: nil)]
    }
}
