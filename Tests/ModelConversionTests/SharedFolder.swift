import Foundation

/// Recordings and models that are too large, or not ours, to be part of the project.
///
/// `MOTIONQ_SHARED_DATA` names the folder; without it, it is looked for beside the package.
enum SharedFolder {
    static let path: String = {
        if let given = ProcessInfo.processInfo.environment["MOTIONQ_SHARED_DATA"], !given.isEmpty { return given }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.appending(path: "../shared/data").standardized.path
    }()

    static let gestureClassifier = "\(path)/models/GestureClassifier.mlmodel"

    static func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }
}
