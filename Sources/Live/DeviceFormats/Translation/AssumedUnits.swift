import MotionUnits

/// Judges the units of a device that is read already, until they are certain.
struct AssumedUnits {
    /// What they are.
    struct Known {
        /// `g,deg/s`.
        let name: String
        let factors: (acceleration: Double, rotation: Double)
        /// Whether others were assumed.
        let isChange: Bool
    }

    private var judge: UnitJudge
    private let assumed: ForeignUnits
    private let said: ForeignUnits
    private let channels: ForeignReading.Channels

    /// nil where nothing is assumed.
    init?(_ finding: FormatProbe.Finding) {
        guard finding.doubt != nil, let assumed = finding.units else { return nil }
        (self.assumed, said, channels) = (assumed, finding.said, finding.channels)
        judge = UnitJudge(rate: finding.rate, stated: (said.acceleration, said.rotation))
    }

    /// - Parameter reading: in g and rad/s, if the assumed units are the right ones.
    /// - Returns: the units, when they have become certain.
    mutating func observe(_ reading: ForeignReading) -> Known? {
        let (values, factors) = (reading.values, assumed.factors)
        /// The numbers that were printed: six digits after the point are exact again.
        func printed(_ first: Int, _ factor: Double) -> SIMD3<Double> {
            (SIMD3(values[first], values[first + 1], values[first + 2]) / factor * 1e6).rounded(.toNearestOrEven) / 1e6
        }
        judge.add(
            channels.isSuperset(of: .acceleration) ? printed(0, factors.acceleration) : nil,
            channels.isSuperset(of: .rotation) ? printed(3, factors.rotation) : nil)
        guard judge.verdict.isCertain else { return nil }
        let units = said.filled(
            from: ForeignUnits(acceleration: judge.verdict.acceleration.unit, rotation: judge.verdict.rotation.unit))
        guard units.covers(channels) else { return nil }
        let name = units.name(of: channels)
        return Known(name: name, factors: units.factors, isChange: name != assumed.name(of: channels))
    }
}
