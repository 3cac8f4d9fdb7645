import DeviceFormats
import Foundation
import Randomness
import TestSupport
import Testing

/// A stream of the shared captures, what it holds, and how it is read.
struct Capture: Sendable, CustomStringConvertible {
    let name: String
    let decoder: @Sendable () throws -> any ForeignDecoder
    /// Begins and ends of lines or frames, which must not be touched for a reading to be recovered.
    let extents: @Sendable ([UInt8]) -> [Range<Int>]

    var description: String { name }

    func bytes() throws -> [UInt8] { [UInt8](try SharedData.unpacked("captures/\(name).bin.gz")) }

    func expected() throws -> [[Double]] {
        let text = String(decoding: try SharedData.unpacked("captures/\(name).expected.csv.gz"), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").dropFirst().compactMap { Double($0) } }
    }

    static let all =
        ["text_comma", "text_tab", "text_header", "text_plotter"].map {
            Capture(name: $0, decoder: { TextLineDecoder(factors: metricDegrees) }, extents: lines)
        }
        + ["witmotion", "witmotion_starts_mid_frame"].map {
            Capture(name: $0, decoder: { WitMotionDecoder() }, extents: witMotion)
        }
        + ["mavlink2_raw_imu", "mavlink2_scaled_imu", "mavlink2_highres_imu"].map {
            Capture(
                name: $0, decoder: { MAVLinkDecoder(scale: try SensorScale(profile: "mpu6050-8g-2000dps")) }, extents: mavLink)
        }

    /// A line with the end of the line before it, without which its own beginning is not known.
    private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
        var extents: [Range<Int>] = []
        var start = 0
        for (place, byte) in bytes.enumerated() where byte == 0x0A {
            let isReading = bytes[start..<place].contains { (0x30...0x39).contains($0) }
            if isReading { extents.append(max(0, start - 1)..<place + 1) }
            start = place + 1
        }
        return extents
    }

    /// 0x51 and 0x52 one after the other.
    private static func witMotion(_ bytes: [UInt8]) -> [Range<Int>] {
        bytes.indices.dropLast(21).compactMap { place in
            let isPair =
                bytes[place] == 0x55 && bytes[place + 1] == 0x51 && bytes[place + 11] == 0x55 && bytes[place + 12] == 0x52
                && bytes[place..<place + 10].reduce(0, &+) == bytes[place + 10]
            return isPair ? place..<place + 22 : nil
        }
    }

    private static func mavLink(_ bytes: [UInt8]) -> [Range<Int>] {
        var extents: [Range<Int>] = []
        var place = 0
        while place + 12 <= bytes.count {
            let end = place + 12 + Int(bytes[place + 1])
            if [26, 27, 105].contains(bytes[place + 7]) { extents.append(place..<end) }
            place = end
        }
        return extents
    }
}

@Suite(
    "A stream of a device of another make",
    .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct CaptureTests {
    @Test("is read to the last digit that was sent", arguments: Capture.all)
    func exact(_ capture: Capture) throws {
        let expected = try capture.expected()
        let readings = decoded(try capture.bytes(), by: try capture.decoder())
        #expect(readings.count == expected.count)
        for (reading, wanted) in zip(readings, expected) {
            // Seven digits are written down.
            #expect(zip(reading.list, wanted).allSatisfy { abs($0 - $1) <= 1e-6 * max(abs($1), 1e-3) })
        }
    }

    @Test("is read the same byte by byte, and in pieces of any length", arguments: Capture.all)
    func pieces(_ capture: Capture) throws {
        let bytes = try capture.bytes()
        let whole = decoded(bytes, by: try capture.decoder()).map(\.list)
        for pieces in [1, 2, 7, 64, 1000] {
            #expect(decoded(bytes, by: try capture.decoder(), pieces: pieces).map(\.list) == whole)
        }
    }

    @Test("with one byte in a hundred damaged gives every reading that was not touched", arguments: Capture.all)
    func damaged(_ capture: Capture) throws {
        let bytes = try capture.bytes()
        let extents = capture.extents(bytes)
        let whole = decoded(bytes, by: try capture.decoder())
        try #require(whole.count == extents.count)
        for seed in 1...5 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var hurt = bytes
            var places: [Int] = []
            for place in hurt.indices where Int.random(in: 0..<100, using: &random) == 0 {
                hurt[place] = UInt8.random(in: 0...255, using: &random)
                if hurt[place] != bytes[place] { places.append(place) }
            }
            let untouched = zip(whole, extents).filter { _, extent in !places.contains(where: extent.contains) }.map(\.0.list)
            let decoder = try capture.decoder()
            let found = decoded(hurt, by: decoder, pieces: 97).map(\.list)
            let missing = Self.count(untouched, notIn: found)
            // A check sum of eight bits lets one damaged frame in 256 pass, which may take a part of the next one with it.
            let allowed = capture.name.hasPrefix("witmotion") ? 6 : 0
            #expect(missing <= allowed, "\(missing) of \(untouched.count)")
            #expect(decoder.counters.bad > 0)
        }
    }

    /// How many of some readings, in order, do not stand in others.
    private static func count(_ wanted: [[Double]], notIn found: [[Double]]) -> Int {
        var place = found.startIndex
        var missing = 0
        for reading in wanted {
            if let next = found[place...].firstIndex(of: reading) {
                place = next + 1
            } else {
                missing += 1
            }
        }
        return missing
    }
}
