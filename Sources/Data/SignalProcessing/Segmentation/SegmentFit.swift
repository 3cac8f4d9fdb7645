import Foundation

/// Fits a neutral detector on motion whose truth is known.
///
/// Of a grid of settings that one is taken whose neighbours do best with it, so that it stands in the middle of what works and not
/// at its edge: what was learned from one person has to do for another.
public struct SegmentFit {
    /// A stretch: what each value says of being active, and what was true. In values, not in samples.
    struct Track {
        let activity: [Float]
        /// Values per second.
        let rate: Double
        let truth: [LabelledSegment]
        let restSeconds: Double
    }

    private let evidence: SegmentSettings.Evidence
    private var tracks: [Track] = []

    public init(_ evidence: SegmentSettings.Evidence) { self.evidence = evidence }

    /// A stretch of samples.
    ///
    /// - Parameters:
    ///   - values: `samples × 6`, in g and rad/s; or a value of each channel that `usual` knows.
    ///   - labels: one per sample.
    ///   - rest: labels that mean rest, in small letters.
    ///   - usual: of samples that are no motion what is usual of them.
    public mutating func add(
        values: [Float], labels: [String], rest: Set<String>, rate: Double, usual: UsualChanges? = nil
    ) {
        precondition(evidence == .motion, "samples tell of motion")
        var activity = MotionActivity(rate: rate)
        var changes = usual.map { ChannelActivity($0, rate: rate) }
        let width = usual?.weights.count ?? 6
        let moves = stride(from: 0, to: values.count, by: width).map { place in
            let sample = values[place..<place + width]
            return changes?.push(sample) ?? activity.push(sample)
        }
        tracks.append(
            Track(
                activity: moves, rate: rate,
                truth: LabelledSegment.passages(of: labels, rest: rest),
                restSeconds: Double(labels.count { rest.contains($0.lowercased()) }) / rate))
    }

    /// A stretch of windows.
    ///
    /// - Parameters:
    ///   - restProbabilities: of each window, in the order of time.
    ///   - labels: of the sample in each window's middle.
    ///   - rate: windows per second.
    public mutating func add(restProbabilities: [Double], labels: [String], rest: Set<String>, rate: Double) {
        precondition(evidence == .rest, "windows tell of rest")
        tracks.append(
            Track(
                activity: restProbabilities.map { Float(1 - $0) }, rate: rate,
                truth: LabelledSegment.passages(of: labels, rest: rest),
                restSeconds: Double(labels.count { rest.contains($0.lowercased()) }) / rate))
    }

    /// Passages that there are to learn from.
    public var passages: Int { tracks.reduce(0) { $0 + $1.truth.count } }

    /// Seconds of a passage, of which one in twenty is shorter; nil without passages.
    public var shortPassage: Double? {
        let lengths = tracks.flatMap { track in track.truth.map { Double($0.segment.count) / track.rate } }.sorted()
        return lengths.isEmpty ? nil : lengths[lengths.count / 20]
    }

    /// Most seconds of a short passage that settings can be fitted to: ten minutes are no gesture.
    public static let longestPassage = 600.0

    /// The settings, and how they do on what they were fitted on; nil without both motion and rest, or if passages are no gestures.
    public func fitted() -> (settings: SegmentSettings, scores: SegmentScores)? {
        guard let shortest = shortPassage, shortest <= Self.longestPassage, tracks.contains(where: { $0.restSeconds > 0 }) else {
            return nil
        }
        let grid = Grid(evidence, tracks, shortest: shortest)
        let scores = grid.places.map { score(grid.settings(at: $0)) }
        // Segments that are found less those that are false; where that is equal, how well they fit.
        let worth = scores.map { Double($0.found - $0.falseSegments) + 0.5 * $0.overlap / Double(max(1, $0.passages)) }
        let best = grid.places.max { grid.mean(of: worth, around: $0) < grid.mean(of: worth, around: $1) }
        return best.map { (grid.settings(at: $0), scores[grid.index(of: $0)]) }
    }

    private func score(_ settings: SegmentSettings) -> SegmentScores {
        var scores = SegmentScores()
        for track in tracks {
            var detector = NeutralDetector(settings, rate: track.rate)
            var segments = track.activity.compactMap { detector.push($0) }
            if let last = detector.restart() { segments.append(last) }
            scores.add(segments.map { ($0, nil) }, truth: track.truth, restSeconds: track.restSeconds)
        }
        return scores
    }
}

/// Settings in five directions.
private struct Grid {
    /// One index for each direction.
    typealias Place = [Int]

    private let evidence: SegmentSettings.Evidence
    /// Start, stop, smoothing, pause, least.
    private let values: [[Double]]

    /// - Parameter shortest: seconds of a short passage.
    init(_ evidence: SegmentSettings.Evidence, _ tracks: [SegmentFit.Track], shortest: Double) {
        self.evidence = evidence
        values = [
            evidence == .motion ? Self.levels(of: tracks) : [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
            [0.3, 0.45, 0.6, 0.8, 1],
            (evidence == .motion ? [0.2, 0.4, 0.8, 1.6] : [0.5, 1, 2, 3]),
            [0.3, 0.5, 1, 1.6].map { min($0, max(0.3, shortest)) },
            [0.25, 0.4, 0.6].map { $0 * shortest },
        ]
    }

    /// From what rest reaches on average to what motion does.
    private static func levels(of tracks: [SegmentFit.Track]) -> [Double] {
        var (moving, resting): ([Float], [Float]) = ([], [])
        for track in tracks {
            var next = 0
            for passage in track.truth {
                resting += track.activity[next..<passage.segment.begin]
                moving += track.activity[passage.segment.begin..<passage.segment.end]
                next = passage.segment.end
            }
            resting += track.activity[next...]
        }
        func middle(_ values: [Float]) -> Double { values.isEmpty ? 0 : Double(values.sorted()[values.count / 2]) }
        let (low, high) = (max(0.02, middle(resting)), max(0.04, middle(moving)))
        return (1...10).map { min(200, low * pow(max(1.1, high / low), Double($0) / 10)) }
    }

    var places: [Place] {
        values.reduce([[]]) { places, direction in places.flatMap { place in direction.indices.map { place + [$0] } } }
    }

    func index(of place: Place) -> Int { zip(place, values).reduce(0) { $0 * $1.1.count + $1.0 } }

    func settings(at place: Place) -> SegmentSettings {
        let chosen = zip(place, values).map { $1[$0] }
        return SegmentSettings(
            evidence: evidence, start: chosen[0], stop: chosen[1], smoothing: chosen[2], pause: chosen[3], least: chosen[4])
    }

    /// Over a place and those beside it; who stands at an edge stands for his missing neighbour.
    func mean(of worth: [Double], around place: Place) -> Double {
        var sum = worth[index(of: place)]
        for direction in place.indices {
            for step in [-1, 1] {
                var other = place
                other[direction] = min(max(0, place[direction] + step), values[direction].count - 1)
                sum += worth[index(of: other)]
            }
        }
        return sum / Double(1 + 2 * place.count)
    }
}
