public import MotionCore

extension EventScores {
    /// What an event that was entered turned out to be.
    enum Fate: Sendable, Equatable {
        case found
        /// Of a true event that was found before.
        case again
        case wrong
        /// Its window touches samples that are not scored.
        case unknown
    }

    /// What became of each event that was entered, and the true ones that none found.
    struct Outcome: Equatable {
        var fates: [Fate] = []
        var missed: [TrueEvent] = []
    }

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
        let replay = DecisionReplay(labels: labels.count, parameters: parameters, rate: rate)
        add(
            replay.entries(of: DecisionReplay.Track(windows)), truth: truth, length: length, rate: rate,
            restLabel: parameters.restLabel)
    }

    /// Counts what was entered in a session, however that came about.
    ///
    /// - Parameters:
    ///   - entries: in the order of time.
    ///   - length: samples of a window.
    ///   - rate: samples per second.
    ///   - restLabel: the label that makes no events, if there is one.
    public mutating func add(_ entries: [Entry], truth: SessionTruth, length: Int, rate: Double, restLabel: Int?) {
        _ = outcome(adding: entries, truth: truth, length: length, rate: rate, restLabel: restLabel)
    }

    /// Counts a session's events, and tells one by one what they were.
    mutating func outcome(
        adding entries: [Entry], truth: SessionTruth, length: Int, rate: Double, restLabel: Int?
    ) -> Outcome {
        let events = truth.events(restLabel: restLabel)
        var isHit = [Bool](repeating: false, count: events.count)
        var outcome = Outcome()
        for entry in entries {
            func covers(_ event: TrueEvent) -> Bool { event.start < entry.endSample && entry.endSample <= event.end + length }
            if let matching = events.lastIndex(where: { $0.label == entry.label && covers($0) }) {
                outcome.fates.append(isHit[matching] ? .again : .found)
                guard !isHit[matching] else { continue }
                isHit[matching] = true
                labels[entry.label].hits += 1
                detectionSeconds.append(Double(entry.endSample - events[matching].start) / rate)
            } else if truth.isScored(endingAt: entry.endSample, length: length) {
                outcome.fates.append(.wrong)
                labels[entry.label].falseEvents += 1
                if events.contains(where: covers) { labels[entry.label].mistaken += 1 }
            } else {
                outcome.fates.append(.unknown)
            }
        }
        for (event, isHit) in zip(events, isHit) where !isHit {
            labels[event.label].misses += 1
            outcome.missed.append(event)
        }
        scoredSeconds += Double(truth.classes.count { $0 != nil }) / rate
        return outcome
    }

    /// Counts what was counted elsewhere, of sessions that come later.
    mutating func add(_ later: EventScores) {
        for (label, tally) in later.labels.enumerated() {
            labels[label].hits += tally.hits
            labels[label].misses += tally.misses
            labels[label].falseEvents += tally.falseEvents
            labels[label].mistaken += tally.mistaken
        }
        detectionSeconds += later.detectionSeconds
        scoredSeconds += later.scoredSeconds
    }
}

extension DecisionEngine {
    /// What a window of a recording leads to, at the time of its last sample.
    ///
    /// - Parameter rate: samples per second.
    public func decide(_ window: OfflineClassifier.Window, rate: Double) -> Decision {
        for (label, probability) in window.probabilities.enumerated() { set(label, Int16(q15: probability)) }
        if window.isUnknown { setUnknown() }
        return decide(at: UInt64(saturating: Double(window.endSample) / rate * 1_000_000))
    }
}
