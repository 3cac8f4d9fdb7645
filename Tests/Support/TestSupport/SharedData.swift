public import Foundation

/// Recordings and models that are too large, or not ours, to be part of the project.
///
/// `MOTIONQ_SHARED_DATA` names the folder; without it, it is looked for beside the package.
public enum SharedData {
    public static let folder: String = {
        if let given = ProcessInfo.processInfo.environment["MOTIONQ_SHARED_DATA"], !given.isEmpty { return given }
        return Repository.root.appending(path: "../shared/data").standardized.path
    }()

    /// What a skipped test says.
    public static let missing = "needs the recordings and the model of ../shared/data (or MOTIONQ_SHARED_DATA), which are not there"

    public static let gestureClassifier = "\(folder)/models/GestureClassifier.mlmodel"

    public static var isThere: Bool { FileManager.default.fileExists(atPath: gestureClassifier) }

    /// The contents of a gzip-compressed file of the folder.
    public static func unpacked(_ file: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", "\(folder)/\(file)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let contents = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return contents
    }
}
