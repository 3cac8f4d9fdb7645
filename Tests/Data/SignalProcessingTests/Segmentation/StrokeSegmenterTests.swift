import MotionCore
import Recordings
import SignalProcessing
import Simulation
import Testing

@Suite("Strokes cut out of a stream")
struct StrokeSegmenterTests {
    private func found(
        in session: RecordedSession, rate: Double = 50, at network: Double = 25
    ) -> (passages: [LabelledSegment], segments: [Segment]) {
        let settings = StrokeSettings(.listening(rate: network), rate: network, columns: Array(0..<6))
        let segmenter = StrokeSegmenter(settings, rate: rate)
        let segments = (0..<session.count).compactMap { segmenter.push(session.sample($0)) }
        return (LabelledSegment.passages(of: session.labels, rest: ["rest"]), segments)
    }

    @Test("are those that made-up people wrote, of whom nothing is known, with gravity and without", arguments: [true, false])
    func listening(hasGravity: Bool) {
        let people = MadeUpStrokes(seed: 501, hasGravity: hasGravity).inARow(shapes: 10, writers: 100..<130, repetitions: 2)
        var (all, matched) = (0, 0)
        for session in people.sessions {
            let (passages, segments) = found(in: session)
            all += passages.count
            matched += passages.count { passage in segments.count { $0.matches(passage.segment) } == 1 }
        }
        #expect(all == 600 && matched >= 597, "\(matched) of \(all)")
    }

    @Test("are listened for by numbers in their ranges at every rate that a model may have", arguments: [1e-308, 0.1, 25, 10_000])
    func anyRate(_ rate: Double) { #expect(StrokeCut.listening(rate: rate).isValid) }

    @Test("lie in the samples that came, also where those are resampled for the network")
    func rates() throws {
        let session = try #require(MadeUpStrokes(seed: 7).inARow(shapes: 2, writers: 3..<4, repetitions: 1).sessions.first)
        let (passages, resampled) = found(in: session)
        let (_, asTheyAre) = found(in: session, at: 50)
        for passage in passages {
            let both = [resampled, asTheyAre].map { segments in segments.first { $0.matches(passage.segment) } }
            let (first, second) = (try #require(both[0]), try #require(both[1]))
            #expect(abs(first.begin - second.begin) <= 5 && abs(first.end - second.end) <= 5)
        }
    }

    @Test("never hold samples from before a gap")
    func gap() throws {
        let session = try #require(MadeUpStrokes(seed: 7).inARow(shapes: 1, writers: 3..<4, repetitions: 1).sessions.first)
        let passage = try #require(LabelledSegment.passages(of: session.labels, rest: ["rest"]).first)
        let middle = passage.segment.begin + passage.segment.count / 2
        let segmenter = StrokeSegmenter(
            StrokeSettings(.listening(rate: 25), rate: 25, columns: Array(0..<6)), rate: 50)
        for index in 0..<middle { #expect(segmenter.push(session.sample(index)) == nil) }
        segmenter.restart()
        let segments = (middle..<session.count).compactMap { segmenter.push(session.sample($0)) }
        #expect(segments.allSatisfy { $0.begin >= 0 && $0.begin + middle >= passage.segment.begin })
        #expect(segmenter.earliest >= 0)
    }
}
