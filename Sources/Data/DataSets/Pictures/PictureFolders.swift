package import Files

/// Pictures on their way into folders, one for each label, as image classifiers are trained from. They wait on the disk, so that
/// memory does not grow with them.
package struct PictureFolders {
    private let folder: String
    private let spool: Spool
    private var files: [FolderTree.File] = []
    private var folders: [String: String] = [:]
    private var folderNames = UniqueNames()
    private var names = UniqueNames()

    /// Pictures of each label so far.
    package private(set) var counts: [String: Int] = [:]

    /// - Parameter folder: nothing yet, or an empty folder.
    /// - Throws: if nothing can be written there.
    package init(_ folder: String) throws(FileError) {
        self.folder = folder
        spool = try Spool(for: folder)
    }

    /// - Parameters:
    ///   - label: its folder, in letters that every file system takes.
    ///   - source: what the picture is of; its name, with a number behind it.
    package mutating func add(_ picture: GreyImage, label: String, source: String) throws(FileError) {
        var contents = NewContents([], spool: spool)
        contents.append(try spool.append(picture.png))
        let place: String
        if let known = folders[label] {
            place = known
        } else {
            place = folderNames.name(label.asFileName, in: nil)
            folders[label] = place
        }
        let number = counts[label, default: 0] + 1
        counts[label] = number
        let name = names.name("\(source.asFileName)-\(number)", in: nil)
        files.append(FolderTree.File(folder: place, name: name + ".png", contents: contents))
    }

    /// Puts them into the folder: all or none.
    package func finish() throws(FileError) { try FolderTree.make(folder, files) }
}
