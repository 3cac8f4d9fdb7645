import Randomness

/// A made-up sketch: how it prints, and what it prints.
struct Sketch: CustomStringConvertible {
    /// What it sends, and in a line for a failed test.
    private(set) var text = ""
    private(set) var description = ""
    /// ax, ay, az, gx, gy, gz of each reading, as they are printed; nil where the sketch has no such quantity.
    private(set) var readings: [[Double?]] = []
    /// What `ForeignUnits` is told: the units that are not printed.
    private(set) var units: String?
    /// What makes g and rad/s of the printed numbers, where they are printed with units.
    private(set) var factors = (acceleration: 1.0, rotation: 1.0)

    private enum Naming: CaseIterable { case none, header, labels, vectors, words, json, nestedJSON }

    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let naming = Naming.allCases.randomElement(using: &random) ?? .none
        let hasRotation = naming == .words || Int.random(in: 0..<4, using: &random) > 0
        let style = Style(naming: naming, hasRotation: hasRotation, &random)
        description = "seed \(seed): \(naming)"
        if Bool.random(using: &random) { boot(style) }
        if naming == .header { text += style.header + style.end }
        var values = (0..<6).map { _ in Double.random(in: -2...2, using: &random) }
        for index in 0..<Int.random(in: 40...100, using: &random) {
            for channel in 0..<6 {
                values[channel] = max(-15, min(15, values[channel] + Double.random(in: -0.4...0.4, using: &random)))
            }
            let printed = values.map { style.number($0) }
            readings.append((0..<6).map { $0 < 3 || hasRotation ? printed[$0].value : nil })
            text += style.reading(printed.map(\.text), index)
        }
        factors = style.factors
        if !style.printsUnits { units = "g,rad/s" }
    }

    private mutating func boot(_ style: Style) {
        let lines = [
            "Initializing I2C devices...", "MPU6050 Found!", "Gyro range set to: +- 500 deg/s", "Filter bandwidth set to: 5 Hz",
            "ets Jun  8 2016 00:22:57", "rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)", "load:0x3fff0030,len:1344", "",
            "Calibrating... done in 1500 ms", "WHO_AM_I: 0x68", "version 1.2.3", "setup took 12 ms", "> ",
        ]
        for _ in 0..<Int.random(in: 1...6, using: &random) { text += (lines.randomElement(using: &random) ?? "") + style.end }
    }

    /// How it prints.
    private struct Style {
        let naming: Naming
        let hasRotation: Bool
        let end: String
        let separator: String
        let decimals: Int
        let usesComma: Bool
        /// Of the six channels.
        let names: [String]
        /// Of the two vectors.
        let groups: [String]
        let assign: String
        let rotationFirst: Bool
        let printsUnits: Bool
        let unitNames: (String, String)
        let factors: (acceleration: Double, rotation: Double)
        /// Milliseconds of a step, its name and how it is printed; nil without a time.
        let time: (name: String, perMillisecond: Double)?
        let extra: Bool
        let blankLines: Bool

        init(naming: Naming, hasRotation: Bool, _ random: inout SeededGenerator) {
            (self.naming, self.hasRotation) = (naming, hasRotation)
            end = Bool.random(using: &random) ? "\r\n" : "\n"
            decimals = Int.random(in: 1...6, using: &random)
            let isJSON = naming == .json || naming == .nestedJSON
            usesComma = !isJSON && Int.random(in: 0..<6, using: &random) == 0
            let separators = usesComma ? ["\t", ";", "; ", " "] : [",", ", ", "\t", " ", ";", "; "]
            separator = isJSON ? [",", ", "].randomElement(using: &random) ?? "," : separators.randomElement(using: &random) ?? ","
            let spellings: [([String], [String])] = [
                (["ax", "ay", "az", "gx", "gy", "gz"], ["a", "g"]),
                (["AccX", "AccY", "AccZ", "GyroX", "GyroY", "GyroZ"], ["Acc", "Gyro"]),
                (["AcX", "AcY", "AcZ", "GyX", "GyY", "GyZ"], ["Ac", "Gy"]),
                (["accel_x", "accel_y", "accel_z", "gyro_x", "gyro_y", "gyro_z"], ["accel", "gyro"]),
                (["accel.x", "accel.y", "accel.z", "gyro.x", "gyro.y", "gyro.z"], ["Accelerometer", "Gyroscope"]),
                (["aX", "aY", "aZ", "gX", "gY", "gZ"], ["A", "G"]),
                (
                    ["acc_x", "acc_y", "acc_z", "rotationRate.x", "rotationRate.y", "rotationRate.z"],
                    ["acceleration", "rotationRate"]
                ),
                (
                    [
                        "imu.linear_acceleration.x", "imu.linear_acceleration.y", "imu.linear_acceleration.z",
                        "imu.angular_velocity.x", "imu.angular_velocity.y", "imu.angular_velocity.z",
                    ], ["linear_acceleration", "angular_velocity"]
                ),
            ]
            (names, groups) = spellings.randomElement(using: &random) ?? spellings[0]
            assign = [":", ": ", "=", " = "].randomElement(using: &random) ?? ":"
            rotationFirst = hasRotation && naming != .none && Int.random(in: 0..<4, using: &random) == 0
            printsUnits = naming != .none && !isJSON && Bool.random(using: &random)
            let accelerations: [(String, Double)] = [("g", 1), ("m/s^2", 1 / 9.80665), ("m/s2", 1 / 9.80665), ("mg", 1e-3)]
            let rotations: [(String, Double)] = [
                ("rad/s", 1), ("deg/s", .pi / 180), ("dps", .pi / 180), ("°/s", .pi / 180), ("mdps", .pi / 180_000),
            ]
            let acceleration = accelerations.randomElement(using: &random) ?? accelerations[0]
            let rotation = rotations.randomElement(using: &random) ?? rotations[0]
            unitNames = (acceleration.0, rotation.0)
            factors = printsUnits ? (acceleration.1, rotation.1) : (1, 1)
            let times: [(String, Double)] = [("time_ms", 1), ("t", 1), ("millis", 1), ("micros", 1000), ("time_us", 1000)]
            let hasTime = naming != .vectors && naming != .words && (naming != .none || hasRotation)
            time = hasTime && Int.random(in: 0..<3, using: &random) == 0 ? times.randomElement(using: &random) : nil
            extra = Int.random(in: 0..<4, using: &random) == 0
            blankLines = Int.random(in: 0..<4, using: &random) == 0
        }

        func number(_ value: Double) -> (text: String, value: Double) {
            let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
            let count = Int((value * Double(scale)).rounded())
            let digits = String(abs(count) % scale)
            let zeros = String(repeating: "0", count: decimals - digits.count)
            let text = "\(count < 0 ? "-" : "")\(abs(count) / scale)\(usesComma ? "," : ".")\(zeros)\(digits)"
            return (text, Double(count) / Double(scale))
        }

        private var order: [Int] {
            let all = rotationFirst ? [3, 4, 5, 0, 1, 2] : [0, 1, 2, 3, 4, 5]
            return hasRotation ? all : Array(all.filter { $0 < 3 })
        }

        var header: String {
            let columns = order.map { channel in
                printsUnits ? "\(names[channel])(\(channel < 3 ? unitNames.0 : unitNames.1))" : names[channel]
            }
            return ((time.map { [$0.name] } ?? []) + columns + (extra ? ["temp"] : [])).joined(separator: separator)
        }

        func reading(_ values: [String], _ index: Int) -> String {
            let stamp = time.map { "\(Int(Double(1000 + index * 20) * $0.perMillisecond))" }
            switch naming {
            case .none, .header:
                // Nobody names more columns than these.
                let more = naming == .header && extra ? [usesComma ? "21,5" : "21.5"] : []
                return ((stamp.map { [$0] } ?? []) + order.map { values[$0] } + more).joined(separator: separator) + end
            case .labels:
                let fields = order.map { names[$0] + assign + values[$0] + unit($0 < 3 ? unitNames.0 : unitNames.1) }
                let first = (stamp.flatMap { stamp in time.map { [$0.name + assign + stamp] } } ?? [])
                let temp = extra ? ["temp" + assign + (usesComma ? "21,5" : "21.5")] : []
                return (first + fields + temp).joined(separator: separator) + end + blank
            case .vectors: return lines(values) { group, numbers in groups[group] + assign + numbers.joined(separator: separator) }
            case .words:
                return lines(values) { group, numbers in
                    let title = group == 0 ? "Acceleration" : "Rotation"
                    let axes = zip(["X", "Y", "Z"], numbers).map { "\($0): \($1)" }
                    return title + " " + axes.joined(separator: usesComma ? "; " : ", ")
                }
            case .json:
                let fields = order.map { "\"\(names[$0])\":\(gap)\(values[$0])" }
                let first = stamp.flatMap { stamp in time.map { ["\"\($0.name)\":\(gap)\(stamp)"] } } ?? []
                let still = extra ? ["\"still\":\(gap)\(index % 7 == 0)"] : []
                return "{" + (first + still + fields).joined(separator: separator) + "}" + end
            case .nestedJSON:
                let vectors = (hasRotation ? (rotationFirst ? [1, 0] : [0, 1]) : [0]).map { group in
                    let axes = ["x", "y", "z"].enumerated().map { "\"\($1)\":\(gap)\(values[3 * group + $0])" }
                    return "\"\(groups[group])\":\(gap){" + axes.joined(separator: separator) + "}"
                }
                return "{" + vectors.joined(separator: separator) + "}" + end
            }
        }

        private var gap: String { separator.hasSuffix(" ") ? " " : "" }
        private var blank: String { blankLines ? end : "" }
        private func unit(_ name: String) -> String { printsUnits ? " " + name : "" }

        private func lines(_ values: [String], _ line: (Int, [String]) -> String) -> String {
            let groups = hasRotation ? (rotationFirst ? [1, 0] : [0, 1]) : [0]
            return groups.map { group in
                line(group, Array(values[3 * group..<3 * group + 3])) + unit(group == 0 ? unitNames.0 : unitNames.1) + end
            }.joined() + (extra ? "Temperature: \(usesComma ? "36,53" : "36.53") degC" + end : "") + blank
        }
    }
}
