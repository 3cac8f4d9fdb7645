import Formatting
import MotionUnits

/// What the motion of a table says of its units, where neither a person nor the header does.
struct TableMotion {
    private var acceleration: [SIMD3<Double>] = []
    private var rotation: [SIMD3<Double>] = []
    private var times: [Double] = []
    /// Rows with a number that no sensor measures, in g and rad/s.
    private var impossible: [Bool] = []
    let hasRotation: Bool

    /// More would not tell more: ten minutes at 50 Hz.
    private static let most = 30_000
    /// Usual steps from which on a motion does not join on.
    private static let gap = 3.0

    init(hasRotation: Bool) { self.hasRotation = hasRotation }

    /// - Parameters:
    ///   - sample: ax, ay, az, gx, gy, gz in the table's own numbers.
    ///   - time: milliseconds.
    mutating func add(_ sample: [Float], at time: Double) {
        guard times.count < Self.most else { return }
        times.append(time)
        impossible.append(!sample.indices.allSatisfy { RecordedUnits.isPossible(sample[$0], ofChannel: $0) })
        acceleration.append([Double(sample[0]), Double(sample[1]), Double(sample[2])])
        if hasRotation { rotation.append([Double(sample[3]), Double(sample[4]), Double(sample[5])]) }
    }

    /// - Parameter stated: what the header says.
    /// - Returns: nil where no two samples are at different times.
    func verdict(stated: (acceleration: AccelerationUnit?, rotation: RotationUnit?)) -> UnitVerdict? {
        let back = times.indices.dropFirst().first { times[$0] < times[$0 - 1] } ?? times.count
        guard let period = SampleClock(Array(times[..<back]))?.period else { return nil }
        var judge = UnitJudge(rate: 1000 / period, stated: stated)
        // A few are damaged; many are in another unit.
        let areDamaged = impossible.count { $0 } * 20 <= impossible.count
        for place in times.indices where !(areDamaged && impossible[place]) {
            if place > 0, !(0...Self.gap * period).contains(times[place] - times[place - 1]) { judge.interrupt() }
            judge.add(acceleration[place], hasRotation ? rotation[place] : nil)
        }
        return judge.conclude()
    }
}

extension ForeignReader {
    /// g in the middle, which an acceleration without gravity does not reach.
    private static let mostUserAcceleration = 1.4

    /// Refuses units that the motion contradicts.
    ///
    /// - Parameter used: those that the table is read in.
    /// - Returns: what the units are known by, where the motion says more than the header.
    func check(
        _ motion: TableMotion, _ used: RecordedUnits, stated: (acceleration: AccelerationUnit?, rotation: RotationUnit?),
        lacksGravity: Bool, path: String
    ) throws(RecordingError) -> String? {
        guard units == nil, stated.acceleration == nil || (motion.hasRotation && stated.rotation == nil),
            let verdict = motion.verdict(stated: stated)
        else { return nil }
        if verdict.acceleration == .certain(.counts) || (verdict.rotation == .certain(.counts) && verdict.isConfirmed) {
            throw .foreign(
                path: path,
                reason: "its numbers are a sensor's counts: \(verdict.words)"
                    + "\(remedy: "say what they are worth, as \(.format, "text"), \(.profile)")")
        }
        var likely = used
        if case .certain(let unit) = verdict.acceleration { likely.acceleration = unit }
        // Where gravity is not seen to turn, another unit is likely at most.
        if case .certain(let unit) = verdict.rotation, verdict.isConfirmed { likely.rotation = unit }
        if likely != used { throw .units(path: path, likely: likely, reason: "by its motion it holds \(verdict.words)") }
        let isLarge = (verdict.gravity ?? 0) > Self.mostUserAcceleration
        if verdict.acceleration == .none, let doubt = verdict.doubt, !lacksGravity, doubt != .unclear || isLarge {
            throw .foreign(
                path: path,
                reason: "it holds \(verdict.words)"
                    + "\(remedy: "say its units, as \(.units, "m/s2,deg/s"), or \(.units, .text(used.text)) if that is true all the same")"
                    + "; of a sensor's counts say what they are worth, as \(.format, "text"), \(.profile)")
        }
        let isRight = verdict.isCertain && verdict.rotation.unit ?? used.rotation == used.rotation
        return isRight ? "by its motion" : "as nothing says otherwise; not certain"
    }
}
