import Foundation
import Synchronization

/// An input as a file, for readers that want a path: in the system's temporary folder (`TMPDIR`), and gone after the call.
enum FuzzFile {
    private static let count = Atomic(0)
    private static let folder: String = {
        let said = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        return said.isEmpty ? "/tmp" : said
    }()

    /// Calls with the path of a file that holds these bytes.
    ///
    /// - Parameter ending: of its name, with the dot.
    static func with<Result>(_ bytes: [UInt8], ending: String, _ body: (String) throws(FuzzFault) -> Result) throws(FuzzFault)
        -> Result
    {
        let number = count.add(1, ordering: .relaxed).newValue
        let path = "\(folder)/motionq-fuzz-\(getpid())-\(number)\(ending)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        defer { unlink(path) }
        guard written == bytes.count else { throw FuzzFault("\(folder) takes no file: name another folder with TMPDIR") }
        return try body(path)
    }
}
