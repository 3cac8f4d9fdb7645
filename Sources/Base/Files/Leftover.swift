import Formatting
import Foundation

/// The names that files have for a moment before they are in place, and what is done about those that a killed program left.
///
/// The names do not depend on the file's own, which may be as long as the file system takes. As long as its writer lives, the file
/// is locked; one that is not is nobody's any more.
enum Leftover {
    private static let beginning = ".motionq-"
    private static let end = ".new"

    /// A name that nothing has, in a folder.
    static func name(in folder: String) -> String {
        Path.joined(folder, beginning + UInt64.random(in: 0...UInt64.max).hexadecimal + end)
    }

    /// Locks a file until its descriptor is closed.
    static func claim(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Removes from a folder what killed programs of this user left in it.
    static func remove(from folder: String) {
        // The old contents of a set that is just being replaced have such a name, and the writer's lock is the folder's.
        guard let lock = try? System.call(folder, { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) else { return }
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, let names = try? Folder.names(in: folder) else { return }
        for name in names where name.hasPrefix(beginning) && name.hasSuffix(end) && name.utf8.count == beginning.utf8.count + 16 + 4
        {
            let path = Path.joined(folder, name)
            guard let descriptor = try? System.call(path, { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }) else {
                continue
            }
            defer { close(descriptor) }
            guard let status = try? System.status(of: descriptor), status.isRegularFile, status.st_uid == geteuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            _ = try? System.call(path) { unlink($0) }
        }
    }
}
