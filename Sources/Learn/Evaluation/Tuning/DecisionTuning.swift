import Foundation
public import MotionCore

/// Finds out how probabilities should become events, on windows that were classified already: gestures are to be found, and in the
/// background nothing. A model without a rest label knows no background: what is false then is what is taken for something else.
///
/// Of a grid of evidence and leak those pairs are looked at that keep to the budget and find most, or 2 % less, and of these one
/// with room on both sides is taken: with the leak for which the largest evidence that does is the largest multiple of the
/// smallest, a third of the way up, in octaves. What was found on some people has to do for others, who may need more or less; and
/// who is found late may not be found at all. Then each label is tried with more and with less than that.
public struct DecisionTuning: Sendable {
    /// A session, classified.
    private struct Track: Sendable {
        let windows: DecisionReplay.Track
        /// Nil of background.
        let truth: SessionTruth?
    }

    /// Bits with which a label is entered, and what a window takes away.
    static let evidences = [2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128].map { Double($0) }
    static let leaks = [0.25, 0.5, 0.75, 1, 1.5, 2]

    let labels: Int
    let restLabel: Int?
    private let window: Int
    private let rate: Double
    private var tracks: [Track] = []
    private var backgroundSeconds = 0.0

    /// - Parameters:
    ///   - labels: of the model.
    ///   - restLabel: never makes an event.
    ///   - window: samples.
    ///   - rate: samples per second.
    public init(labels: Int, restLabel: Int?, window: Int, rate: Double) {
        self.labels = labels
        self.restLabel = restLabel
        self.window = window
        self.rate = rate
    }

    /// A session with gestures, of people whom the network has not met.
    public mutating func add(_ windows: [OfflineClassifier.Window], truth: SessionTruth) {
        tracks.append(Track(windows: DecisionReplay.Track(windows), truth: truth))
    }

    /// A stretch of background, of so many seconds.
    public mutating func addBackground(_ windows: [OfflineClassifier.Window], seconds: Double) {
        tracks.append(Track(windows: DecisionReplay.Track(windows), truth: nil))
        backgroundSeconds += seconds
    }

    /// How well these do.
    public func outcome(of parameters: DecisionParameters) -> TunedDecision {
        var parameters = parameters
        parameters.restLabel = restLabel
        var gestures = EventScores(labels: labels)
        var background = 0
        let replay = DecisionReplay(labels: labels, parameters: parameters, rate: rate)
        for track in tracks {
            let entries = replay.entries(of: track.windows)
            if let truth = track.truth {
                gestures.add(entries, truth: truth, length: window, rate: rate, restLabel: restLabel)
            } else {
                background += entries.count
            }
        }
        return TunedDecision(
            parameters: parameters, gestures: gestures, backgroundEvents: background, backgroundSeconds: backgroundSeconds)
    }

    /// The best evidence and leak; the rest is as given.
    ///
    /// - Parameters:
    ///   - most: false events an hour that are allowed, as `TunedDecision.budgeted` counts them.
    ///   - base: averaging, leaving and quiet time.
    /// - Returns: the best that keeps to it, or else the one with the fewest false events; and every pair that was tried.
    public func tuned(
        mostFalsePerHour most: Double, from base: DecisionParameters = DecisionParameters()
    ) -> (best: TunedDecision, tried: [TunedDecision]) {
        let columns = Self.evidences.count
        var tried: [TunedDecision] = []
        for leak in Self.leaks {
            for evidence in Self.evidences {
                var parameters = base
                parameters.evidence = UInt16(saturating: evidence * 256)
                parameters.evidenceLeak = UInt16(saturating: leak * 256)
                tried.append(outcome(of: parameters))
            }
        }
        let kept = tried.indices.filter { tried[$0].keeps(to: most) }
        guard let worth = kept.map({ tried[$0].worth }).max() else {
            let fewest = tried.min { ($0.budgeted.events, -$0.worth) < ($1.budgeted.events, -$1.worth) }
            return (fewest ?? outcome(of: base), tried)
        }
        let events = tried[0].gestures.hits + tried[0].gestures.misses
        let does = kept.filter { tried[$0].worth >= worth - events / 50 }
        var best = (place: does[0], share: 0.0)
        for run in Self.runs(does, columns: columns) {
            let (first, last) = (Self.evidences[run.lowerBound % columns], Self.evidences[run.upperBound % columns])
            let middle = first * cbrt(last / first)
            let nearest = run.min {
                abs(log2(Self.evidences[$0 % columns] / middle)) < abs(log2(Self.evidences[$1 % columns] / middle))
            }
            if last / first > best.share, let nearest { best = (nearest, last / first) }
        }
        return (withShares(tried[best.place], most: most), tried)
    }

    /// Neighbours within one row of the grid.
    private static func runs(_ places: [Int], columns: Int) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for place in places {
            if let last = runs.last, last.upperBound + 1 == place, place % columns != 0 {
                runs[runs.count - 1] = last.lowerBound...place
            } else {
                runs.append(place...place)
            }
        }
        return runs
    }
}
