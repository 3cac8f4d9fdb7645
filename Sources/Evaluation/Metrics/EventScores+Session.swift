public import Decision
import FixedPoint

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
        let engine = DecisionEngine(labels: labels.count, parameters: parameters)
        var entries: [Entry] = []
        for window in windows {
            for (label, probability) in window.probabilities.enumerated() {
                engine.set(label, Int16(q15: probability))
            }
            let decision = engine.decide(at: UInt64(Double(window.endSample) / rate * 1_000_000))
            if decision.phase == .enter, let label = decision.active {
                entries.append(Entry(label: label, endSample: window.endSample))
            }
        }
        add(entries, truth: truth, length: length, rate: rate, restLabel: parameters.restLabel)
    }

    /// Counts what was entered in a session, however that came about.
    ///
    /// - Parameters:
    ///   - entries: in the order of time.
    ///   - length: samples of a window.
    ///   - rate: samples per second.
    ///   - restLabel: the label that makes no events, if there is one.
    public mutating func add(_ entries: [Entry], truth: SessionTruth, length: Int, rate: Double, restLabel: Int?) {
        let events = truth.events(restLabel: restLabel)
        var isHit = [Bool](repeating: false, count: events.count)
        for entry in entries {
            func covers(_ event: TrueEvent) -> Bool { event.start < entry.endSample && entry.endSample <= event.end + length }
            if let matching = events.lastIndex(where: { $0.label == entry.label && covers($0) }) {
                guard !isHit[matching] else { continue }
                isHit[matching] = true
                labels[entry.label].hits += 1
                detectionSeconds.append(Double(entry.endSample - events[matching].start) / rate)
            } else if truth.isScored(endingAt: entry.endSample, length: length) {
                labels[entry.label].falseEvents += 1
                if events.contains(where: covers) { labels[entry.label].mistaken += 1 }
            }
        }
        for (event, isHit) in zip(events, isHit) where !isHit { labels[event.label].misses += 1 }
        scoredSeconds += Double(truth.classes.count { $0 != nil }) / rate
    }
}
