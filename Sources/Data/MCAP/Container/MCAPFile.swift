import Files
import Recordings

/// What makes a file one of MCAP.
package enum MCAPFile {
    /// How it begins and ends.
    static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

    /// Whether a file begins as one, whatever its name is; false also of what cannot be read.
    package static func isOne(at path: String) -> Bool {
        guard FileKind(at: path) == .file, let file = try? RecordBytes(ofFileAt: path) else { return false }
        return (try? file.bytes(magic.count)) == magic
    }

    /// Whether a name ends as one's does.
    package static func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(".mcap") }
}
