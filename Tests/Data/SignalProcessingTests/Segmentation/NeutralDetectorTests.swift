import Randomness
import SignalProcessing
import Testing

@Suite("A neutral detector")
struct NeutralDetectorTests {
    /// Ten values a second, no mean.
    private static let settings = SegmentSettings(evidence: .rest, start: 0.8, stop: 0.5, smoothing: 0, pause: 0.3, least: 0.4)

    private static func segments(_ activity: [Float], _ settings: SegmentSettings = settings) -> [Segment] {
        var detector = NeutralDetector(settings, rate: 10)
        var found = activity.compactMap { detector.push($0) }
        if let last = detector.restart() { found.append(last) }
        return found
    }

    @Test(
        "begins where the values rise above the lower limit on their way to the upper one, and ends with the last above the lower")
    func hysteresis() {
        let activity: [Float] = [0, 0.1, 0.5, 0.9, 0.5, 0.45, 0.3, 0.6, 0.1, 0.1, 0.1, 0.1]
        #expect(Self.segments(activity) == [Segment(begin: 2, end: 8)])
    }

    @Test("takes no notice of what stays between the limits")
    func between() {
        #expect(Self.segments([Float](repeating: 0.7, count: 50)).isEmpty)
    }

    @Test("keeps a segment over a pause that is too short to end it")
    func pause() {
        let activity: [Float] = [0, 0.9, 0.9, 0.1, 0.1, 0.9, 0.9, 0, 0, 0, 0]
        #expect(Self.segments(activity) == [Segment(begin: 1, end: 7)])
        let longer: [Float] = [0, 0.9, 0.9, 0.9, 0.9, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 0, 0, 0]
        #expect(Self.segments(longer) == [Segment(begin: 1, end: 5), Segment(begin: 8, end: 12)])
    }

    @Test("drops what is too short")
    func short() {
        #expect(Self.segments([0, 0.9, 0.9, 0.9, 0, 0, 0, 0, 0]).isEmpty)
    }

    @Test("a mean is that of its middle: a step is seen where it is")
    func mean() {
        var settings = Self.settings
        settings.smoothing = 0.5
        settings.stop = 0.7
        let activity = [Float](repeating: 0, count: 20) + [Float](repeating: 1, count: 20) + [Float](repeating: 0, count: 20)
        #expect(Self.segments(activity, settings) == [Segment(begin: 20, end: 40)])
    }

    @Test("segments of any stream follow each other, are long enough and hold only samples that were seen", arguments: 0..<20)
    func property(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let settings = SegmentSettings(
            evidence: .motion, start: random.uniform(0.2...0.9), stop: random.uniform(0.1...1),
            smoothing: random.uniform(0...0.6), pause: random.uniform(0.1...0.8), least: random.uniform(0.1...1))
        var level: Float = 0
        let activity = (0..<600).map { _ in
            if random.happens(0.05) { level = Float(random.uniform(0...1)) }
            return level + Float(random.uniform(0...0.2))
        }
        let found = Self.segments(activity, settings)
        for segment in found {
            #expect(Double(segment.count) >= settings.least * 10 - 1 && segment.begin >= 0 && segment.end <= activity.count)
        }
        for (first, second) in zip(found, found.dropFirst()) { #expect(first.end <= second.begin) }
    }
}
