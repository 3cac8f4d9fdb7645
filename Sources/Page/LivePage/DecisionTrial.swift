import Formatting
package import MotionCore

/// What rules of decision make of the windows that a page keeps: the events that there would have been.
package struct DecisionTrial: Equatable {
    package struct Event: Equatable {
        package let label: Int
        /// The samples at which the windows ended with which it began and was left; nil: it goes on.
        package let begin: Int
        package var end: Int?
    }

    /// In the order in which they begin.
    package private(set) var events: [Event] = []
    /// Seconds of motion that were judged.
    package let seconds: Double

    /// Judges all windows that are kept, as a run would have.
    ///
    /// - Parameters:
    ///   - parameters: with the model's rest label.
    ///   - rate: samples per second.
    package init(_ windows: WindowHistory, by parameters: DecisionParameters, rate: Double) {
        seconds = windows.entries.last.map { Double($0.end - windows.entries[0].end) / rate } ?? 0
        let engine = DecisionEngine(labels: max(1, windows.labels), parameters: parameters)
        for (place, window) in windows.entries.enumerated() {
            let time = UInt64(saturating: Double(window.end) / rate * 1e6)
            if window.isAfterGap { engine.interrupt() }
            if window.isAfterEnd, engine.abandon(at: time) != nil { events[events.count - 1].end = window.end }
            if window.isUnknown {
                engine.setUnknown()
            } else {
                for (label, probability) in windows.probabilities(at: place).enumerated() { engine.set(label, probability) }
            }
            let decision = engine.decide(at: time)
            switch decision.phase {
            case .enter: if let label = decision.active { events.append(Event(label: label, begin: window.end)) }
            case .exit: if !events.isEmpty { events[events.count - 1].end = window.end }
            case .none, .hold: break
            }
        }
    }

    /// How the events fit stretches of which somebody said what they are.
    ///
    /// - Parameters:
    ///   - stretches: a label and its samples.
    ///   - slack: samples by which an event may begin after the stretch: a window is over later than what is in it.
    /// - Returns: stretches in which their label began, and events in none of their own.
    package func fit(_ stretches: [(label: Int, samples: Range<Int>)], slack: Int) -> (found: Int, others: Int) {
        func fits(_ event: Event, _ stretch: (label: Int, samples: Range<Int>)) -> Bool {
            event.label == stretch.label && event.begin >= stretch.samples.lowerBound
                && event.begin < stretch.samples.upperBound + slack
        }
        let found = stretches.count { stretch in events.contains { fits($0, stretch) } }
        return (found, events.count { event in !stretches.contains { fits(event, $0) } })
    }
}

extension DecisionTrial {
    /// What there would have been, for whoever moves a slider.
    ///
    /// - Parameters:
    ///   - known: stretches of which somebody said what they are.
    ///   - slack: see `fit`.
    func sentence(labels: [String], known: [(label: Int, samples: Range<Int>)], slack: Int) -> String {
        let counts = labels.indices.map { label in (label, events.count { $0.label == label }) }.filter { $0.1 > 0 }
        let each = counts.map { "\(labels[$0.0]) \($0.1)" }.joined(separator: ", ")
        let time = String(printing: "%.1f min", seconds / 60)
        let all = "\(Numbers.count(events.count, "event")) in \(time)" + (each.isEmpty ? "" : ": \(each)")
        guard !known.isEmpty else { return all + "; keep some stretches, and this says how many of them are found" }
        let (found, others) = fit(known, slack: slack)
        let rate = seconds > 0 ? String(printing: ", %.0f an hour", Double(others) * 3600 / seconds) : ""
        return all + "; \(found) of \(Numbers.count(known.count, "kept stretch", "kept stretches")) found, \(others) others\(rate)"
    }
}
