/// A format that devices of other makes send.
public enum ForeignFormat: String, Sendable, CaseIterable {
    /// Lines of numbers.
    case text
    /// WitMotion's frames.
    case witMotion = "witmotion"
    /// MAVLink, version 1 or 2.
    case mavLink = "mavlink"

    /// What a person calls it.
    public var words: String {
        switch self {
        case .text: "text lines"
        case .witMotion: "WitMotion frames"
        case .mavLink: "MAVLink"
        }
    }
}

/// What is known of a device of another make before it has said anything.
public struct ForeignOptions: Sendable {
    /// nil: it is found.
    public var format: ForeignFormat?
    /// Of text lines; nil: names in the stream say it, or their number.
    public var columns: [TextColumn]?
    /// What makes g and rad/s of text lines; nil: what motion can be says it.
    public var units: ForeignUnits?
    /// What one count of the sensor is worth, where a format sends counts.
    public var scale: SensorScale?
    /// Readings a second; nil: they are counted.
    public var rate: Double?
    /// Board axis of the sensor's x, y and z: ±1, ±2, ±3.
    public var axes: InlineArray<3, Int8> = [1, 2, 3]
    /// What a device that sends text lines is told for each command; nil: nothing.
    public var feedbackLine: FeedbackTemplate?
    /// Relays 0 … n-1 of an autopilot have lights on them: LED n is relay n; 0 … 8.
    public var relays = 0
    /// Whether an autopilot that tells of no motion is asked for it. Without it nothing is sent to a device but feedback.
    public var requestsMotion = false

    public init() {}
}

/// The units of text lines, by what makes g and rad/s of them.
public struct ForeignUnits: Sendable, Equatable {
    public var acceleration: Double
    public var rotation: Double
    /// As a person would write them.
    public var name: String

    static let standardGravity = 9.80665

    /// Reads `m/s2,deg/s`: g, mg or m/s2, and rad/s, mrad/s or deg/s, in any order.
    ///
    /// - Returns: nil of anything else.
    public init?(_ text: String) {
        let words = text.split(separator: ",").map { $0.trimmingPrefix(" ") }
        var (acceleration, rotation) = (Double?.none, Double?.none)
        for word in words {
            switch word {
            case "g" where acceleration == nil: acceleration = 1
            case "mg" where acceleration == nil: acceleration = 1e-3
            case "m/s2" where acceleration == nil: acceleration = 1 / Self.standardGravity
            case "rad/s" where rotation == nil: rotation = 1
            case "mrad/s" where rotation == nil: rotation = 1e-3
            case "deg/s" where rotation == nil: rotation = .pi / 180
            default: return nil
            }
        }
        guard let acceleration, let rotation else { return nil }
        self.init(acceleration: acceleration, rotation: rotation, name: text)
    }

    /// Of a sensor's counts.
    init(_ scale: SensorScale) {
        self.init(acceleration: scale.gPerCount, rotation: scale.radiansPerSecondPerCount, name: "counts")
    }

    private init(acceleration: Double, rotation: Double, name: String) {
        (self.acceleration, self.rotation, self.name) = (acceleration, rotation, name)
    }

    /// As lines say them; what they do not say is judged like values of which nobody named the units.
    ///
    /// - Parameters:
    ///   - acceleration: the median length, in the unit of the lines.
    ///   - rotation: the largest magnitude of a component, likewise.
    /// - Returns: nil if nothing says it.
    init?(
        _ accelerationUnit: LineUnit, _ rotationUnit: LineUnit, _ channels: ForeignReading.Channels, acceleration: Double,
        rotation: Double
    ) {
        let guessed = Self.guessed(
            acceleration: acceleration * (accelerationUnit.gPerUnit ?? 1), rotation: rotation)
        let factor = accelerationUnit.gPerUnit ?? guessed?.acceleration ?? (channels.isDisjoint(with: .acceleration) ? 1 : nil)
        let turning = rotationUnit.radiansPerSecondPerUnit ?? guessed?.rotation ?? (channels.isDisjoint(with: .rotation) ? 1 : nil)
        guard let factor, let turning else { return nil }
        var names: [String] = []
        if !channels.isDisjoint(with: .acceleration) {
            names.append(factor == 1 ? "g" : factor == 1e-3 ? "mg" : "m/s2")
        }
        if !channels.isDisjoint(with: .rotation) {
            let units = [("rad/s", 1), ("mrad/s", 1e-3), ("deg/s", Double.pi / 180), ("mdeg/s", Double.pi / 180_000)]
            names += units.filter { $0.1 == turning }.map(\.0)
        }
        self.init(acceleration: factor, rotation: turning, name: names.joined(separator: ","))
    }

    /// What values are that nobody named the units of: gravity is always there, so that the median length of an acceleration is
    /// near it, however somebody moves. Rotations are taken as degrees a second beside m/s² and mg, as most sketches have them, and
    /// where nobody can turn so fast in radians (2,000 °/s are 35 rad/s); else as radians.
    ///
    /// - Parameters:
    ///   - acceleration: the median length.
    ///   - rotation: the largest magnitude of a component.
    /// - Returns: nil if it is no gravity in any unit: a sensor's counts, say.
    static func guessed(acceleration: Double, rotation: Double) -> ForeignUnits? {
        switch acceleration {
        case 0.6...1.4: ForeignUnits(rotation > 36 ? "g,deg/s" : "g,rad/s")
        case 6...14: ForeignUnits("m/s2,deg/s")
        case 600...1400: ForeignUnits("mg,deg/s")
        default: nil
        }
    }
}
