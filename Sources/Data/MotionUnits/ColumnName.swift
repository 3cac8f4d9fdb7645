/// What the name of a column says that it holds: words, an axis, and a unit in brackets or at the end.
package struct ColumnName {
    /// In lower case: `acc`, `x` of `accX`, `Acc_X (m/s^2)` or `acc-x`.
    package let words: [String]
    /// What stood in brackets, in lower case without spaces.
    package let bracket: String

    package init(_ name: String) {
        var plain = ""
        var bracket = ""
        var isInside = false
        for character in name {
            if "([".contains(character) { isInside = true; continue }
            if ")]".contains(character) { isInside = false; plain += " "; continue }
            if isInside { bracket.append(character) } else { plain.append(character) }
        }
        var words: [String] = []
        var word = ""
        func close() {
            if !word.isEmpty { words.append(word.lowercased()) }
            word = ""
        }
        for character in plain {
            guard character.isLetter || character.isNumber || character == "µ" else { close(); continue }
            // accX, and gyro1 but not w2.
            if character.isUppercase, let last = word.last, last.isLowercase || last.isNumber { close() }
            word.append(character)
        }
        close()
        let inside = bracket.lowercased().filter { $0 != " " }
        let (plainWords, unit) = Self.withoutUnit(words)
        // gyro_rad[0]: an axis by its number.
        if let axis = ["0": "x", "1": "y", "2": "z"][inside], words.count > 1, !words.contains(where: { Self.axis($0) != nil }) {
            (self.words, self.bracket) = (plainWords + [axis], unit)
        } else if inside.isEmpty {
            (self.words, self.bracket) = (plainWords, unit)
        } else {
            (self.words, self.bracket) = (words, inside)
        }
    }

    /// The words of a name without the unit among them: `accel_x_mg`, `accelerometer_m_s2`, `ax_g`; `g` is one only
    /// behind an acceleration, for in `x_g` it is a gyroscope.
    private static func withoutUnit(_ words: [String]) -> (words: [String], unit: String) {
        for length in [3, 2, 1] where words.count > length {
            for start in 1...words.count - length {
                let end = start + length
                let text = spelled(words[start..<end])
                guard let unit = UnitWord(text), unit.acceleration != nil || unit.rotation != nil else { continue }
                if text.count > 1 || (end == words.count && sayAcceleration(words[..<start])) {
                    return (Array(words[..<start] + words[end...]), text)
                }
            }
        }
        return (words, "")
    }

    private static func sayAcceleration(_ words: ArraySlice<String>) -> Bool {
        words.contains {
            accelerations.contains($0) || (axis(String($0.suffix(1))) != nil && accelerations.contains(String($0.dropLast())))
        }
    }

    private static func spelled(_ words: ArraySlice<String>) -> String {
        switch words {
        case ["m", "s", "2"], ["ms2"]: "m/s2"
        case ["rads"]: "rad/s"
        case ["degs"]: "deg/s"
        default: words.joined(separator: "/")
        }
    }

    /// Whether any of its words is among these.
    package func has(_ some: Set<String>) -> Bool { words.contains { some.contains($0) } }

    private static let accelerations: Set<String> = [
        "a", "acc", "accel", "accelero", "acceleration", "accelerometer", "accelerations", "beschleunigung", "accélération",
        "aceleración",
        "accelerazione",
    ]
    private static let rotations: Set<String> = [
        "g", "w", "gyr", "gyro", "gyroscope", "rotation", "rot", "rate", "omega", "angular", "gyroskop", "winkelgeschwindigkeit",
        "drehrate", "giroscopio",
    ]
    private static let others: Set<String> = [
        "mag", "magnetic", "magnetometer", "magnetism", "gravity", "grav", "attitude", "quat", "quaternion", "orientation", "euler",
        "roll",
        "pitch", "yaw", "temp", "temperature", "std", "mean", "var", "min", "max", "fft",
    ]
    private static let withoutGravity: Set<String> = [
        "user", "linear", "lin", "body", "free", "lineare", "linéaire", "lineal",
    ]
    /// Words before an axis that say nothing of what is along it.
    private static let neutral: Set<String> = ["attr", "value", "values", "val", "data", "sensor"]

    /// A quantity along an axis. A lower rank is surer.
    package var channel: (channel: Int, rank: Int, lacksGravity: Bool)? {
        guard !has(Self.others), var last = words.last else { return nil }
        // gFx: g-force, gravity in it.
        if words.count == 2, words[0] == "g", last.count == 2, last.first == "f", let axis = Self.axis(String(last.suffix(1))) {
            return (axis, -1, false)
        }
        var words = words
        // ax, wx, accx, gyrox, rotationratex
        if last.count > 1, words.count == 1 || Self.axis(last) == nil, let axis = last.last, Self.axis(String(axis)) != nil {
            let stem = String(last.dropLast())
            guard Self.accelerations.contains(stem) || Self.rotations.contains(stem) || stem == "rotationrate" else { return nil }
            words[words.count - 1] = stem == "rotationrate" ? "rotation" : stem
            words.append(String(axis))
            last = String(axis)
        }
        // x-axis
        if last == "axis" { words.removeLast() }
        guard let axis = words.lazy.compactMap({ Self.axis($0) }).last, words.filter({ Self.axis($0) != nil }).count == 1 else {
            return nil
        }
        let lacksGravity = words.contains { Self.withoutGravity.contains($0) }
        let isRotation = words.contains { Self.rotations.contains($0) } || Self.rotationUnit(bracket) != nil
        let isAcceleration = words.contains { Self.accelerations.contains($0) }
        if isRotation, !isAcceleration || words.contains("rotation") || words.contains("gyro") {
            // Of a phone the sensor itself, before what its system makes of it.
            return (3 + axis, words.contains("motion") ? 1 : 0, false)
        }
        if isAcceleration { return (axis, lacksGravity ? 2 : 0, lacksGravity) }
        // x alone is an acceleration if nothing else is.
        return words.allSatisfy { Self.neutral.contains($0) || Self.axis($0) != nil } ? (axis, 3, false) : nil
    }

    private static func axis(_ word: String) -> Int? { ["x", "y", "z"].firstIndex(of: word) }

    /// Of an acceleration.
    package var acceleration: AccelerationUnit? {
        UnitWord(bracket)?.acceleration
    }

    /// A unit that it has in brackets, and that is none of an acceleration or of a rotation; nil where there is none such.
    package func foreignUnit(ofRotation isRotation: Bool) -> String? {
        let unit = UnitWord(bracket)
        guard unit != nil || bracket.contains("/") else { return nil }
        return (isRotation ? unit?.rotation == nil : unit?.acceleration == nil) ? bracket : nil
    }

    /// Of a rotation.
    package var rotation: RotationUnit? { Self.rotationUnit(bracket) }

    private static func rotationUnit(_ bracket: String) -> RotationUnit? {
        UnitWord(bracket)?.rotation
    }
}
