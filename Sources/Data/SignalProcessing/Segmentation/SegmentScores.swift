/// How well segments meet passages whose truth is known.
public struct SegmentScores: Sendable, Equatable {
    /// Passages of a label that is not rest, and those that a segment matches: each is more than half of the other.
    public var passages = 0
    public var found = 0
    /// Segments that match none.
    public var falseSegments = 0
    /// Segments that match one and are called so, of those that are called anything.
    public var labelledRight = 0
    public var labelled = 0
    /// Seconds whose truth is rest.
    public var restSeconds = 0.0
    /// Of those found: share that both have of what either has, added up.
    public var overlap = 0.0
    /// Samples by which found segments begin and end after the truth.
    public var beginnings: [Int] = []
    public var ends: [Int] = []

    public init() {}

    /// False segments a minute of rest; nil without rest.
    public var falsePerMinute: Double? { restSeconds > 0 ? Double(falseSegments) * 60 / restSeconds : nil }

    /// A stretch's passages and segments.
    ///
    /// - Parameters:
    ///   - segments: each with what it is called, if anything.
    ///   - restSeconds: of the stretch.
    public mutating func add(_ segments: [(Segment, label: String?)], truth: [LabelledSegment], restSeconds: Double) {
        passages += truth.count
        self.restSeconds += restSeconds
        var isUsed = [Bool](repeating: false, count: segments.count)
        for passage in truth {
            guard let match = segments.indices.first(where: { !isUsed[$0] && segments[$0].0.matches(passage.segment) }) else {
                continue
            }
            isUsed[match] = true
            found += 1
            let (segment, label) = segments[match]
            overlap +=
                Double(segment.overlap(passage.segment))
                / Double(
                    segment.count + passage.segment.count - segment.overlap(passage.segment))
            beginnings.append(segment.begin - passage.segment.begin)
            ends.append(segment.end - passage.segment.end)
            guard let label else { continue }
            labelled += 1
            if label == passage.label { labelledRight += 1 }
        }
        falseSegments += isUsed.count { !$0 }
        // A false one that is called something is called wrong.
        labelled += zip(segments, isUsed).count { $0.label != nil && !$1 }
    }
}

/// Samples in a row with one label that is not rest.
public struct LabelledSegment: Sendable, Equatable {
    public let label: String
    public let segment: Segment

    public init(label: String, segment: Segment) {
        self.label = label
        self.segment = segment
    }

    /// Of the labels of samples, of which some mean rest; what has no label is left out.
    public static func passages(of labels: [String], rest: Set<String>) -> [LabelledSegment] {
        labels.runs.compactMap { run in
            let label = labels[run.lowerBound]
            guard !label.isEmpty, !rest.contains(label.lowercased()) else { return nil }
            return LabelledSegment(label: label, segment: Segment(begin: run.lowerBound, end: run.upperBound))
        }
    }
}
