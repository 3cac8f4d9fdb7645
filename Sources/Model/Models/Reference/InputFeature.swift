public import MotionCore

/// One input feature: which physical quantity it is, and the affine map from that quantity to what the network reads.
public struct InputFeature: Sendable, Equatable {
    /// Column name in a recording: `ax ay az` (g), `gx gy gz` (rad/s); or what an orientation filter tells of those six: `roll`,
    /// `pitch` and `yaw` (rad), `gravity_x …`, `user_x …`, the acceleration without gravity (g), and that and the rotation in a
    /// frame whose z points up, `level_ax …` (g) and `level_gx …` (rad/s); or another channel, such as `flex_0` or `left.ax`.
    public var name: String
    /// What is subtracted: the network reads `(x − offset) · scale`. In the quantity's unit.
    public var offset: Float
    /// What the difference is multiplied by; 1 / the quantity's unit.
    public var scale: Float
    /// Where it is read as a share of the wearer's own range, in which `offset` and `scale` then are: the range that is usual with
    /// people, in the channel's unit. Nil: it is read in its unit.
    public var usual: ChannelRange?

    public init(name: String, offset: Float = 0, scale: Float = 1, usual: ChannelRange? = nil) {
        self.name = name
        self.offset = offset
        self.scale = scale
        self.usual = usual
    }

    /// The feature for one wearer, read in its unit.
    ///
    /// - Parameter range: the wearer's, in the channel's unit.
    public func worn(in range: ChannelRange) -> InputFeature {
        InputFeature(
            name: name, offset: Float(range.low + Double(offset) * range.span), scale: Float(Double(scale) / range.span))
    }

    /// What the quantity is measured in; its value is how model files write it.
    public enum Unit: String, Sendable {
        /// Of acceleration: standard gravity.
        case gravity = "g"
        /// Of rotation.
        case radiansPerSecond = "rad/s"
        /// Of attitude.
        case radians = "rad"
        /// Of what is no motion: its own.
        case own = ""
    }

    /// What `offset` and the recorded values are measured in. The name alone decides it, as it does in recordings.
    public var unit: Unit {
        if let (_, axis) = NamedChannels.axis(of: name) { return axis < 3 ? .gravity : .radiansPerSecond }
        return switch name {
        case "roll", "pitch", "yaw": .radians
        case "level_gx", "level_gy", "level_gz": .radiansPerSecond
        default: isDerived ? .gravity : .own
        }
    }

    /// Whether an orientation filter tells it: no recording has it.
    public var isDerived: Bool {
        // Called for every sample that is quantized; no derived name is as short as an axis's.
        name.utf8.count > 2 && (isLevel || Self.derivedNames.contains(name))
    }

    /// Whether it stands in the frame whose z points up and whose heading is anyone: the same however the sensor is mounted.
    public var isLevel: Bool { Self.levelNames.contains(name) }

    private static let derivedNames: Set = [
        "roll", "pitch", "yaw", "gravity_x", "gravity_y", "gravity_z", "user_x", "user_y", "user_z",
    ]
    private static let levelNames: Set = ["level_ax", "level_ay", "level_az", "level_gx", "level_gy", "level_gz"]
}

extension InputFeature {
    /// A physical value as the integer network reads it: `round((x − offset) · scale · 2^fractionBits)`, ties away from zero,
    /// saturated. What is no number is missing, and gives 0: the usual value.
    ///
    /// - Parameter fractionBits: of the network's inputs, 0 … 15.
    public func quantized(_ value: Double, fractionBits: Int) -> Int16 {
        let steps = normalised(value) * Double(1 << fractionBits)
        return Int16(saturating: max(-32768, min(32767, steps.rounded())))
    }

    /// Quantizes with every operation in single precision, which is what a microcontroller has, for values that an orientation
    /// filter tells in single precision; no number gives 0.
    public func quantizedSingly(_ value: Float, fractionBits: Int) -> Int16 {
        let steps = (value - offset) * scale * Float(1 << fractionBits)
        guard steps.isFinite else { return 0 }
        return Int16(saturating: max(-32768, min(32767, steps.rounded())))
    }

    /// A physical value as the float network reads it: `(x − offset) · scale`; 0, the usual value, for one that is missing.
    public func normalised(_ value: Double) -> Double { value.isNaN ? 0 : (value - Double(offset)) * Double(scale) }
}

extension [InputFeature] {
    /// One sample in physical units → what the network reads: `(x − offset) · scale`, one value per feature.
    public func normalised(_ sample: [Double]) -> [Double] {
        zip(sample, self).map { $1.normalised($0) }
    }

    /// One sample in physical units → what the integer network reads, one value per feature.
    ///
    /// - Parameter fractionBits: of the network's inputs, 0 … 15.
    public func quantized(_ sample: [Double], fractionBits: Int) -> [Int16] {
        guard derives else { return zip(sample, self).map { $1.quantized($0, fractionBits: fractionBits) } }
        return zip(sample, self).map { $1.quantizedSingly(Float($0), fractionBits: fractionBits) }
    }

    /// The channels that a recording has to hold for them, in the order in which its samples are handed on: the sensor's six axes,
    /// where nothing else is read; or the six, if any of them is read or derived of, and then the others.
    public var recordedChannels: NamedChannels {
        let others = filter { !$0.isDerived && !SixAxes.names.contains($0.name) }.map(\.name)
        return others.count == count ? NamedChannels(others) : others.isEmpty ? .sixAxes : NamedChannels(SixAxes.names + others)
    }

    /// The names of the channels that are read, also where something is derived of them.
    public var read: Set<String> { Set(map(\.name)).union(derives ? SixAxes.names : []) }

    /// By name, those that are normalised by the wearer's own ranges, and the range that is usual with people.
    public var usual: [String: ChannelRange] { reduce(into: [:]) { $0[$1.name] = $1.usual } }

    /// Whether an orientation filter is needed for them.
    public var derives: Bool { contains(where: \.isDerived) }
    /// Whether any is measured by the accelerometer, or by the gyroscope; what is derived needs both.
    package var readAcceleration: Bool { contains { $0.isDerived || SixAxes.accelerations.contains($0.name) } }
    package var readRotation: Bool { contains { $0.isDerived || SixAxes.rotations.contains($0.name) } }
}
