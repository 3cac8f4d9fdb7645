import Foundation

/// What a path leads to.
package enum FileKind: Sendable {
    case file, folder
    /// A device, a pipe or a socket.
    case other

    /// What is there, links followed; nil if nothing is.
    package init?(at path: String) {
        guard let status = try? System.status(of: path) else { return nil }
        self = status.isRegularFile ? .file : status.isFolder ? .folder : .other
    }
}
