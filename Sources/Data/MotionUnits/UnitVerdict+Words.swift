extension UnitVerdict {
    /// `acceleration in g (gravity is 1.02 there), rotation in deg/s or rad/s`: what is known, and what is not.
    public var words: String {
        var parts: [String] = []
        if measures.acceleration { parts.append(accelerationWords) }
        if measures.rotation { parts.append(rotationWords) }
        if let axes { parts.append("about axes that fit the accelerometer's as \(axes.words)") }
        return parts.joined(separator: ", ")
    }

    private var accelerationWords: String {
        let size = Self.short(gravity ?? 0)
        switch (acceleration, doubt) {
        case (.certain(let unit), _): return "acceleration in \(unit.rawValue) (gravity is \(size) there)"
        case (.assumed(let unit), _): return "acceleration in \(unit.rawValue), it seems (\(size) in the middle)"
        case (.none, .noGravity): return "an acceleration without gravity, or in no unit (\(size) in the middle)"
        case (.none, .beyondRange): return "an acceleration beyond the ±16 g of usual sensors, if \(size) is gravity"
        case (.none, .contradicted): return "an acceleration that is in one unit first and in another later"
        case (.none, _): return "an acceleration of \(size), which is gravity in no unit"
        }
    }

    private var rotationWords: String {
        let able = possibleRotations.map(\.rawValue)
        switch rotation {
        case .certain(let unit):
            return "rotation in \(unit.rawValue) (\(isConfirmed ? "gravity turns with it" : "by gravity no other"))"
        case .assumed where able.count > 1:
            return "rotation in \(able.dropLast().joined(separator: ", ")) or \(able[able.count - 1])"
        case .assumed(let unit): return "rotation in \(unit.rawValue), it seems"
        case .none: return "a rotation that fits gravity in no unit"
        }
    }

    /// Three digits that count, where there are as many.
    private static func short(_ value: Double) -> String {
        let steps = value.magnitude < 10 ? 100.0 : value.magnitude < 100 ? 10 : 1
        let rounded = (value * steps).rounded() / steps
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
