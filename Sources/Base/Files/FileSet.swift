import Foundation

/// Files that belong together and are replaced together: all of them or none.
///
/// The new contents are complete on the disk before the first name changes. Then, with deadly signals held off, each file is
/// renamed into its place, which takes microseconds; should the system refuse one, those before it are brought back. No file system
/// offers one step for several files: SIGKILL or a power failure between two renames leaves files of both sets, each whole, and a
/// reader who reads just then sees them. The files of a set should therefore say which set they are of, as those of `DeviceExport`
/// do.
package enum FileSet {
    /// Replaces files; what stood at their paths keeps its mode and, where permitted, its owner; links are followed.
    ///
    /// - Parameter canBeUnnamed: false for the way of systems on which every file has a name from the start.
    package static func replace(_ files: [(path: String, bytes: [UInt8])], canBeUnnamed: Bool = true) throws(FileError) {
        var replacements: [Replacement] = []
        for file in files { replacements.append(try Replacement(of: file.path)) }
        defer { cleanUp(replacements) }
        try put(&replacements, files.map { NewContents($0.bytes) }, making: nil, canBeUnnamed: canBeUnnamed)
    }

    /// Replaces files of a folder, which is made if it is not there, with those above it. What else is in it stays.
    package static func replace(inFolder folder: String, _ files: [(name: String, bytes: [UInt8])]) throws(FileError) {
        try replace(inFolder: folder, files.map { ($0.name, NewContents($0.bytes)) })
    }

    /// Replaces a set of files all or nothing, with contents that memory need not hold.
    package static func replace(inFolder folder: String, _ files: [(name: String, contents: NewContents)]) throws(FileError) {
        for file in files { try file.contents.spool?.flush() }
        var replacements: [Replacement] = []
        // After the lock is given back, which it needs itself.
        defer { cleanUp(replacements) }
        let lock = Folder.lock(folder)
        defer { if let lock { close(lock) } }
        // Not before: a set that was being replaced is there now.
        for file in files { replacements.append(try Replacement(of: Path.joined(folder, file.name))) }
        try put(&replacements, files.map(\.contents), making: folder)
    }

    private static func put(
        _ files: inout [Replacement], _ contents: [NewContents], making folder: String?, canBeUnnamed: Bool = true
    ) throws(FileError) {
        if canBeUnnamed, try write(&files, contents, isUnnamed: true) {
            try HeldSignals.during { () throws(FileError) in try enter(&files, making: folder) }
        } else {
            // From here on there are names that would be left over.
            try HeldSignals.during { () throws(FileError) in
                _ = try write(&files, contents, isUnnamed: false)
                try enter(&files, making: folder)
            }
        }
        for folder in Set(files.map(\.folder)) { Folder.flush(folder) }
    }

    private static func cleanUp(_ files: [Replacement]) {
        for folder in Set(files.map(\.folder)) { Leftover.remove(from: folder) }
    }

    /// Writes all contents to the disk; false if that is not possible without names.
    private static func write(_ files: inout [Replacement], _ contents: [NewContents], isUnnamed: Bool) throws(FileError) -> Bool {
        for index in files.indices {
            do throws(SystemFailure) {
                let folder = Folder.nearest(files[index].folder)
                guard try files[index].open(in: folder, isUnnamed: isUnnamed) else {
                    undo(&files)
                    return false
                }
                try files[index].write(contents[index])
            } catch {
                undo(&files)
                throw FileError(writing: files[index].path, error)
            }
        }
        return true
    }

    private static func enter(_ files: inout [Replacement], making folder: String?) throws(FileError) {
        var made: [String] = []
        do throws(FileError) {
            if let folder { made = try Folder.make(folder) }
            let isSet = files.count > 1
            // All that takes time and may fail first: only the renaming is left then.
            try each(&files) { file throws(SystemFailure) in try file.getReady(keepsOld: isSet) }
            try each(&files) { file throws(SystemFailure) in try file.takePlace() }
        } catch {
            undo(&files)
            made.reversed().forEach(Folder.remove)
            throw error
        }
        for index in files.indices { files[index].finish() }
    }

    private static func each(
        _ files: inout [Replacement], _ body: (inout Replacement) throws(SystemFailure) -> Void
    ) throws(FileError) {
        for index in files.indices {
            do throws(SystemFailure) {
                try body(&files[index])
            } catch {
                throw FileError(writing: files[index].path, error)
            }
        }
    }

    private static func undo(_ files: inout [Replacement]) {
        for index in files.indices.reversed() { files[index].undo() }
    }
}
