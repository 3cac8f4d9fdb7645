import ForeignTables
import Foundation
import Randomness
import Recordings
import Testing

/// What `dataset convert --rate r` writes.
@Suite("Tables brought to a rate")
struct RateAsAskedTests {
    /// Stamps of a clock that jitters and loses samples, singly and many at once.
    private static func stamps(_ random: inout SeededGenerator) -> [Double] {
        let period = 1000 / Double.random(in: 8...900, using: &random)
        let lossy = [0, 0.02, 0.17, 0.4][Int.random(in: 0..<4, using: &random)]
        let late = [0, 0, 0.05, 0.3][Int.random(in: 0..<4, using: &random)]
        let longest = [1, 2, 30][Int.random(in: 0..<3, using: &random)]
        var place = 0
        return (0..<Int.random(in: 2...500, using: &random)).map { _ in
            defer {
                place += 1
                while Double.random(in: 0...1, using: &random) < lossy { place += Int.random(in: 1...longest, using: &random) }
            }
            return ((Double(place) + late * Double.random(in: 0...1, using: &random)) * period * 1000).rounded() / 1000
        }
    }

    @Test("are read at that rate, whatever it is, and stay as they are when they are converted once more", arguments: 0..<40)
    func anyRate(_ seed: Int) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        var random = SeededGenerator(seed: UInt64(seed))
        // The first session is long enough to be brought to any rate.
        var lines = ["session," + ConversionWorld.header] + ConversionWorld.rows(1000, period: 10).map { "first," + $0 }
        for number in 0..<8 { lines += ConversionWorld.rows(Self.stamps(&random)).map { "s\(number)," + $0 } }
        let rate = exp(Double.random(in: log(1)...log(3000), using: &random))
        let result = try world.convert(world.write("a.csv", lines), rate: rate)
        #expect(result.sessions.first?.name == "first")
        for session in result.sessions {
            let read = try #require(session.rate)
            #expect(abs(read / rate - 1) < 0.002, "\(session.name), \(session.count) samples: \(read) and not \(rate)")
        }
        try RecordingWriter().write(Recording(path: "", sessions: result.sessions), to: world.path("once.csv"))
        #expect(try world.convert(world.path("once.csv"), rate: rate).sessions == result.sessions)
    }

    @Test("are read at that rate where a long session is made in parts", arguments: [7.3, 25, 49, 130])
    func parts(_ rate: Double) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write("a.csv", [ConversionWorld.header] + ConversionWorld.rows(4000))
        let session = try #require(try world.convert(path, rate: rate, part: 1000).sessions.first)
        #expect(abs(try #require(session.rate) / rate - 1) < 0.002)
    }

    @Test("have no hole where fewer samples are missing than a new period holds")
    func shortGaps() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let missing: Set<Int> = [5, 9, 10]
        let stamps = (0..<600).filter { !missing.contains($0 % 11) }.map { Double($0) * 20 }
        let result = try world.convert(world.write("a.csv", [ConversionWorld.header] + ConversionWorld.rows(stamps)), rate: 20)
        #expect(result.sessions.map { $0.stretches().count } == [1])
        #expect(result.counts.first.map { abs($0 - 240) <= 1 } == true)
        #expect(result.converted.samplesInterpolated > 150 && result.sidecars.count == 1)
    }

    @Test("keep a gap that is longer than a new period")
    func longGap() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let stamps = (0..<600).filter { !(300..<320).contains($0) }.map { Double($0) * 20 }
        let result = try world.convert(world.write("a.csv", [ConversionWorld.header] + ConversionWorld.rows(stamps)), rate: 20)
        #expect(result.sessions.map { $0.stretches().count } == [2] && result.sidecars.isEmpty)
    }

    @Test("take their clock from it where they had nearly the same", arguments: [49.2, 50.8])
    func nearlyTheSame(_ found: Double) throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let result = try world.convert(
            world.write("a.csv", [ConversionWorld.header] + ConversionWorld.rows(400, period: 1000 / found)), rate: 50)
        #expect(result.sessions.first?.timestamps == (0..<400).map { Double($0) * 20 })
    }

    @Test("are refused with their own rate where they cannot be brought to it")
    func far() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write("a.csv", [ConversionWorld.header] + ConversionWorld.rows(400))
        let error = #expect(throws: RecordingError.self) { try world.convert(path, rate: 5000) }
        #expect(error?.description.contains("at 50 Hz by its time stamps it cannot be brought to 5000 Hz") == true)
    }
}
