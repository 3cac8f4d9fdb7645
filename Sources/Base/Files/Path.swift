/// Paths as texts. Only the slash is looked at, as a byte: what follows it may be a mark that a `Character` would take together
/// with it.
package enum Path {
    /// What comes after the last slash; slashes at the end aside.
    package static func name(of path: String) -> String {
        String(decoding: withoutSlashes(path).split(separator: slash).last ?? [], as: UTF8.self)
    }

    /// The folder that holds what a path names: “.” for a name alone.
    package static func folder(of path: String) -> String {
        let bytes = withoutSlashes(path)
        guard let last = bytes.lastIndex(of: slash) else { return path.utf8.first == slash ? "/" : "." }
        let folder = withoutSlashes(String(decoding: bytes[..<last], as: UTF8.self))
        return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
    }

    /// The name with that of its folder before it, which tells files of several folders apart.
    package static func nameInFolder(of path: String) -> String {
        let folder = name(of: folder(of: path))
        return folder == "." || folder == ".." || folder.isEmpty ? name(of: path) : "\(folder)/\(name(of: path))"
    }

    /// A name in a folder.
    package static func joined(_ folder: String, _ name: String) -> String {
        folder.utf8.last == slash ? folder + name : "\(folder)/\(name)"
    }

    private static let slash = UInt8(ascii: "/")

    private static func withoutSlashes(_ path: String) -> ArraySlice<UInt8> {
        let bytes = Array(path.utf8)
        return bytes[..<((bytes.lastIndex { $0 != slash } ?? -1) + 1)]
    }
}
