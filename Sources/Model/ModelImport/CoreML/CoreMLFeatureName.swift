import Models
import MotionCore
import MotionUnits

/// What a feature of a Core ML classifier is, by the name that it has in the file: in the words that tables of recordings use, too.
/// A name that says a unit that is not known, or words that could mean something else, says nothing.
struct CoreMLFeatureName {
    /// What it is; nil: no motion sensor measures it, as far as its name says.
    private(set) var input: InputFeature?
    /// Whether it is an angle of the device, which turns about another axis with Apple than here.
    private(set) var isAngle = false

    /// As Turi Create's example has them, after Apple's motion interface: rotation in rad/s, acceleration in g.
    private static let examples = [
        "rotX": "gx", "rotY": "gy", "rotZ": "gz", "accelX": "ax", "accelY": "ay", "accelZ": "az",
    ]
    /// Apple's pitch turns about x, which is called roll here, and its roll about y.
    private static let angles = ["pitch": "roll", "roll": "pitch", "yaw": "yaw"]
    private static let axes = ["x", "y", "z"]
    /// Words that say whose motion it is, and not what.
    private static let whose: Set = ["motion", "device", "sensor", "core", "field"]
    /// Words behind which a number is none in a known unit.
    private static let raw: Set = [
        "raw", "count", "counts", "lsb", "deg", "degree", "degrees", "rad", "cm", "mm", "norm", "normalized",
    ]
    /// Longest name that is looked at.
    private static let longest = 200

    init(_ name: String) {
        guard name.utf8.count <= Self.longest else { return }
        if let example = Self.examples[name] {
            input = InputFeature(name: example)
            return
        }
        let name = ColumnName(name)
        let words = name.words.filter { !Self.whose.contains($0) }
        guard let last = words.last, !name.has(Self.raw) else { return }
        if let angle = Self.angles[last], words.allSatisfy({ ["attitude", "orientation", last].contains($0) }) {
            guard let unit = ["": 1, "rad": 1, "deg": 180 / Float.pi][name.bracket] else { return }
            (input, isAngle) = (InputFeature(name: angle, scale: unit), true)
        } else if Self.axes.contains(last), words.count == 2, let quantity = Self.quantity(of: words[0]) {
            input = quantity == "m" ? Self.field(name.bracket, last) : Self.inUnit(of: name, "\(quantity)_\(last)")
        } else if let (channel, rank, lacksGravity) = name.channel, rank < 3 {
            let axis = Self.axes[channel % 3]
            input = Self.inUnit(of: name, lacksGravity ? "user_\(axis)" : SixAxes.names[channel])
        }
    }

    /// What a single word before an axis says, if it is none of a sensor.
    private static func quantity(of word: String) -> String? {
        switch word {
        case "gravity", "grav": "gravity"
        case "user": "user"
        case "mag", "magnetic", "magnetometer", "magnetism": "m"
        default: nil
        }
    }

    private static func field(_ unit: String, _ axis: String) -> InputFeature? {
        ["", "ut", "µt"].contains(unit) ? InputFeature(name: "m\(axis)") : nil
    }

    /// Read in the unit that the name says: the network's numbers are so many times ours. Nil: it says one that is not known.
    private static func inUnit(of name: ColumnName, _ column: String) -> InputFeature? {
        var feature = InputFeature(name: column)
        guard !name.bracket.isEmpty else { return feature }
        let ours = feature.unit == .gravity ? name.acceleration?.gPerUnit : name.rotation?.radiansPerSecondPerUnit
        guard let ours else { return nil }
        feature.scale = Float(1 / ours)
        return feature
    }
}
