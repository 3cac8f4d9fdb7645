import Formatting
import MotionCore
import MotionUnits
import Recordings

/// What the motion of a table says of its units, where neither a person nor the header does.
struct TableMotion {
    /// What the header says.
    typealias Stated = (acceleration: AccelerationUnit?, rotation: RotationUnit?)

    private var acceleration: [SIMD3<Double>] = []
    private var rotation: [SIMD3<Double>] = []
    private var times: [Double] = []
    /// Rows with a number that no sensor measures, in g and rad/s.
    private var impossible: [Bool] = []
    let hasRotation: Bool
    /// What makes g and rad/s of the table's numbers.
    private let factors: (acceleration: Double, rotation: Double)

    /// More would not tell more: ten minutes at 50 Hz.
    private static let most = 30_000
    /// Usual steps from which on a motion does not join on.
    private static let gap = 3.0

    /// - Parameter used: the units that the table is read in.
    init(hasRotation: Bool, readIn used: RecordedUnits) {
        self.hasRotation = hasRotation
        factors = (used.factor(ofChannel: 0), used.factor(ofChannel: 3))
    }

    /// - Parameters:
    ///   - sample: ax, ay, az, gx, gy, gz in g and rad/s, as they are read.
    ///   - time: milliseconds.
    mutating func add(_ sample: [Float], at time: Double) {
        guard times.count < Self.most else { return }
        times.append(time)
        impossible.append(!sample.indices.allSatisfy { RecordedUnits.isPossible(sample[$0], ofChannel: $0) })
        // The judge is told the table's own numbers.
        acceleration.append(SIMD3(Double(sample[0]), Double(sample[1]), Double(sample[2])) / factors.acceleration)
        if hasRotation { rotation.append(SIMD3(Double(sample[3]), Double(sample[4]), Double(sample[5])) / factors.rotation) }
    }

    /// Milliseconds; nil where no two samples are at different times.
    private var period: Double? {
        let back = times.indices.dropFirst().first { times[$0] < times[$0 - 1] } ?? times.count
        return SampleClock(Array(times[..<back]))?.period
    }

    /// Seconds in which axes are told, and the most of such stretches that are looked at.
    private static let axes = (seconds: 20.0, stretches: 5)

    /// `gy, −gx, gz`: what would be gx, gy, gz beside the accelerometer; nil where they fit as they come, or nothing shows it.
    func otherAxes() -> String? {
        guard hasRotation, let period else { return nil }
        let count = Int(saturating: (Self.axes.seconds * 1000 / period).rounded(.up))
        var found: Set<GyroscopeAxes> = []
        var (first, looked) = (0, 0)
        while first + count <= times.count, looked < Self.axes.stretches {
            let jump = (first + 1..<first + count).last { !(0...Self.gap * period).contains(times[$0] - times[$0 - 1]) }
            if let jump {
                first = jump
                continue
            }
            let range = first..<first + count
            let motion = ObservedMotion(
                acceleration: Array(acceleration[range]), rotation: Array(rotation[range]), rate: 1000 / period)
            if let axes = UnitVerdict(motion).axes { found.insert(axes) }
            (first, looked) = (first + count, looked + 1)
        }
        return found.count == 1 ? found.first?.words : nil
    }

    /// - Parameter stated: what the header says.
    /// - Returns: nil where no two samples are at different times.
    func verdict(stated: Stated) -> UnitVerdict? {
        guard let period else { return nil }
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
    func check(
        _ motion: TableMotion, _ used: RecordedUnits, stated: TableMotion.Stated, lacksGravity: Bool, path: String
    ) throws(RecordingError) -> MotionEvidence {
        guard units == nil, stated.acceleration == nil || (motion.hasRotation && stated.rotation == nil) else {
            return MotionEvidence(units: .said, axes: motion.otherAxes())
        }
        guard let verdict = motion.verdict(stated: stated) else { return MotionEvidence(units: .open(nil)) }
        if verdict.acceleration == .certain(.counts) || (verdict.rotation == .certain(.counts) && verdict.isConfirmed) {
            throw .foreign(
                path: path,
                reason: "its numbers are a sensor's counts: \(verdict.words)"
                    + "\(remedy: "say what they are worth, as \(.format, "text"), \(.profile)")")
        }
        if let likely = verdict.likely(in: used) {
            throw .units(path: path, likely: likely, used: used, reason: "by its motion it holds \(verdict.words)")
        }
        let isLarge = (verdict.gravity ?? 0) > Self.mostUserAcceleration
        if verdict.acceleration == .none, let doubt = verdict.doubt, !lacksGravity, doubt != .unclear || isLarge {
            throw .foreign(
                path: path,
                reason: "it holds \(verdict.words)"
                    + "\(remedy: "say its units, as \(.units, "m/s2,deg/s"), or \(.units, .text(used.text)) if that is true all the same")"
                    + "; of a sensor's counts say what they are worth, as \(.format, "text"), \(.profile)")
        }
        return MotionEvidence(units: verdict.shows(used) ? .shown : .open(verdict), axes: motion.otherAxes())
    }
}
