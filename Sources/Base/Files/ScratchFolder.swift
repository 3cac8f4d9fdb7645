import Foundation

/// A folder of one's own for as long as something is done, among the system's temporary ones (`TMPDIR`, or /tmp).
package struct ScratchFolder {
    package let path: String

    /// - Throws: `FileError` if none can be made.
    package init() throws(FileError) {
        let base = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        path = Path.joined(base, "motionq-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        do throws(SystemFailure) {
            try System.call(path) { mkdir($0, 0o700) }
        } catch {
            throw FileError(.unwritable, file: "the folder \(base)", problem: "takes no folder: \(error)")
        }
    }

    /// Removes it, with what is in it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
