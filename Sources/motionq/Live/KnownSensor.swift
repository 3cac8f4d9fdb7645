import DeviceTools
import Formatting
import Foundation
import MotionCore
import WireProtocol

/// What is known of a device's sensor that it does not say itself: its calibration, and how its board sits.
struct KnownSensor: Sendable {
    /// Of the board's x, y and z, which axis of the model's each is; nil: the same.
    var axes: SIMD3<Int8>?
    /// Whether a calibration that is kept counts.
    var isCalibrated = true
    /// Raised once somebody was told that a calibration is used.
    private let isTold = StopFlag()

    init(axes: SIMD3<Int8>?, isCalibrated: Bool) {
        (self.axes, self.isCalibrated) = (axes, isCalibrated)
    }

    /// Nil if nothing is. Says once that a calibration is used, if one is.
    func correction(of hello: HelloMessage) -> SensorCorrection? {
        let file = isCalibrated ? Self.kept(hello) : nil
        var correction = file?.correction
        if let file, correction != nil, !isTold.isRaised {
            isTold.raise()
            Output.note(Self.words(file))
        }
        if let axes {
            correction = correction ?? SensorCorrection()
            correction?.axes = axes
        }
        return correction
    }

    /// What is known of iron about a device's magnetometer, which `correction` knows too; says nothing.
    func iron(of hello: HelloMessage) -> IronCorrection? { isCalibrated ? Self.kept(hello)?.correction?.iron : nil }

    /// What `motionq calibrate` has kept of a device.
    static func kept(_ hello: HelloMessage) -> CalibrationFile? {
        guard hello.uniqueID.count > 0, let folder = SettingsFolder.calibrations else { return nil }
        return CalibrationFile.of(hello.uniqueID.hexadecimal, in: folder)
    }

    private static func words(_ file: CalibrationFile) -> String {
        let date = Date(timeIntervalSince1970: file.date).formatted(.iso8601.year().month().day())
        return "its sensor was calibrated on \(date); --no-calibration takes it as it comes"
    }
}
