public import Decision

extension EventScores {
    /// Runs a session's windows through a fresh decision engine, as `run` does live, and counts its events.
    ///
    /// - Parameters:
    ///   - windows: in the order of time.
    ///   - length: samples of a window.
    ///   - rate: samples per second.
    public mutating func add(
        _ windows: [OfflineClassifier.Window], truth: SessionTruth, length: Int, rate: Double,
        decision parameters: DecisionParameters
    ) {
        let events = truth.events(restLabel: parameters.restLabel >= 0 ? parameters.restLabel : nil)
        var isHit = [Bool](repeating: false, count: events.count)
        let engine = DecisionEngine(labels: labels.count, parameters: parameters)
        for window in windows {
            for (label, probability) in window.probabilities.enumerated() {
                engine.set(label, Int16(max(0, min(32767, (probability * 32768).rounded()))))
            }
            let decision = engine.decide(at: UInt64(Double(window.endSample) / rate * 1_000_000))
            guard decision.phase == .enter else { continue }
            let matching = events.lastIndex { event in
                event.label == decision.active && event.start < window.endSample && window.endSample <= event.end + length
            }
            if let matching {
                guard !isHit[matching] else { continue }
                isHit[matching] = true
                labels[decision.active].hits += 1
                detectionSeconds.append(Double(window.endSample - events[matching].start) / rate)
            } else if truth.isScored(endingAt: window.endSample, length: length) {
                labels[decision.active].falseEvents += 1
            }
        }
        for (event, isHit) in zip(events, isHit) where !isHit { labels[event.label].misses += 1 }
        scoredSeconds += Double(truth.classes.count { $0 != nil }) / rate
    }
}
