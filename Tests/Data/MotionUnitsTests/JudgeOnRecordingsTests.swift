import Foundation
import MotionUnits
import Randomness
import TestSupport
import Testing

/// Whether the judge reads the units off people's motion, in every combination, at rates that nobody chose for it.
///
/// `MOTIONQ_UNITS=all` takes every stretch, and not one of some.
@Suite("Units, on recordings of people", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct JudgeOnRecordingsTests {
    struct Source: CustomTestStringConvertible {
        let folder: String
        let rate: Double
        /// Of the stretches of 10 s, and of 60 s.
        let every: (short: Int, long: Int)
        /// Which share of them must be certain, after 10 s and after a minute.
        let share: (short: Double, long: Double)
        var testDescription: String { folder }
    }

    static let sources = [
        Source(folder: "hapt", rate: 50, every: (3, 3), share: (0.95, 0.99)),
        Source(folder: "gestureit", rate: 25, every: (5, 3), share: (0.7, 0.95)),
        Source(folder: "watch", rate: 104, every: (7, 3), share: (0.6, 0.95)),
        Source(folder: "background", rate: 50, every: (17, 5), share: (0.6, 0.9)),
    ]
    static let accelerations: [AccelerationUnit] = [.g, .milliG, .metresPerSecondSquared, .counts]
    static let rotations: [RotationUnit] = [.radiansPerSecond, .degreesPerSecond, .millidegreesPerSecond, .counts]

    private static let countsOfG: [Double] = [16_384, 8_192, 4_096, 2_048]
    private static let countsOfDegree: [Double] = [131, 65.5, 32.8, 16.4, 1 / 0.00875, 1 / 0.07]

    /// - Parameter judge: of a stretch in these units.
    /// - Returns: certain ones of those with a turn, all of those, and wrong ones of all.
    private func judged(
        _ stretches: [Stretch], _ all: Bool, by judge: (Stretch, AccelerationUnit, RotationUnit, Double, Double) -> UnitVerdict
    ) -> (certain: Int, turned: Int, wrong: [String]) {
        var generator = SeededGenerator(seed: 43)
        var (certain, turned) = (0, 0)
        var wrong: [String] = []
        for (number, stretch) in stretches.enumerated() {
            for (row, acceleration) in Self.accelerations.enumerated() {
                for (column, rotation) in Self.rotations.enumerated() where all || (row + column + number) % 4 == 0 {
                    let perG = Self.countsOfG.randomElement(using: &generator) ?? 16_384
                    let perDegree = Self.countsOfDegree.randomElement(using: &generator) ?? 131
                    let verdict = judge(stretch, acceleration, rotation, perG, perDegree)
                    if stretch.turn >= 30 {
                        turned += 1
                        if verdict.isCertain { certain += 1 }
                    }
                    if verdict.acceleration.isCertain, verdict.acceleration != .certain(acceleration) {
                        wrong.append("stretch \(number): \(acceleration) for \(verdict.acceleration)")
                    }
                    if verdict.rotation.isCertain, verdict.rotation != .certain(rotation) {
                        wrong.append("stretch \(number): \(rotation) for \(verdict.rotation)")
                    }
                }
            }
        }
        return (certain, turned, wrong)
    }

    @Test("are never judged wrongly within 10 s, and nearly always judged where the board turns by 30°", arguments: sources)
    func tenSeconds(_ source: Source) throws {
        for rate in Stretch.isAll ? [25, 50, 100, 200] : [source.rate] {
            let stretches = try Stretch.all(
                source.folder, own: source.rate, seconds: 10, rate: rate, every: Stretch.isAll ? 3 : source.every.short)
            let (certain, turned, wrong) = judged(stretches, Stretch.isAll) {
                UnitVerdict($0.printed($1, $2, perG: $3, perDegree: $4))
            }
            if Stretch.isAll { print(source.folder, rate, "Hz, 10 s:", certain, "of", turned, "certain,", wrong.count, "wrong") }
            #expect(wrong.isEmpty)
            #expect(Double(certain) >= source.share.short * Double(turned))
        }
    }

    @Test("are certain after a minute", arguments: sources)
    func minute(_ source: Source) throws {
        let stretches = try Stretch.all(
            source.folder, own: source.rate, seconds: 60, rate: source.rate, every: Stretch.isAll ? 1 : source.every.long,
            isJoined: true)
        let (certain, turned, wrong) = judged(stretches, Stretch.isAll) { stretch, acceleration, rotation, perG, perDegree in
            let numbers = stretch.raw(acceleration, rotation, perG: perG, perDegree: perDegree)
            var judge = UnitJudge(rate: stretch.rate, stated: (nil, nil))
            for place in numbers.acceleration.indices { judge.add(numbers.acceleration[place], numbers.rotation[place]) }
            return judge.conclude()
        }
        if Stretch.isAll { print(source.folder, "a minute:", certain, "of", turned, "certain,", wrong.count, "wrong") }
        #expect(wrong.isEmpty)
        #expect(Double(certain) >= source.share.long * Double(turned))
    }
}
