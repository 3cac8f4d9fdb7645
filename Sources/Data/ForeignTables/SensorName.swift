import Files
import MotionUnits
import Recordings

/// What the name of a file says of the sensor whose values it holds: phones' loggers write a file for each.
struct SensorName {
    enum Sensor {
        case acceleration, rotation
        /// One that measures no motion, or what a phone tells of motion besides.
        case other
    }

    /// Nil if the name says nothing of one, or of both.
    let sensor: Sensor?
    /// The name without the words that say the sensor: `exp01_user01` of `acc_exp01_user01`.
    let rest: String
    /// Which of several of one sensor is meant, least first: with gravity, as it is, uncalibrated, without gravity.
    let rank: Int
    /// Whether the name says that gravity is left out.
    let lacksGravity: Bool

    private static let accelerations: Set<String> = ["acc", "accel", "accelero", "accelerometer", "acceleration", "accelerations"]
    private static let rotations: Set<String> = ["gyr", "gyro", "gyros", "gyroscope"]
    private static let others: Set<String> = [
        "magnetometer", "magnetic", "mag", "gravity", "orientation", "barometer", "compass", "location", "gps", "pedometer",
        "annotation", "metadata", "proximity", "light", "battery", "brightness", "microphone", "heading", "altimeter",
    ]
    /// What stands beside the sensor's name.
    private static let qualifiers: Set<String> = [
        "total", "linear", "user", "uncalibrated", "raw", "sensor", "data", "study", "field", "heart", "rate", "without", "with",
        "g",
    ]

    /// - Parameter name: of a file, without its extension.
    init(_ name: String) {
        let words = ColumnName(name).words
        let isAcceleration = words.contains { Self.accelerations.contains($0) }
        let isRotation = words.contains { Self.rotations.contains($0) }
        let isOther = words.contains { Self.others.contains($0) } && words.allSatisfy { Self.isOfSensor($0) }
        sensor =
            isAcceleration == isRotation ? (isOther && !isAcceleration ? .other : nil) : isAcceleration ? .acceleration : .rotation
        lacksGravity = words.contains("linear") || words.contains("user")
        rank = words.contains("total") ? 0 : lacksGravity ? 3 : words.contains("uncalibrated") || words.contains("raw") ? 2 : 1
        // A part that is nothing but words of the sensor goes; `walkAcc` stays walk.
        rest = name.split(whereSeparator: { "_- .".contains($0) }).compactMap { part in
            let own = ColumnName(String(part)).words.filter { !Self.isOfSensor($0) }
            return own.isEmpty ? nil : own.count == ColumnName(String(part)).words.count ? String(part) : own.joined(separator: "_")
        }
        .joined(separator: "_")
    }

    private static func isOfSensor(_ word: String) -> Bool {
        accelerations.contains(word) || rotations.contains(word) || others.contains(word) || qualifiers.contains(word)
    }
}

/// A table that is not converted, and why that is as it should be.
struct PassedOver {
    let path: String
    let reason: String
}

/// What several files may tell of: those of one folder whose names differ by the sensor alone.
private struct MotionOfFiles: Hashable {
    let folder: String
    let rest: String
}

extension [ForeignFile] {
    /// Puts a gyroscope's file and the accelerometer's that lies beside it together, and leaves out what else a phone tells of the
    /// same motion.
    ///
    /// - Returns: the files, in their order, and what was left out.
    func joined() -> (files: [ForeignFile], passedOver: [PassedOver]) {
        var groups: [MotionOfFiles: [Int]] = [:]
        var sensors: [SensorName] = []
        for (index, file) in enumerated() {
            let sensor = SensorName(file.name)
            sensors.append(sensor)
            guard sensor.sensor != nil else { continue }
            groups[MotionOfFiles(folder: Path.folder(of: file.path), rest: sensor.rest), default: []].append(index)
        }
        var files: [ForeignFile?] = self
        var passedOver: [(index: Int, what: PassedOver)] = []
        func leaveOut(_ index: Int, _ reason: String) {
            files[index] = nil
            passedOver.append((index, PassedOver(path: self[index].path, reason: reason)))
        }
        for group in groups.values {
            func best(_ sensor: SensorName.Sensor) -> Int? {
                group.filter { sensors[$0].sensor == sensor }.min { sensors[$0].rank < sensors[$1].rank }
            }
            guard let acceleration = best(.acceleration) else { continue }
            let rotation = best(.rotation)
            if let rotation {
                files[acceleration]?.rotation = self[rotation].path
                files[rotation] = nil
                let rest = sensors[acceleration].rest
                files[acceleration]?.name = rest.isEmpty ? self[acceleration].nameOfFolder : rest
            }
            // A phone's logger that has gravity in a file of its own leaves it out of the other.
            let hasGravity = group.contains { SensorName.isGravity(self[$0].name) }
            files[acceleration]?.lacksGravity = sensors[acceleration].lacksGravity || (hasGravity && sensors[acceleration].rank > 0)
            for index in group where index != acceleration && index != rotation && !self[index].isNamed {
                leaveOut(
                    index,
                    sensors[index].sensor == .other
                        ? "by its name it holds no motion" : "\(Path.name(of: self[acceleration].path)) is taken in its place")
            }
        }
        return (files.compactMap { $0 }, passedOver.sorted { $0.index < $1.index }.map(\.what))
    }
}

extension SensorName {
    fileprivate static func isGravity(_ name: String) -> Bool { ColumnName(name).words == ["gravity"] }
}
