import Foundation
import TestSupport
import Testing

/// The book's gesture classifier, calibrated on one person's recordings, as a firmware: 502 kB of constants.
enum GestureFirmware {
    private static let shared = Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = FirmwareImage.folder.appending(path: "GestureClassifier.safetensors").path
        try FileManager.default.createDirectory(at: FirmwareImage.folder, withIntermediateDirectories: true)
        let recordings = ["chop", "drive", "shake"].map { "\(SharedData.folder)/gestureit/u_03-\($0)-it.csv.gz" }
        let imported = try motionq.start(["import", SharedData.gestureClassifier, "-o", model, "--data"] + recordings).wait()
        try #require(imported.status == 0, "\(imported.errors)")
        return try FirmwareImage("gestures", model: model)
    }

    static func image() throws -> FirmwareImage { try shared.get() }
}
