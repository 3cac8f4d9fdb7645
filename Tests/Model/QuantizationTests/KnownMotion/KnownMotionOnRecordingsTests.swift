import Foundation
import Models
import Quantization
import Recordings
import TestSupport
import Testing

/// Whether motion of people who were kept out is taken for what was learned, and whether damaged motion of theirs is noticed.
///
/// `MOTIONQ_KNOWN=all` takes every stretch and prints the table.
@Suite(
    "Motion that is not what was learned, on recordings of people",
    .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct KnownMotionOnRecordingsTests {
    struct Source: CustomTestStringConvertible {
        let folder: String
        let rate: Double
        /// Parts of the people that are kept out one after the other, and one of how many stretches is judged, if not all are.
        let parts: Int
        let every: Int
        /// Percent of the stretches as they are that are taken for something else at most.
        let madeUp: Double
        /// Percent of the stretches that are noticed at least, of sizes and gravity, and of how the sensor sits; and of those, that
        /// are named rightly.
        let noticed: (sizes: Double, axes: Double)
        let named: (sizes: Double, axes: Double)
        var testDescription: String { folder }
    }

    static let sources = [
        // One person learned, the other judged: how each of them holds the phone nobody can know.
        Source(folder: "gestureit", rate: 25, parts: 2, every: 1, madeUp: 0, noticed: (85, 65), named: (90, 65)),
        Source(folder: "watch", rate: 104, parts: 2, every: 1, madeUp: 0, noticed: (99, 99), named: (99, 98)),
        Source(folder: "hapt", rate: 50, parts: 3, every: 3, madeUp: 0.8, noticed: (95, 75), named: (95, 88)),
    ]

    static let isAll = ProcessInfo.processInfo.environment["MOTIONQ_KNOWN"] == "all"

    private struct Tally {
        var (all, noticed, named) = (0, 0, 0)
        var verdicts: [Misreading: Int] = [:]

        mutating func add(_ verdict: Misreading, isRight: Bool) {
            all += 1
            noticed += verdict == .none ? 0 : 1
            named += isRight ? 1 : 0
            verdicts[verdict, default: 0] += 1
        }

        /// Percent.
        var share: Double { 100 * Double(noticed) / Double(max(1, all)) }
        var shareNamed: Double { 100 * Double(named) / Double(max(1, noticed)) }
    }

    private func tallies(_ source: Source) throws -> (right: Tally, damaged: [Damage: Tally]) {
        let files = try recordingFiles(at: ["\(SharedData.folder)/\(source.folder)"]).filter { !$0.contains("bad-drive") }
        let sessions = try RecordingReader().read(files).flatMap(\.sessions).flatMap { $0.stretches() }
            .map { $0.resampled(to: source.rate) }
        let people = Set(sessions.compactMap(\.subject)).sorted()
        let parts = min(5, people.count)
        let samples = Int(10 * source.rate)
        var right = Tally()
        var damaged: [Damage: Tally] = [:]
        var number = 0
        for part in 0..<(Self.isAll ? parts : min(parts, source.parts)) {
            let out = Set(people.indices.filter { $0 % parts == part }.map { people[$0] })
            let learned = sessions.filter { !out.contains($0.subject ?? "") }
            let known = try #require(KnownMotion(learning: learned, rate: source.rate, inputs: Motion.inputs))
            for session in sessions where out.contains(session.subject ?? "") {
                for first in stride(from: 0, through: session.count - samples, by: samples) {
                    number += 1
                    guard Self.isAll || number % source.every == 0 else { continue }
                    let motion = session.motion(first..<first + samples)
                    right.add(known.verdict(of: motion.sums(rate: source.rate)).misreading, isRight: false)
                    for damage in Damage.allCases {
                        let end = first + samples * damage.share
                        guard end <= session.count else { continue }
                        let whole = damage.share == 1 ? motion : session.motion(first..<end)
                        let sums = damage.applied(to: whole, rate: source.rate).sums(rate: source.rate)
                        let verdict = known.verdict(of: sums).misreading
                        damaged[damage, default: Tally()].add(verdict, isRight: damage.isNamed(by: verdict))
                    }
                }
            }
        }
        return (right, damaged)
    }

    @Test("is noticed and named in nearly every stretch of ten seconds, and hardly any is made up", arguments: sources)
    func stretches(_ source: Source) throws {
        let (right, damaged) = try tallies(source)
        if Self.isAll { print("\(source.folder), as it is: \(right.noticed) of \(right.all) \(right.verdicts)") }
        #expect(right.share <= source.madeUp, "\(right.verdicts)")
        for damage in Damage.allCases {
            // Of sessions that are too short for it there is none.
            guard let tally = damaged[damage] else { continue }
            if Self.isAll {
                print(
                    "\(source.folder), \(damage.rawValue):",
                    String(format: "%.1f %% of %d noticed, %.1f %% of these named", tally.share, tally.all, tally.shareNamed),
                    tally.verdicts.sorted { $0.value > $1.value }.prefix(4).map { "\($0.key) \($0.value)" }.joined(separator: "; "))
            }
            switch damage.misreading.kind {
            case .gyroscope: continue
            case .rate: #expect(tally.shareNamed >= 85, "\(damage)")
            case .axes:
                #expect(tally.share >= source.noticed.axes, "\(damage)")
                #expect(tally.shareNamed >= source.named.axes, "\(damage)")
            default:
                #expect(tally.share >= source.noticed.sizes, "\(damage)")
                #expect(tally.shareNamed >= source.named.sizes, "\(damage)")
            }
        }
    }
}

extension RecordedSession {
    func motion(_ range: Range<Int>) -> Motion {
        var motion = Motion(acceleration: [], rotation: [])
        for index in range {
            let values = sample(index).map { Double($0) }
            motion.acceleration.append([values[0], values[1], values[2]])
            motion.rotation.append([values[3], values[4], values[5]])
        }
        return motion
    }
}
