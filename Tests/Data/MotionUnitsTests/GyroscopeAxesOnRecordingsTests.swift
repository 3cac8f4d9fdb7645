import Foundation
import MotionUnits
import TestSupport
import Testing

/// Whether the judge reads off people's motion how a gyroscope is wired: each of the 47 wrong assignments of its axes, in 20 s that
/// turn about two axes or more.
///
/// `MOTIONQ_UNITS=all` takes every stretch and every assignment, and prints the shares.
@Suite("A gyroscope's axes, on recordings of people", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct GyroscopeAxesOnRecordingsTests {
    /// What came of the wrong assignments.
    private struct Shares {
        var named = 0
        var all = 0
        var wrong: [String] = []
    }

    /// Degrees that each axis turns at most to either side, by the gyroscope without its bias.
    private static func turns(_ stretch: Stretch) -> [Double] {
        let bias = stretch.rotation.reduce(SIMD3<Double>.zero, +) / Double(stretch.rotation.count)
        var angle = SIMD3<Double>.zero
        var (least, most) = (angle, angle)
        for rotation in stretch.rotation {
            angle += (rotation - bias) / stretch.rate * 180 / .pi
            (least, most) = (pointwiseMin(least, angle), pointwiseMax(most, angle))
        }
        return (0..<3).map { most[$0] - least[$0] }
    }

    private static func turnsAboutTwo(_ stretch: Stretch) -> Bool { turns(stretch).count { $0 >= 30 } >= 2 }

    @Test("are named rightly or not at all, and those that are right are never named", arguments: JudgeOnRecordingsTests.sources)
    func wirings(_ source: JudgeOnRecordingsTests.Source) throws {
        let stretches = try Stretch.all(
            source.folder, own: source.rate, seconds: 20, rate: source.rate, every: Stretch.isAll ? 1 : source.every.short,
            isJoined: true
        )
        .filter(Self.turnsAboutTwo)
        var shares = Shares()
        for (number, stretch) in stretches.enumerated() {
            for (place, axes) in GyroscopeAxes.all.enumerated() where Stretch.isAll || (place + 5 * number) % 11 == 0 || place == 0
            {
                var mistaken = stretch
                mistaken.rotation = stretch.rotation.map { axes.mistaken($0) }
                let verdict = UnitVerdict(mistaken.printed(.g, .degreesPerSecond))
                if axes != .right { shares.all += 1 }
                guard let found = verdict.axes else { continue }
                if axes != .right { shares.named += 1 }
                if found != axes { shares.wrong.append("stretch \(number): \(axes.words) for \(found.words)") }
            }
        }
        if Stretch.isAll { print(source.folder, stretches.count, "stretches,", shares) }
        #expect(!stretches.isEmpty && shares.wrong.isEmpty, "\(shares.wrong)")
    }
}
