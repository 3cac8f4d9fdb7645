public import MotionUnits

/// The units of a device's numbers, as far as somebody said them: here, or the lines themselves.
public struct ForeignUnits: Sendable, Equatable {
    public var acceleration: AccelerationUnit?
    public var rotation: RotationUnit?
    /// What counts are worth.
    public var scale: SensorScale?

    public init(acceleration: AccelerationUnit? = nil, rotation: RotationUnit? = nil, scale: SensorScale? = nil) {
        (self.acceleration, self.rotation, self.scale) = (acceleration, rotation, scale)
    }

    /// Reads `m/s2,deg/s`, in any order and usual spelling; of one that is not named nothing is said.
    ///
    /// - Returns: nil if a word is no unit, or both are of one kind.
    public init?(_ text: String) {
        self.init()
        for word in text.split(separator: ",") {
            guard let unit = UnitWord(word.trimmingPrefix(" ")) else { return nil }
            if let found = unit.acceleration, acceleration == nil {
                acceleration = found
            } else if let found = unit.rotation, rotation == nil {
                rotation = found
            } else {
                return nil
            }
        }
        if acceleration == nil, rotation == nil { return nil }
    }

    /// Of a sensor's counts.
    init(_ scale: SensorScale) { self.init(acceleration: .counts, rotation: .counts, scale: scale) }

    /// What makes g and rad/s of the numbers; 1 where the unit is not known.
    var factors: (acceleration: Double, rotation: Double) {
        (
            acceleration.flatMap { $0.gPerUnit ?? scale?.gPerCount } ?? 1,
            rotation.flatMap { $0.radiansPerSecondPerUnit ?? scale?.radiansPerSecondPerCount } ?? 1
        )
    }

    /// Where something is not said, as other units have it.
    func filled(from other: ForeignUnits) -> ForeignUnits {
        ForeignUnits(
            acceleration: acceleration ?? other.acceleration, rotation: rotation ?? other.rotation, scale: scale ?? other.scale)
    }

    /// Whether they say what these channels are in.
    func covers(_ channels: ForeignReading.Channels) -> Bool {
        func isKnown(_ wanted: ForeignReading.Channels, _ isSaid: Bool, _ isCounts: Bool) -> Bool {
            channels.isDisjoint(with: wanted) || (isSaid && (!isCounts || scale != nil))
        }
        return isKnown(.acceleration, acceleration != nil, acceleration == .counts)
            && isKnown(.rotation, rotation != nil, rotation == .counts)
    }

    /// `g,deg/s`, as a person would write them; `counts` of a sensor's.
    func name(of channels: ForeignReading.Channels) -> String {
        if scale != nil, acceleration == .counts, rotation == .counts { return "counts" }
        return [
            channels.isDisjoint(with: .acceleration) ? nil : acceleration?.rawValue,
            channels.isDisjoint(with: .rotation) ? nil : rotation?.rawValue,
        ].compactMap { $0 }.joined(separator: ",")
    }
}
