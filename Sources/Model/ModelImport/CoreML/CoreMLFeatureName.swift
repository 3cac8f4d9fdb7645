import Models
import MotionCore
import MotionUnits

/// What a feature of a Core ML classifier is, by the name that it has in the file: in the words that tables of recordings use, too.
struct CoreMLFeatureName {
    /// What it is; nil: no motion sensor measures it, as far as its name says.
    let input: InputFeature?
    /// Whether it is an angle of the device, which turns about another axis with Apple than here.
    let isAngle: Bool

    /// As Turi Create's example has them, after Apple's motion interface: rotation in rad/s, acceleration in g.
    private static let examples = [
        "rotX": "gx", "rotY": "gy", "rotZ": "gz", "accelX": "ax", "accelY": "ay", "accelZ": "az",
    ]
    /// Apple's pitch turns about x, which is called roll here, and its roll about y.
    private static let angles = ["pitch": "roll", "roll": "pitch", "yaw": "yaw"]
    private static let axes = ["x", "y", "z"]
    private static let fields: Set = ["mag", "magnetic", "magnetometer", "magnetism"]

    init(_ name: String) {
        if let example = Self.examples[name] {
            (input, isAngle) = (InputFeature(name: example), false)
            return
        }
        let words = ColumnName(name)
        let axis = Self.axes.first { words.words.last == $0 }
        if let angle = Self.angles.keys.first(where: { words.words.last == $0 }) {
            (input, isAngle) = (Self.angles[angle].map { InputFeature(name: $0) }, true)
        } else if let axis, words.has(["gravity", "grav"]) {
            (input, isAngle) = (Self.inUnit(of: words, "gravity_\(axis)"), false)
        } else if let axis, words.has(["user"]), words.words.count == 2 {
            (input, isAngle) = (InputFeature(name: "user_\(axis)"), false)
        } else if let axis, words.has(Self.fields) {
            (input, isAngle) = (InputFeature(name: "m\(axis)"), false)
        } else if let (channel, _, lacksGravity) = words.channel {
            let name = lacksGravity ? "user_\(Self.axes[channel % 3])" : SixAxes.names[channel]
            (input, isAngle) = (Self.inUnit(of: words, name), false)
        } else {
            (input, isAngle) = (nil, false)
        }
    }

    /// Read in the unit that the name says: the network's numbers are so many times ours.
    private static func inUnit(of words: ColumnName, _ name: String) -> InputFeature {
        var feature = InputFeature(name: name)
        let ours = feature.unit == .gravity ? words.acceleration?.gPerUnit : words.rotation?.radiansPerSecondPerUnit
        if let ours { feature.scale = Float(1 / ours) }
        return feature
    }
}
