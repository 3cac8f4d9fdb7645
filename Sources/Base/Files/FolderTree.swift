import Foundation

/// A folder that appears with all that is to be in it, or not at all.
///
/// Its files are written under a name beside it, with deadly signals held off, and the folder is renamed when the last one is
/// there. SIGKILL in between leaves that folder over, hidden. The files are not waited for until they are on the disk: there may be
/// thousands, and they can be made again.
package enum FolderTree {
    /// A file of the tree.
    package struct File {
        /// Of the folder within the tree that it stands in; a plain name.
        package var folder: String
        package var name: String
        package var contents: NewContents

        package init(folder: String, name: String, contents: NewContents) {
            self.folder = folder
            self.name = name
            self.contents = contents
        }
    }

    /// Makes the folder, and those above it.
    ///
    /// - Parameter path: nothing, or an empty folder.
    package static func make(_ path: String, _ files: [File]) throws(FileError) {
        for spool in files.lazy.compactMap(\.contents.spool) { try spool.flush() }
        try HeldSignals.during { () throws(FileError) in
            let above = Path.folder(of: path)
            let made = try Folder.make(above)
            let beside = Leftover.name(in: above)
            do throws(FileError) {
                try write(files, to: beside, as: path)
                do throws(SystemFailure) {
                    try System.call(beside, path) { rename($0, $1) }
                } catch {
                    throw FileError(writing: "the folder \(path)", error)
                }
            } catch {
                remove(files, from: beside)
                made.reversed().forEach(Folder.remove)
                throw error
            }
            Folder.flush(above)
        }
    }

    private static func write(_ files: [File], to beside: String, as path: String) throws(FileError) {
        var folders: Set<String> = []
        do throws(SystemFailure) {
            try System.call(beside) { mkdir($0, 0o777) }
        } catch {
            throw FileError(writing: "the folder \(path)", error)
        }
        for file in files {
            let folder = Path.joined(beside, file.folder)
            do throws(SystemFailure) {
                if folders.insert(file.folder).inserted { try System.call(folder) { mkdir($0, 0o777) } }
                let descriptor = try System.call(Path.joined(folder, file.name)) {
                    open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t)
                }
                defer { close(descriptor) }
                try file.contents.write(to: descriptor)
            } catch {
                throw FileError(writing: Path.joined(Path.joined(path, file.folder), file.name), error)
            }
        }
    }

    private static func remove(_ files: [File], from beside: String) {
        for file in files { WholeFile.remove(fileAt: Path.joined(Path.joined(beside, file.folder), file.name)) }
        for folder in Set(files.map(\.folder)) { Folder.remove(Path.joined(beside, folder)) }
        Folder.remove(beside)
    }
}
