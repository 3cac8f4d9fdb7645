import Foundation

/// Whoever runs the program, as the system calls them.
enum Account {
    /// 1 to 64 bytes, with which a file may be named; “me” where the system has no such name.
    static var name: String {
        let environment = ProcessInfo.processInfo.environment
        let name = environment["USER"] ?? environment["LOGNAME"] ?? ""
        return RecordingFolder.isGood(name) ? name : "me"
    }
}
