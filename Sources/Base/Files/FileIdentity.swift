import Foundation

/// Which file a path leads to: the same for every way to it, through links and by other names of the file.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// What it will be called in the folder above, if it is not there yet.
    private let name: String?

    /// Nil where nothing is and nothing can be put.
    package init?(of path: String) {
        if let status = try? System.status(of: path) {
            (device, number, name) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino), nil)
        } else if let destination = try? System.destination(of: path),
            let folder = try? System.status(of: Path.folder(of: destination))
        {
            device = UInt64(truncatingIfNeeded: folder.st_dev)
            number = UInt64(folder.st_ino)
            name = Path.name(of: destination)
        } else {
            return nil
        }
    }
}
