import ForeignTables
import Foundation
import Randomness
import Recordings
import Testing

/// Converts tables of time stamps, and what came of it once more.
private struct TwiceConverted {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// - Returns: what was written the first time and the second time.
    func convert(
        _ sessions: [[Double]], rate: Double? = nil, part: Int = RecordingStream.longestPart
    ) throws -> (once: Data, twice: Data) {
        for name in ["once", "twice"] { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
        var text = "session,timestamp_ms,ax,ay,az,gx,gy,gz\n"
        for (number, stamps) in sessions.enumerated() {
            for (index, stamp) in stamps.enumerated() { text += "s\(number),\(stamp),0.1,0.2,0.97,0.5,\(index % 7),0.25\n" }
        }
        let table = folder.appending(path: "table.csv")
        try Data(text.utf8).write(to: table)
        var reader = ForeignReader()
        reader.longestPart = part
        let (once, twice) = (folder.appending(path: "once"), folder.appending(path: "twice"))
        for (from, to) in [(table, once), (once, twice)] {
            _ = try DataSetConversion([from.path], by: reader, rate: rate, label: nil, subject: nil).write(to: to.path)
        }
        return try (
            Data(contentsOf: once.appending(path: "recordings.csv")), Data(contentsOf: twice.appending(path: "recordings.csv"))
        )
    }
}

@Suite("A data set that is converted once more")
struct ConvertTwiceTests {
    /// The stamps of one sensor: any period, samples that are missing, stamps that are late, rounded and in packets.
    private static func stamps(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
        func one(of values: [Double]) -> Double { values[Int.random(in: values.indices, using: &random)] }
        let period: Double = one(of: [1, 2.4, 9.6, 10, 20, 19.23, 40, 1120])
        let lossy: Double = one(of: [0, 0.01, 0.2, 0.6])
        let late: Double = one(of: [0, 0, 0.005, 0.1, 0.4, 1.5])
        let rounding: Double = one(of: [0, 0, 0.001, 1, 10])
        let packet = Int(one(of: [1, 1, 1, 4]))
        let start: Double = one(of: [0, 12.5, 1_700_000_000_123])
        var place = 0
        var last = 0.0
        var result: [Double] = []
        for index in 0..<count {
            var stamp = Double(place - (index % packet)) * period
            stamp += Double.random(in: 0...1, using: &random) * late * period
            if rounding > 0 { stamp = (stamp / rounding).rounded() * rounding }
            last = max(last, stamp)
            result.append(start + last)
            place += 1
            while Double.random(in: 0...1, using: &random) < lossy { place += Int.random(in: 1...120, using: &random) }
        }
        return result
    }

    @Test("is the same to the last byte, of any clock, with gaps and jitter", arguments: [2...9, 10...400])
    func anyClock(_ lengths: ClosedRange<Int>) throws {
        let twice = try TwiceConverted()
        defer { twice.remove() }
        var random = SeededGenerator(seed: UInt64(lengths.upperBound))
        for round in 0..<25 {
            let sessions = [[0, 20, 40]] + (0..<20).map { _ in Self.stamps(Int.random(in: lengths, using: &random), &random) }
            let rate: Double? = Bool.random(using: &random) ? nil : 50
            let (once, again) = try twice.convert(sessions, rate: rate)
            #expect(once == again, "round \(round), to \(rate ?? 0) Hz")
        }
    }

    @Test("is the same to the last byte, where sessions are read in parts")
    func parts() throws {
        let twice = try TwiceConverted()
        defer { twice.remove() }
        var random = SeededGenerator(seed: 5)
        for round in 0..<25 {
            let sessions = (0..<4).map { _ in Self.stamps(Int.random(in: 100...1500, using: &random), &random) }
            let (once, again) = try twice.convert(sessions, part: 256)
            #expect(once == again, "round \(round)")
        }
    }

    @Test("keeps three samples of which two have a gap between them")
    func three() throws {
        let twice = try TwiceConverted()
        defer { twice.remove() }
        let (once, again) = try twice.convert([[0, 1120, 3360]])
        let stamps = String(decoding: once, as: UTF8.self).split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)[3]
        }
        #expect(stamps == ["0.0", "1120.0", "3360.0"], "\(stamps)")
        #expect(once == again)
    }
}
