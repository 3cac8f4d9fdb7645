import MotionUnits

/// What the words before a number say that it is: `Acceleration X:`, `AcX =`, `"gyro":{"z":`, `imu.linear_acceleration.x`.
///
/// Words end at anything that is no letter, and where a capital follows a small letter. Words that say nothing of motion are passed
/// over beside others that do.
struct LineName {
    enum Quantity: UInt8 {
        /// No words, or only an axis.
        case none
        case acceleration, rotation
        /// `a/g`: three of each.
        case both
        case time
        /// A field, an angle, a temperature.
        case other
        /// Words that say nothing here.
        case unknown
    }

    private(set) var quantity = Quantity.none
    /// 0 … 2.
    private(set) var axis: Int?
    /// Behind the name, or in it: `time_ms`, `ax [g]`.
    private(set) var unit = UnitWord.none
    /// An acceleration of which gravity is taken away.
    private(set) var lacksGravity = false
    private(set) var hasWords = false
    /// `Gy`: the y of a rotation, or all of it.
    private(set) var mayBeVector = false

    private static let accelerations: [StaticString] = [
        "a", "ac", "acc", "accl", "acce", "accel", "accelero", "accelerometer", "acceleration", "accelerations", "beschleunigung",
    ]
    private static let rotations: [StaticString] = [
        "g", "gyr", "gyro", "gyros", "gyroscope", "w", "rot", "rotation", "rotationrate", "omega", "angular", "angvel",
        "drehrate",
    ]
    private static let others: [StaticString] = [
        "m", "b", "mag", "magn", "magnetic", "magnetometer", "field", "temp", "temperature", "tmp", "heading", "pitch",
        "roll", "yaw", "q", "quat", "quaternion", "euler", "angle", "angles", "orient", "orientation", "attitude", "gravity",
        "grav",
        "pressure", "baro", "humidity", "altitude", "range", "offset", "offsets", "bias", "calibration", "bandwidth", "id",
        "address", "count",
    ]
    private static let times: [StaticString] = [
        "t", "ts", "time", "timestamp", "timestamps", "zeit", "elapsed", "uptime", "clock", "millis", "micros", "milliseconds",
        "microseconds", "seconds",
    ]
    private static let withoutGravity: [StaticString] = ["linear", "lin", "user", "lacc", "linacc", "linaccel"]

    /// No words.
    init() {}

    /// Of the whole vector.
    var withoutAxis: LineName {
        var name = self
        name.axis = nil
        return name
    }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var place = 0
        var word = Word()
        var previous: UInt8 = 0
        while place < text.count {
            let byte = text[place]
            // What a bracket holds may be a unit.
            if byte == 0x28 || byte == 0x5B, let end = Self.closing(text, place),
                let found = UnitWord(UnsafeBufferPointer(rebasing: text[place + 1..<end]))
            {
                take(word)
                word = Word()
                unit = found
                place = end + 1
                previous = 0
                continue
            }
            let isLetter = (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
            if !isLetter || ((0x41...0x5A).contains(byte) && (0x61...0x7A).contains(previous)) {
                take(word)
                word = Word()
            }
            if isLetter { word.append(byte | 0x20) }
            previous = byte
            place += 1
        }
        take(word)
    }

    private static func closing(_ text: UnsafeBufferPointer<UInt8>, _ open: Int) -> Int? {
        text[open...].firstIndex { $0 == 0x29 || $0 == 0x5D }
    }

    private mutating func take(_ word: Word) {
        guard word.count > 0 else { return }
        hasWords = true
        mayBeVector = false
        if word.count == 1, let axis = word.axis(at: 0) {
            self.axis = axis
            return
        }
        // g-force: gFx, gFy, gFz.
        if word.count == 2, word.letters[0] == 0x66, quantity == .rotation, let axis = word.axis(at: 1) {
            (quantity, self.axis) = (.acceleration, axis)
            return
        }
        if let found = Self.quantity(word) {
            merge(found)
            if found == .time, let own = word.unit, own.microseconds != nil { unit = own }
            return
        }
        // accx, gyroz, and xacc; gy is the y of g, or what stands before an axis of its own (GyX) or before three numbers.
        if word.count > 1, let axis = word.axis(at: word.count - 1), let found = Self.quantity(word.without(last: true)) {
            merge(found)
            self.axis = axis
            mayBeVector = word.count == 2 && axis == 1 && found == .rotation
        } else if word.count > 2, let axis = word.axis(at: 0), let found = Self.quantity(word.without(last: false)) {
            merge(found)
            self.axis = axis
        } else if word.isAny(of: Self.withoutGravity) {
            lacksGravity = true
            if word.count > 4 || word.letters[0] == 0x6C { merge(.unknown) }
        } else if let found = word.unit, found.microseconds != nil, quantity == .time || (quantity == .none && word.count > 1) {
            merge(.time)
            unit = found
        } else {
            merge(.unknown)
        }
    }

    private static func quantity(_ word: Word) -> Quantity? {
        if word.isAny(of: accelerations) { return .acceleration }
        if word.isAny(of: rotations) { return .rotation }
        if word.isAny(of: others) { return .other }
        return word.isAny(of: times) ? .time : nil
    }

    private mutating func merge(_ found: Quantity) {
        switch (quantity, found) {
        case (.none, _), (.unknown, _): quantity = found
        case (_, .unknown), (.other, _): break
        case (_, .other): quantity = .other
        case (.acceleration, .rotation), (.rotation, .acceleration): quantity = axis == nil ? .both : found
        default: quantity = found
        }
    }
}

/// A word in small letters, as far as it matters.
private struct Word {
    var letters: InlineArray<16, UInt8> = InlineArray(repeating: 0)
    var count = 0

    mutating func append(_ letter: UInt8) {
        // A longer word is none of those that are known.
        if count < 16 { letters[count] = letter }
        count += 1
    }

    func axis(at place: Int) -> Int? {
        guard place < 16, (0x78...0x7A).contains(letters[place]) else { return nil }
        return Int(letters[place] - 0x78)
    }

    func without(last: Bool) -> Word {
        guard !last else {
            var shorter = self
            shorter.count -= 1
            return shorter
        }
        var rest = Word()
        for place in 1..<max(1, min(count, 16)) { rest.append(letters[place]) }
        return rest
    }

    func isAny(of words: [StaticString]) -> Bool {
        guard count <= 16 else { return false }
        return words.contains { word in
            word.utf8CodeUnitCount == count && (0..<count).allSatisfy { letters[$0] == word.utf8Start[$0] }
        }
    }

    var unit: UnitWord? {
        guard count <= 16 else { return nil }
        var letters = letters
        let count = count
        return withUnsafeBytes(of: &letters) { UnitWord(UnsafeBufferPointer(rebasing: $0.bindMemory(to: UInt8.self)[..<count])) }
    }
}
