import Files
import Foundation
public import MotionCore

/// Where a sensor's errors are kept: a small JSON file for each device, named by its unique id.
public struct CalibrationFile: Codable, Sendable {
    /// When it was calibrated, in seconds since 1970.
    public var date: Double
    private var accelerationOffset: [Double]
    private var accelerationGain: [Double]
    private var rotationOffset: [Double]
    /// Of a magnetometer, in µT, three rows of the matrix, and µT: absent where nobody turned one, as in files of before. The three
    /// above mean the same with and without them.
    private var fieldOffset: [Double]?
    private var fieldMatrix: [[Double]]?
    private var fieldStrength: Double?

    public init(_ correction: SensorCorrection, date: Double) {
        self.date = date
        accelerationOffset = (0..<3).map { correction.accelerationOffset[$0] }
        accelerationGain = (0..<3).map { correction.accelerationGain[$0] }
        rotationOffset = (0..<3).map { correction.rotationOffset[$0] }
        guard let iron = correction.iron else { return }
        fieldOffset = (0..<3).map { iron.offset[$0] }
        let (d, m) = (iron.diagonal, iron.mixed)
        fieldMatrix = [[d.x, m.x, m.y], [m.x, d.y, m.z], [m.y, m.z, d.z]]
        fieldStrength = iron.strength
    }

    /// What is kept of iron; nil if nothing is, or the numbers are none of a magnetometer.
    private var iron: IronCorrection? {
        guard let offset = fieldOffset, let rows = fieldMatrix, let strength = fieldStrength, offset.count == 3, rows.count == 3,
            rows.allSatisfy({ $0.count == 3 })
        else { return nil }
        let found = IronCorrection(
            offset: SIMD3(offset[0], offset[1], offset[2]), diagonal: SIMD3(rows[0][0], rows[1][1], rows[2][2]),
            mixed: SIMD3(rows[0][1], rows[0][2], rows[1][2]), strength: strength)
        guard (offset + rows.flatMap { $0 } + [strength]).allSatisfy(\.isFinite), found.diagonal.min() > 0, strength > 0 else {
            return nil
        }
        return found
    }

    /// What is kept; nil if the numbers are none of a sensor.
    public var correction: SensorCorrection? {
        let all = accelerationOffset + accelerationGain + rotationOffset
        guard all.count == 9, [accelerationOffset, accelerationGain].allSatisfy({ $0.count == 3 }), all.allSatisfy(\.isFinite),
            accelerationGain.allSatisfy({ $0 > 0 })
        else { return nil }
        var correction = SensorCorrection()
        correction.iron = iron
        for axis in 0..<3 {
            correction.accelerationOffset[axis] = accelerationOffset[axis]
            correction.accelerationGain[axis] = accelerationGain[axis]
            correction.rotationOffset[axis] = rotationOffset[axis]
        }
        return correction
    }

    /// - Parameter id: the device's unique id in hexadecimal digits.
    private static func name(of id: String) -> String { "\(id).json" }

    /// Whether an id can name a file: hexadecimal digits and nothing else.
    private static func isUsable(_ id: String) -> Bool { !id.isEmpty && id.count <= 64 && id.allSatisfy(\.isHexDigit) }

    /// What is kept of a device; nil if that is nothing, or cannot be read.
    public static func of(_ id: String, in folder: String) -> CalibrationFile? {
        guard isUsable(id), let bytes = try? WholeFile.bytes(ofFileAt: Path.joined(folder, name(of: id)), limit: 1 << 16) else {
            return nil
        }
        return try? JSONDecoder().decode(CalibrationFile.self, from: Data(bytes))
    }

    /// Keeps it, in place of what was kept.
    ///
    /// - Returns: the file's path.
    /// - Throws: `FileError`.
    public func keep(for id: String, in folder: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileSet.replace(inFolder: folder, [(Self.name(of: id), Array(encoder.encode(self)) + [10])])
        return Path.joined(folder, Self.name(of: id))
    }
}
