import Foundation

/// The new contents of one file: first on the disk, then under a name beside the file, then in its place.
///
/// On Linux the contents have no name until they are complete, where the file system can do that: then nothing, not even SIGKILL or
/// a power failure, leaves anything over while they are written. Elsewhere they have the name beside the file from the start.
struct Replacement {
    /// As the caller named it.
    let path: String
    /// Links followed.
    private let destination: String
    /// What is there now; nil if nothing is.
    private let old: stat?
    private var descriptor: Int32 = -1
    /// The name beside the file that the new contents have.
    private var beside: String?
    /// The name beside the file that the old contents have as well.
    private var kept: String?
    private var isInPlace = false

    /// Looks at what is there. What is no regular file is refused.
    init(of path: String) throws(FileError) {
        self.path = path
        do throws(SystemFailure) {
            destination = try System.destination(of: path)
            old = try? System.status(of: destination)
        } catch {
            throw FileError(writing: path, error)
        }
        guard let old, !old.isRegularFile else { return }
        let kind = old.isFolder ? "it is a folder; name a file in it" : "it is no regular file; name another"
        throw FileError(.unwritable, file: path, problem: "cannot be written: \(kind)")
    }

    /// Whether it cannot be seen until it has a name, so that nothing has to be removed should the program end.
    var isUnnamed: Bool { beside == nil }

    /// The folder that it will stand in.
    var folder: String { Path.folder(of: destination) }

    // MARK: - Writing

    /// Makes the file for the new contents in a folder on the same file system, with the mode and, where permitted, the owner of
    /// the old one.
    ///
    /// - Parameter isUnnamed: whether to make one without a name; false is returned if the system cannot.
    mutating func open(in folder: String, isUnnamed: Bool) throws(SystemFailure) -> Bool {
        if isUnnamed {
            guard let unnamed = Self.unnamedFile(in: folder) else { return false }
            descriptor = unnamed
        } else {
            let name = Leftover.name(in: folder)
            // Not for others' eyes until it has the old one's mode.
            let mode: mode_t = old == nil ? 0o666 : 0o600
            descriptor = try System.call(name) { Foundation.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
            beside = name
        }
        Leftover.claim(descriptor)
        guard let old else { return true }
        let isOwn = (try? System.status(of: descriptor)).map { ($0.st_uid, $0.st_gid) == (old.st_uid, old.st_gid) } == true
        let keepsOwner = isOwn || fchown(descriptor, old.st_uid, old.st_gid) == 0
        // Set-user-ID bits are for the owner that they were set by.
        try System.check { fchmod(descriptor, old.st_mode & (keepsOwner ? 0o7777 : 0o777)) }
        return true
    }

    func write(_ contents: NewContents) throws(SystemFailure) {
        try contents.write(to: descriptor)
        try System.check { fsync(descriptor) }
    }

    private static func unnamedFile(in folder: String) -> Int32? {
        #if os(Linux)
            // O_TMPFILE, which the C library's header spells in a way that Swift does not read.
            let unnamed = 0o20_000_000 | O_DIRECTORY
            let opened = try? System.call(folder) { Foundation.open($0, unnamed | O_WRONLY | O_CLOEXEC, 0o666 as mode_t) }
            guard let descriptor = opened else { return nil }
            // It gets its name through /proc, which is not everywhere.
            if access(Self.link(to: descriptor), F_OK) == 0 { return descriptor }
            close(descriptor)
        #endif
        return nil
    }

    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    // MARK: - Names

    /// Gives the new contents a name beside the file. Where there is none yet, they need none: they get the file's own in one step.
    ///
    /// - Parameter keepsOld: keeps the old contents under another name until `finish`, so that `undo` can bring them back.
    mutating func getReady(keepsOld: Bool) throws(SystemFailure) {
        guard old != nil else { return }
        if isUnnamed { try enterBeside() }
        guard keepsOld else { return }
        let name = Leftover.name(in: folder)
        // A file system without hard links cannot keep them.
        if (try? System.call(destination, name) { Foundation.link($0, $1) }) != nil { kept = name }
    }

    /// Puts the new contents into the file's place, in one step.
    mutating func takePlace() throws(SystemFailure) {
        if beside == nil, (try? enter(destination)) == nil {
            // Something came there in the meantime.
            try enterBeside()
        }
        if let beside { try System.call(beside, destination) { rename($0, $1) } }
        beside = nil
        isInPlace = true
    }

    private mutating func enterBeside() throws(SystemFailure) {
        let name = Leftover.name(in: folder)
        try enter(name)
        beside = name
    }

    /// Gives what has no name one at which nothing is. On systems other than Linux every file has one from the start.
    private func enter(_ name: String) throws(SystemFailure) {
        #if os(Linux)
            try System.call(Self.link(to: descriptor), name) { linkat(AT_FDCWD, $0, AT_FDCWD, $1, AT_SYMLINK_FOLLOW) }
        #endif
    }

    /// Brings back what was there before.
    mutating func undo() {
        if isInPlace {
            if let kept {
                _ = try? System.call(kept, destination) { rename($0, $1) }
            } else if old == nil {
                _ = try? System.call(destination) { unlink($0) }
            }
            kept = nil
            isInPlace = false
        }
        finish()
    }

    /// Removes every name but the file's own, and closes the file.
    mutating func finish() {
        for name in [beside, kept].compactMap({ $0 }) { _ = try? System.call(name) { unlink($0) } }
        (beside, kept) = (nil, nil)
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
