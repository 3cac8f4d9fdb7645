import Foundation

/// To whom the thing at a path belongs, and whether this process may use it: of a device, why it cannot be opened.
package struct FileNode: Equatable, Sendable {
    /// The owner's and the group's numbers.
    package var owner: UInt32
    package var group: UInt32
    /// The nine bits of rights, as `chmod` has them.
    package var rights: UInt32
    /// Whether this process may read and write it: the system's own answer, access control lists included.
    package var isUsable: Bool

    package init(owner: UInt32, group: UInt32, rights: UInt32, isUsable: Bool) {
        self.owner = owner
        self.group = group
        self.rights = rights
        self.isUsable = isUsable
    }

    /// What is there, links followed; nil if nothing is.
    package init?(at path: String) {
        guard let status = try? System.status(of: path) else { return nil }
        owner = status.st_uid
        group = status.st_gid
        rights = UInt32(status.st_mode) & 0o777
        isUsable = (try? System.call(path) { access($0, R_OK | W_OK) }) != nil
    }
}

/// Symbolic links.
package enum Link {
    /// What a link names, as it stands in it; nil for anything else, and where it may not be read.
    package static func target(of path: String) -> String? { System.linkTarget(path) }
}
