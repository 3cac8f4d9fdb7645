import Formatting

/// What one count of a sensor is worth, for formats that send counts and do not say.
public struct SensorScale: Sendable, Equatable {
    public var gPerCount: Double
    public var degreesPerSecondPerCount: Double

    var radiansPerSecondPerCount: Double { degreesPerSecondPerCount * .pi / 180 }

    public init(gPerCount: Double, degreesPerSecondPerCount: Double) {
        (self.gPerCount, self.degreesPerSecondPerCount) = (gPerCount, degreesPerSecondPerCount)
    }

    /// Reads a profile, `mpu6050-8g-2000dps`: a part, the range of its acceleration and that of its rotation.
    ///
    /// - Throws: a sentence that names what there is.
    public init(profile: String) throws(FormatOptionError) {
        let words = profile.lowercased().split(separator: "-")
        guard let part = words.first.flatMap({ Part(rawValue: String($0)) }) else {
            throw FormatOptionError("\(.profile) begins with a part, one of \(Part.names), as mpu6050-8g-2000dps")
        }
        func number(_ suffix: String) -> Int? {
            words.dropFirst().compactMap { $0.hasSuffix(suffix) ? Int($0.dropLast(suffix.count)) : nil }.first
        }
        guard words.count == 3, let g = number("g"), let perCount = part.gPerCount(range: g) else {
            throw FormatOptionError(
                "the acceleration of \(part.rawValue) has the ranges \(part.accelerationRanges), as \(part.example)")
        }
        guard let dps = number("dps"), let rotation = part.degreesPerSecondPerCount(range: dps) else {
            throw FormatOptionError("the rotation of \(part.rawValue) has the ranges \(part.rotationRanges), as \(part.example)")
        }
        self.init(gPerCount: perCount, degreesPerSecondPerCount: rotation)
    }
}

extension SensorScale {
    /// Common parts, with the sensitivities of their data sheets.
    private enum Part: String, CaseIterable {
        /// InvenSense MPU-6000/6050 product specification rev. 3.4, §6.1, §6.2; MPU-9250 and ICM-20948 have the same.
        case mpu6050, mpu9250, icm20948
        /// ST LSM6DS3 (DocID026899), LSM6DSOX (DS12814), LSM9DS1 (DocID025715): sensitivities in mg and mdps.
        case lsm6ds3, lsm6dsox, lsm9ds1
        /// Bosch BMI160 (BST-BMI160-DS000), BMI270 (BST-BMI270-DS000).
        case bmi160, bmi270

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

        /// g a count, by range in g.
        private var accelerations: [(range: Int, value: Double)] {
            switch self {
            case .lsm6ds3, .lsm6dsox: [(2, 61e-6), (4, 122e-6), (8, 244e-6), (16, 488e-6)]
            case .lsm9ds1: [(2, 61e-6), (4, 122e-6), (8, 244e-6), (16, 732e-6)]
            case .mpu6050, .mpu9250, .icm20948, .bmi160, .bmi270:
                [(2, 1 / 16_384), (4, 1 / 8_192), (8, 1 / 4_096), (16, 1 / 2_048)]
            }
        }

        /// °/s a count, by range in °/s.
        private var rotations: [(range: Int, value: Double)] {
            switch self {
            case .mpu6050, .mpu9250, .icm20948: [(250, 1 / 131), (500, 1 / 65.5), (1000, 1 / 32.8), (2000, 1 / 16.4)]
            case .bmi160, .bmi270: [(125, 1 / 262.4), (250, 1 / 131.2), (500, 1 / 65.6), (1000, 1 / 32.8), (2000, 1 / 16.4)]
            case .lsm6ds3, .lsm6dsox: [(125, 4.375e-3), (250, 8.75e-3), (500, 17.5e-3), (1000, 35e-3), (2000, 70e-3)]
            case .lsm9ds1: [(245, 8.75e-3), (500, 17.5e-3), (2000, 70e-3)]
            }
        }

        func gPerCount(range: Int) -> Double? { accelerations.first { $0.range == range }?.value }
        func degreesPerSecondPerCount(range: Int) -> Double? { rotations.first { $0.range == range }?.value }
        var accelerationRanges: String { accelerations.map { "\($0.range)g" }.joined(separator: ", ") }
        var rotationRanges: String { rotations.map { "\($0.range)dps" }.joined(separator: ", ") }
        var example: String { "\(rawValue)-\(accelerations[2].range)g-\(rotations[rotations.count - 1].range)dps" }
    }
}
