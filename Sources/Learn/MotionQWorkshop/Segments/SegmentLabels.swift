import DataSets
import Recordings

/// The labels that a recording gets by its segments, sample after sample.
struct SegmentLabels {
    private(set) var spans: [RowSpan] = []
    private(set) var samples = 0
    private let rest: String
    private let other: String?

    /// - Parameters:
    ///   - rest: the label between two segments.
    ///   - other: the label of segments that no model names; nil: rest.
    init(rest: String, other: String?) {
        self.rest = rest
        self.other = other
    }

    /// Begins the next recording.
    mutating func begin() { (spans, samples) = ([], 0) }

    /// Adds a part of the recording, of so many samples.
    mutating func add(_ found: [FoundSegment], samples count: Int) {
        var end = samples
        for segment in found {
            let begin = max(end, samples + segment.segment.begin)
            append(end..<begin, rest)
            end = max(begin, samples + segment.segment.end)
            append(begin..<end, segment.label ?? other ?? rest)
        }
        samples += count
        append(end..<samples, rest)
    }

    private mutating func append(_ range: Range<Int>, _ label: String) {
        guard !range.isEmpty else { return }
        var change = RowChange()
        change.label = label
        spans.append(RowSpan(range, change))
    }
}

extension NewDataSet {
    /// Adds a recording with other labels.
    func add(_ path: String, _ labels: SegmentLabels) throws {
        let file = try begin(RecordingFile.unpackedName(of: path), from: path)
        let rewrite = RecordingRewrite(path, labels.spans, samples: labels.samples)
        func append(_ bytes: [UInt8]) throws(RecordingError) { try self.append(bytes, to: file) }
        try rewrite.write(row: { _, _, _, _ in }, to: append)
    }
}
