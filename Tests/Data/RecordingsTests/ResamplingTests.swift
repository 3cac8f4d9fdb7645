import Foundation
import Randomness
import Recordings
import Testing

@Suite("A session at another rate")
struct ResamplingTests {
    /// The first channel away from the ends, where the filter is whole.
    private func middle(_ session: RecordedSession) -> [(time: Double, value: Double)] {
        let skipped = session.count / 4
        return (skipped..<session.count - skipped).map {
            ((session.timestamps[$0] - session.timestamps[0]) / 1000, Double(session.values[$0 * 6]))
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let from: Double
        let to: Double
        var testDescription: String { "\(from) → \(to) Hz" }
    }

    static let changes = [
        Change(from: 50, to: 25), Change(from: 104, to: 50), Change(from: 100, to: 62.5), Change(from: 59.4, to: 25),
        Change(from: 25, to: 50), Change(from: 200, to: 25), Change(from: 25, to: 104),
    ]

    @Test("keeps a slow sine in size and place within 0.5 %", arguments: changes)
    func passBand(_ change: Change) {
        let session = signal(rate: change.from, samples: Int(change.from * 20)) { sin(2 * .pi * 2 * $0) }
        for (time, value) in middle(session.resampled(to: change.to)) { #expect(abs(value - sin(2 * .pi * 2 * time)) < 0.005) }
    }

    @Test("keeps a sine at 80 % of the new highest frequency within 0.5 %", arguments: changes)
    func passBandEdge(_ change: Change) {
        let frequency = 0.4 * min(change.from, change.to)
        let session = signal(rate: change.from, samples: Int(change.from * 20)) { sin(2 * .pi * frequency * $0) }
        for (time, value) in middle(session.resampled(to: change.to)) {
            #expect(abs(value - sin(2 * .pi * frequency * time)) < 0.005)
        }
    }

    @Test("does not hold what would fold back, by 60 dB", arguments: changes.filter { $0.from > $0.to })
    func stopBand(_ change: Change) {
        for part in [1.0, 1.2, 1.6, 1.9] where part * change.to / 2 < change.from / 2 {
            let session = signal(rate: change.from, samples: Int(change.from * 20)) {
                sin(2 * .pi * part * change.to / 2 * $0 + 0.7)
            }
            #expect(middle(session.resampled(to: change.to)).allSatisfy { abs($0.value) < 0.001 })
        }
    }

    @Test("holds no 20 Hz sine at 25 Hz, by 55 dB")
    func twentyHertz() {
        let session = signal(rate: 50, samples: 1_000) { sin(2 * .pi * 20 * $0) }
        #expect(middle(session.resampled(to: 25)).allSatisfy { abs($0.value) < 0.00178 })
    }

    @Test("keeps constants exactly, also at its ends", arguments: changes)
    func constants(_ change: Change) {
        let resampled = signal(rate: change.from, samples: 333) { _ in 0.981 }.resampled(to: change.to)
        for sample in 0..<resampled.count {
            #expect(Array(resampled.sample(sample)) == [0.981, 0.1, -1, 33.7, 0, 7.3])
        }
    }

    @Test("lasts as long, with even time stamps from the first", arguments: changes)
    func times(_ change: Change) throws {
        var session = signal(rate: change.from, samples: 500) { _ in 0 }
        session.timestamps = session.timestamps.map { $0 + 1_234 }
        let resampled = session.resampled(to: change.to)
        let last = try #require(session.timestamps.last)
        let step = 1000 / change.to
        let late = resampled.timestamps.enumerated().map { $1 - (1_234 + Double($0) * step) }
        #expect(late.allSatisfy { abs($0) < 1e-6 })
        #expect(try #require(resampled.timestamps.last) <= last + 1e-3)
        #expect(try #require(resampled.timestamps.last) > last - 1000 / change.to)
    }

    @Test("has the labels of the nearest samples")
    func labels() {
        let down = labelled([("a", 9), ("b", 3), ("c", 8)], rate: 100).resampled(to: 25)
        #expect(down.labels == ["a", "a", "a", "c", "c"])
        let up = labelled([("a", 2), ("b", 1)], rate: 25).resampled(to: 50)
        #expect(up.labels == ["a", "a", "a", "b", "b"])
    }

    @Test("keeps name and subject")
    func names() {
        let resampled = labelled([("a", 20)], name: "n", subject: "who").resampled(to: 25)
        #expect(resampled.name == "n" && resampled.subject == "who")
    }

    @Test("is the very same if the rate differs by 2 % or less", arguments: [49.1, 50, 50.9])
    func unchanged(rate: Double) {
        var generator = SeededGenerator(seed: 3)
        let session = signal(rate: 50, samples: 100) { _ in Double.random(in: -1...1, using: &generator) }
        #expect(session.resampled(to: rate) == session)
    }

    @Test("is the very same if its rate is that of no sensor, or far from the other one", arguments: [1e-6, 0.1, 1e5, 1e12])
    func implausible(rate: Double) {
        let session = signal(rate: rate, samples: 10) { $0 }
        #expect(session.resampled(to: 25) == session)
    }

    @Test("is the very same if it has no rate, with fewer than two samples", arguments: [0, 1])
    func tooShort(samples: Int) {
        let session = signal(rate: 50, samples: samples) { _ in 1 }
        #expect(session.resampled(to: 25) == session)
    }

    @Test("lies evenly between whole milliseconds, however its time stamps were rounded")
    func roundedStamps() throws {
        var session = signal(rate: 104, samples: 2_000) { _ in 0 }
        session.timestamps = session.timestamps.map { $0.rounded() }
        #expect(abs(try #require(session.rate) - 104) < 0.1)
    }
}
