import Foundation
import Recordings
import TestSupport
import Testing

/// Against VQF 2.1.1 and imufusion (PyPI), which were run outside, with their defaults; vqf.csv holds gravity's direction as they
/// had it, every so many samples.
@Suite("Gravity, beside other filters")
struct OthersTests {
    private static let lines: [String: [(session: String, sample: Int, direction: SIMD3<Double>)]] = {
        let path = Repository.root.appending(path: "Tests/Data/SignalProcessingTests/Orientation/vqf.csv")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        var lines: [String: [(String, Int, SIMD3<Double>)]] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = cells[3...].compactMap { Double($0) }
            lines[String(cells[0]), default: []].append((String(cells[1]), Int(cells[2]) ?? 0, SIMD3(numbers)))
        }
        return lines
    }()

    @Test(
        "lies within half a degree of VQF's on other people's motion",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)),
        arguments: [("gestureit", 25.0), ("watch", 104.0)])
    func recorded(_ folder: String, _ rate: Double) throws {
        var apart: [Double] = []
        for (name, lines) in Self.lines where name.hasPrefix(folder) {
            for session in try RecordingReader().read("\(SharedData.folder)/\(name)").sessions {
                let told = derived(session.values, rate: rate).quantities
                for line in lines where line.session == session.name {
                    apart.append(angle(gravity(told[line.sample]), line.direction))
                }
            }
        }
        #expect(apart.count > 50)
        #expect(rms(apart) < 0.5, "\(rms(apart))°")
    }

    @Test("lies within half a degree of VQF's on made-up motion, and no farther from the truth than imufusion's")
    func madeUp() throws {
        let motion = MadeUpTurning(bias: SIMD3(1.2, -0.8, 0.5))
        let told = derived(motion.values, rate: 50).quantities
        let vqf = try #require(Self.lines["made up"])
        #expect(rms(vqf.map { angle(gravity(told[$0.sample]), $0.direction) }) < 0.5)
        let fusion = try #require(Self.lines["made up imufusion"])
        let ours = rms(fusion.map { angle(gravity(told[$0.sample]), motion.up[$0.sample]) })
        #expect(ours <= rms(fusion.map { angle($0.direction, motion.up[$0.sample]) }))
        #expect(ours < 0.5, "\(ours)°")
    }
}
