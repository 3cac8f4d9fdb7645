import Randomness
import Recordings
import SignalProcessing
import Testing

@Suite("A stream at another rate")
struct ResamplerTests {
    /// Everything that a stream tells, sample after sample.
    private func told(_ resampler: inout Resampler, _ session: RecordedSession, finishing: Bool) -> [Float] {
        var told: [Float] = []
        for sample in 0..<session.count {
            Array(session.sample(sample)).withUnsafeBufferPointer { if let base = $0.baseAddress { resampler.push(base) } }
            while resampler.next() { told += UnsafeBufferPointer(start: resampler.values, count: 6) }
        }
        if finishing { resampler.finish() }
        while resampler.next() { told += UnsafeBufferPointer(start: resampler.values, count: 6) }
        return told
    }

    private func motion(_ samples: Int, rate: Double, using generator: inout SeededGenerator) -> RecordedSession {
        var session = labelled([("l", samples)], rate: rate)
        session.values = session.values.map { _ in Float.random(in: -4...4, using: &generator) }
        return session
    }

    @Test("is that of the recording, bit for bit, at any length and any rates, up and down")
    func sameAsRecording() {
        var generator = SeededGenerator(seed: 61)
        for _ in 0..<60 {
            let (from, to) = (Double.random(in: 10...400, using: &generator), Double.random(in: 10...200, using: &generator))
            let session = motion(Int.random(in: 2...900, using: &generator), rate: from, using: &generator)
            guard let rate = session.rate, !Resampler.agree(rate, to) else { continue }
            var resampler = Resampler(from: rate, to: to, channels: 6)
            let whole = session.resampled(to: to).values
            #expect(told(&resampler, session, finishing: true) == whole, "\(from) → \(to) Hz, \(session.count) samples")
            resampler.restart()
            let live = told(&resampler, session, finishing: false)
            #expect(live == Array(whole.prefix(live.count)))
        }
    }

    @Test("begins again after a gap as the next stretch of a recording does")
    func gap() {
        var generator = SeededGenerator(seed: 62)
        var session = motion(500, rate: 100, using: &generator)
        for sample in 311..<500 { session.timestamps[sample] += 70 }
        let stretches = session.evenStretches(at: 40)
        #expect(stretches.map(\.firstSample) == [0, 311])
        #expect(stretches.allSatisfy { $0.isResampled })
        var resampler = Resampler(from: 100, to: 40, channels: 6)
        for (stretch, range) in zip(stretches, [0..<311, 311..<500]) {
            #expect(told(&resampler, session.part(range), finishing: true) == stretch.session.values)
            resampler.restart()
        }
    }

    @Test("tells a sample no later than its delay, and says where it lies")
    func delay() {
        for (from, to) in [(100.0, 25.0), (104, 50), (25, 100), (50, 48)] {
            var resampler = Resampler(from: from, to: to, channels: 1)
            var told = 0
            for sample in 0..<2_000 {
                withUnsafePointer(to: Float(sample)) { resampler.push($0) }
                while resampler.next() {
                    #expect(abs(resampler.moment - Double(told) * from / to) < 1e-9)
                    #expect(Double(sample) - resampler.moment <= resampler.delay)
                    // A ramp is what lies between its samples, once the filter is whole.
                    if resampler.moment > resampler.delay { #expect(abs(Double(resampler.values[0]) - resampler.moment) < 0.01) }
                    told += 1
                }
            }
            #expect(told > 400)
            // A fifth of the lower Nyquist frequency, by 70 dB, is 21.6 of its periods.
            #expect(abs(resampler.delay / max(1, from / to) - 21.6) < 0.1)
        }
    }

    @Test("of a stretch: the end of a window is told in samples of the recording")
    func recordedSamples() throws {
        var session = labelled([("l", 400)], rate: 100)
        for sample in 200..<400 { session.timestamps[sample] += 100 }
        let stretches = session.evenStretches(at: 25)
        #expect(stretches.map { $0.recordedSamples(before: 1) } == [1, 201])
        #expect(stretches.map { $0.recordedSamples(before: 10) } == [37, 237])
        let untouched = try #require(session.evenStretches(at: 101).last)
        #expect(!untouched.isResampled)
        #expect(untouched.recordedSamples(before: 10) == 210)
    }
}
